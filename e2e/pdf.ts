import { inflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A PDF of a line of text on each page, as base64; `locked` asks for a password that nobody knows. */
export function pdfOf(lines: string[], { locked = false } = {}): string {
  const drawn = lines.map((line) => `BT /F1 14 Tf 72 700 Td (${line}) Tj ET`)
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  const key = `<${'ab'.repeat(32)}>`
  const lock = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4 >> /ID [<00> <00>]`
  return written(font, '/Font << /F1 3 0 R >>', drawn, locked ? lock : '')
}

/** A PDF of one page with these lines on it, as base64. */
export const letterOf = (lines: string[]): string =>
  written('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>', '/Font << /F1 3 0 R >>', [
    `BT /F1 11 Tf 17 TL 72 720 Td ${lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj T*`).join(' ')} ET`,
  ])

/** A PDF of one page, half of it black, as a fax machine sends it, as base64. */
export async function faxedPdf(): Promise<string> {
  const [width, height] = [64, 64]
  const half = { create: { width: width / 2, height, channels: 3 as const, background: 'black' } }
  const tiff = await sharp(half)
    .extend({ right: width / 2, background: 'white' })
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1 })
    .toBuffer()
  const image = [
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 1 /ColorSpace /DeviceGray`,
    `/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${width} /Rows ${height} >>`,
    ` /Length ${stripOf(tiff).length} >>\nstream\n${stripOf(tiff).toString('latin1')}\nendstream`,
  ].join(' ')
  return written(image, '/XObject << /I1 3 0 R >>', ['612 0 0 792 0 0 cm /I1 Do'])
}

/** The compressed lines alone, which lie in one strip. */
function stripOf(tiff: Buffer): Buffer {
  const directory = tiff.readUInt32LE(4)
  const tags = new Map<number, number>()
  for (let i = 0; i < tiff.readUInt16LE(directory); i++) {
    const at = directory + 2 + i * 12
    tags.set(
      tiff.readUInt16LE(at),
      tiff.readUInt16LE(at + 2) === 3 ? tiff.readUInt16LE(at + 8) : tiff.readUInt32LE(at + 8),
    )
  }
  const offset = tags.get(273) ?? 0
  return tiff.subarray(offset, offset + (tags.get(279) ?? 0))
}

/** `resource` is the third object, what each page draws follows. */
function written(resource: string, resources: string, drawn: string[], more = ''): string {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${drawn.map((_, i) => `${4 + i * 2} 0 R`).join(' ')}] /Count ${drawn.length} >>`,
    resource,
    ...drawn.flatMap((page, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << ${resources} >> /Contents ${5 + i * 2} 0 R >>`,
      `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    ]),
  ]
  let pdf = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const offset = pdf.length
    pdf += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${more} >>`
  return Buffer.from(`${pdf}${table}${trailer}\nstartxref\n${pdf.length}\n%%EOF\n`, 'latin1').toString('base64')
}

/** The words of a PDF as the payment sandbox writes it: hexadecimal strings in compressed streams. */
export function wordsOf(pdf: Buffer): string {
  const words: string[] = []
  for (const { index } of pdf.toString('latin1').matchAll(/stream\r?\n/g)) {
    const start = pdf.indexOf('\n', index) + 1
    const page = unpacked(pdf.subarray(start, pdf.indexOf('endstream', start)))
    for (const [, parts = ''] of page.matchAll(/\[(.*?)\] TJ/g)) {
      const pieces = [...parts.matchAll(/<([0-9a-f]*)>/g)]
      words.push(pieces.map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(''))
    }
  }
  return words.join(' ')
}

function unpacked(stream: Buffer): string {
  try {
    return inflateSync(stream).toString('latin1')
  } catch {
    return ''
  }
}

/** Of each page what a reader reads, also where a browser has drawn it by glyphs. */
export async function textsOfPages(pdf: Buffer): Promise<string[]> {
  // Here, as it complains of what only drawing would need.
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const opened = await getDocument({ data: new Uint8Array(pdf) }).promise
  const texts = Array.from({ length: opened.numPages }, async (_, i) => {
    const { items } = await (await opened.getPage(i + 1)).getTextContent()
    return items.map((item) => ('str' in item ? item.str : '')).join(' ')
  })
  return Promise.all(texts)
}
