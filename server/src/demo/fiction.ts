import sharp from 'sharp'
import type { staff } from '../accounts/table.ts'
import type { StaffActor } from '../kit/auth/actor.ts'

/** Fictional mosques and people. The addresses end in `.example`, the phone numbers in 01xx: neither can exist. */
type Town = [city: string, state: string, zip: string, areaCode: string, latitude: number, longitude: number]

export const places: Town[] = [
  ['Fremont', 'CA', '94536', '510', 37.55, -121.99],
  ['Lansing', 'MI', '48910', '517', 42.73, -84.56],
  ['Raleigh', 'NC', '27603', '919', 35.78, -78.64],
  ['Plano', 'TX', '75074', '972', 33.02, -96.7],
  ['Brooklyn', 'NY', '11209', '718', 40.63, -74.03],
  ['Dearborn', 'MI', '48126', '313', 42.32, -83.18],
  ['Akron', 'OH', '44308', '330', 41.08, -81.52],
  ['Paterson', 'NJ', '07501', '973', 40.92, -74.17],
  ['Fresno', 'CA', '93721', '559', 36.74, -119.79],
  ['Naperville', 'IL', '60540', '630', 41.75, -88.15],
  ['Tulsa', 'OK', '74103', '918', 36.15, -95.99],
  ['Columbus', 'OH', '43215', '614', 39.96, -83],
  ['Houston', 'TX', '77036', '713', 29.71, -95.55],
  ['Irvine', 'CA', '92618', '949', 33.68, -117.83],
  ['Mobile', 'AL', '36602', '251', 30.69, -88.04],
  ['Tucson', 'AZ', '85701', '520', 32.22, -110.97],
  ['Edison', 'NJ', '08817', '732', 40.52, -74.41],
  ['Portland', 'OR', '97201', '503', 45.52, -122.68],
  ['Minneapolis', 'MN', '55404', '612', 44.98, -93.27],
  ['Tampa', 'FL', '33602', '813', 27.95, -82.46],
]

const kinds = [
  ['Masjid', 'Masjid/Islamic Center'],
  ['Islamic Center of', 'Masjid/Islamic Center'],
  ['Darul Uloom', 'Madarsa/Islamic Center'],
  ['Muslim Community of', 'Masjid/Islamic Center'],
  ['Noor Weekend School', 'Madarsa/Islamic Center'],
  ['Zakat Foundation of', 'Others'],
] as const

const virtues = 'Al-Falah As-Salam Ar-Rahma At-Taqwa An-Noor Al-Hidayah Al-Ihsan Al-Huda As-Sabr Al-Amanah'.split(' ')

const firstNames = ['Yusuf', 'Maryam', 'Bilal', 'Khadija', 'Omar', 'Aisha', 'Ibrahim', 'Zainab', 'Hamza', 'Safiya']
const lastNames = [
  'Rahmani',
  'Siddiqui',
  'Chaudhry',
  'Haddad',
  'Al Amin',
  'Diallo',
  'Karimi',
  'Osman',
  'Begum',
  'Yilmaz',
]

export const agents = [
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
]

const slug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '')
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const pick = <T>(list: readonly T[], index: number): T => list[index % list.length]!

export type Fiction = ReturnType<typeof fictionalOrganization>

/** The n-th organization: always the same one. */
export function fictionalOrganization(n: number) {
  const [city, state, postalCode, area] = pick(places, n * 7)
  const [kind, type] = pick(kinds, n)
  const needsCity = kind.endsWith(' of')
  const name = needsCity
    ? `${kind} ${city}${n >= 30 ? ' North' : ''}`
    : `${kind} ${pick(virtues, n + Math.floor(n / 10))}`
  const unique = `${slug(name)}${n}`
  const person = (k: number) => {
    const [firstName, lastName] = [pick(firstNames, n * 3 + k), pick(lastNames, n + k * 3)]
    return { firstName, lastName, email: `${slug(firstName)}.${slug(lastName)}${k}@${unique}.example` }
  }
  return {
    name,
    shortName: slug(name).slice(0, 15),
    type,
    email: `office@${unique}.example`,
    website: `https://${unique}.example`,
    admin: person(0),
    phone: `+1${area}555${String(100 + n).padStart(4, '0')}`,
    address: {
      line1: `${120 + n * 37} ${pick(['Peralta Blvd', 'Maple Ave', 'College St', 'Harbor Rd', 'Lincoln Way'], n)}`,
      line2: n % 4 === 0 ? `Ste ${10 + n}` : '',
      city,
      state,
      country: 'United States',
      postalCode,
    },
    ein: `${String(10 + (n % 80)).padStart(2, '0')}-${String(2_600_001 + n * 7919).slice(0, 7)}`,
    people: [1, 2, 3, 4].map(person),
  }
}

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

export const colors = ['#0b6a48', '#1f4fa8', '#7a4a00', '#435669']
const star = 'M50 8L62 38L92 50L62 62L50 92L38 62L8 50L38 38Z'

export function markPng(n: number, name = ''): Promise<Buffer> {
  const width = name ? 360 : 100
  const color = pick(colors, n)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="100"><rect width="${width}" height="100" fill="#fff"/><path d="${star}" fill="${color}"/><g font-family="sans-serif" fill="${color}">${nameBeside(name)}</g></svg>`
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

export const demoStaffActor = ({ id, firstName, lastName, userName, role }: typeof staff.$inferSelect): StaffActor => ({
  kind: 'staff',
  id,
  name: `${firstName} ${lastName}`,
  userName,
  role,
  sessionId: '',
  ip: '127.0.0.1',
  userAgent: '',
  requestId: 'demo-data',
})
