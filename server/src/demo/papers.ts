import sharp from 'sharp'
import type { Fiction } from './fiction.ts'

/** A one-page PDF that looks like a determination letter and says that it is fictional. */
export function letterPdf({ name, ein, address }: Fiction): string {
  const lines = [
    'SAMPLE LETTER - FICTIONAL - FOR DEMONSTRATION',
    '',
    name.toUpperCase(),
    [address.line1, address.line2].filter(Boolean).join(' ').toUpperCase(),
    `${address.city.toUpperCase()} ${address.state} ${address.postalCode}`,
    '',
    `Employer Identification Number: ${ein}`,
    'Public charity status: 170(b)(1)(A)(i)',
    '',
    'Dear Applicant:',
    'We are pleased to inform you that you are exempt from federal income tax',
    'under section 501(c)(3) of the Internal Revenue Code.',
  ]
  const text = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join('\n')
  const stream = `BT /F1 11 Tf 16 TL 72 720 Td\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let pdf = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = pdf.length
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`
  return Buffer.from(pdf, 'latin1').toString('base64')
}

const colours = ['#0b6a48', '#1f4fa8', '#7a4a00', '#435669']
const star = 'M50 8L62 38L92 50L62 62L50 92L38 62L8 50L38 38Z'

/** A mark in one of four colours; the logo has the name beside it. */
export function markPng(n: number, name = ''): Promise<Buffer> {
  const width = name ? 360 : 100
  const colour = colours[n % colours.length]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="100"><rect width="${width}" height="100" fill="#fff"/><path d="${star}" fill="${colour}"/><g font-family="sans-serif" fill="${colour}">${nameBeside(name)}</g></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

const ROOM = 244
/** A letter of the widest usual typeface, beside its size. */
const LETTER = 0.62

/** In two lines that are about as long, where there are two words, and no larger than the room beside the mark. */
function nameBeside(name: string): string {
  const words = name.split(' ')
  const splits = words.map((_, i) => [words.slice(0, i + 1).join(' '), words.slice(i + 1).join(' ')].filter(Boolean))
  const longest = (lines: string[]) => Math.max(...lines.map(({ length }) => length))
  const lines = splits.reduce((best, split) => (longest(split) < longest(best) ? split : best), [name])
  const size = Math.min(36, ROOM / (longest(lines) * LETTER))
  return lines
    .map((line, i) => {
      const middle = 50 + (i - (lines.length - 1) / 2) * size * 1.2
      return `<text x="108" y="${middle + size * 0.35}" font-size="${size}">${line}</text>`
    })
    .join('')
}

/** A unit on its stand, as a picture in the shop shows it. */
export function unitPng(): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
    <defs><linearGradient id="wall" x2="0" y2="1"><stop stop-color="#eef4f1"/><stop offset="1" stop-color="#d5e4dd"/></linearGradient>
    <linearGradient id="glass" x2="1" y2="1"><stop stop-color="#0f7a54"/><stop offset="1" stop-color="#073c29"/></linearGradient></defs>
    <rect width="640" height="480" fill="url(#wall)"/><ellipse cx="320" cy="438" rx="130" ry="16" fill="#b9cdc3"/>
    <path d="M300 330h40v96h-40z" fill="#8b9a93"/><rect x="240" y="420" width="160" height="14" rx="7" fill="#5f6d66"/>
    <rect x="190" y="52" width="260" height="300" rx="22" fill="#1c2521"/><rect x="206" y="68" width="228" height="268" rx="10" fill="url(#glass)"/>
    <g transform="translate(270 130)" fill="#fff" fill-opacity=".92"><path d="${star}"/></g>
    <rect x="262" y="268" width="116" height="34" rx="17" fill="#fff" fill-opacity=".9"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
