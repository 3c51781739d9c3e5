/** Fictional mosques and people. The addresses end in `.example`, the phone numbers in 01xx: neither can exist. */
const places = [
  ['Fremont', 'CA', '94536', '510'],
  ['Lansing', 'MI', '48910', '517'],
  ['Raleigh', 'NC', '27603', '919'],
  ['Plano', 'TX', '75074', '972'],
  ['Brooklyn', 'NY', '11209', '718'],
  ['Dearborn', 'MI', '48126', '313'],
  ['Akron', 'OH', '44308', '330'],
  ['Paterson', 'NJ', '07501', '973'],
  ['Fresno', 'CA', '93721', '559'],
  ['Naperville', 'IL', '60540', '630'],
  ['Tulsa', 'OK', '74103', '918'],
  ['Columbus', 'OH', '43215', '614'],
  ['Houston', 'TX', '77036', '713'],
  ['Irvine', 'CA', '92618', '949'],
  ['Mobile', 'AL', '36602', '251'],
  ['Tucson', 'AZ', '85701', '520'],
  ['Edison', 'NJ', '08817', '732'],
  ['Portland', 'OR', '97201', '503'],
  ['Minneapolis', 'MN', '55404', '612'],
  ['Tampa', 'FL', '33602', '813'],
] as const

const kinds = [
  ['Masjid', 'Masjid/Islamic Center'],
  ['Islamic Center of', 'Masjid/Islamic Center'],
  ['Darul Uloom', 'Madarsa/Islamic Center'],
  ['Muslim Community of', 'Masjid/Islamic Center'],
  ['Noor Weekend School', 'Madarsa/Islamic Center'],
  ['Zakat Foundation of', 'Others'],
] as const

const virtues = [
  'Al-Falah',
  'As-Salam',
  'Ar-Rahma',
  'At-Taqwa',
  'An-Noor',
  'Al-Hidayah',
  'Al-Ihsan',
  'Al-Huda',
  'As-Sabr',
  'Al-Amanah',
]

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
const at = <T>(list: readonly T[], index: number): T => list[index % list.length]!

interface Person {
  firstName: string
  lastName: string
  email: string
}

export interface Fiction {
  name: string
  shortName: string
  type: (typeof kinds)[number][1]
  email: string
  website: string
  admin: Person
  phone: string
  address: { line1: string; line2: string; city: string; state: string; country: string; postalCode: string }
  ein: string
  people: Person[]
}

/** The n-th organization: always the same one. */
export function fictionOf(n: number): Fiction {
  const [city, state, postalCode, area] = at(places, n * 7)
  const [kind, type] = at(kinds, n)
  const needsCity = kind.endsWith(' of')
  const name = needsCity
    ? `${kind} ${city}${n >= 30 ? ' North' : ''}`
    : `${kind} ${at(virtues, n + Math.floor(n / 10))}`
  const unique = `${slug(name)}${n}`
  const person = (k: number): Person => {
    const [firstName, lastName] = [at(firstNames, n * 3 + k), at(lastNames, n + k * 3)]
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
      line1: `${120 + n * 37} ${at(['Peralta Blvd', 'Maple Ave', 'College St', 'Harbor Rd', 'Lincoln Way'], n)}`,
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
