import { BMF_HEADER } from './eo-bmf.ts'

/** Numbers that look random and are the same for the same seed (mulberry32). */
function randomOf(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const words = (text: string) => text.split(' ')
const list = (text: string) => text.split(',')

const STATES = words(
  'CA CA CA CA TX TX TX NY NY NY FL FL PA PA IL IL OH OH GA NC MI NJ VA WA AZ MA TN IN MO MD WI CO MN SC AL LA KY OR OK CT UT IA NV AR MS KS NM NE ID WV HI NH ME MT RI DE SD ND AK DC VT WY PR',
)
const CITIES = list(
  'FREMONT,SPRINGFIELD,LITTLE ROCK,N LITTLE ROCK,SALT LAKE CTY,FT WAYNE,ST PAUL,PLANO,AKRON,TULSA,LANSING,DEARBORN,PATERSON,BRIDGEVIEW,IRVING,STERLING,TAMPA,AUSTIN,DENVER,MADISON,FRANKLIN,CLINTON,GREENVILLE,BRISTOL,FAIRVIEW,SALEM,GEORGETOWN,ARLINGTON,ASHLAND,DOVER,OXFORD,JACKSON,BURLINGTON,MANCHESTER,MILTON,NEWPORT,AUBURN,DAYTON,LEXINGTON,MILFORD,RIVERSIDE,CLEVELAND,WINCHESTER,KINGSTON,BOWLING GREEN',
)
const STREETS = words('MAIN OAK CEDAR MAPLE PARK LAKE HILL WASHINGTON SUNSET CHURCH')
const ISLAMIC = list(
  'ISLAMIC CENTER OF @,MASJID @ OF #,MASJID AL-@ INC,ISLAMIC SOCIETY OF #,MUSLIM COMMUNITY CENTER OF #,# ISLAMIC CENTER INC,JAMIA MASJID @,DAR UL ULOOM @,MUSLIM ASSOCIATION OF #,@ ACADEMY,@ EDUCATIONAL FOUNDATION INC,@ WEEKEND SCHOOL',
)
const ISLAMIC_WORDS = words(
  'NOOR NUR TAQWA RAHMAN FALAH HUDA IMAN SALAM QURAN TAWHEED HIKMAH FURQAN IHSAN SUNNAH MADINAH AQSA FAROOQ BILAL HAMZA MUHAMMAD UTHMAN AISHA ANSAR RAWDAH',
)
const OTHERS = list(
  '# ROTARY CLUB,FRIENDS OF # LIBRARY INC,# VOLUNTEER FIRE DEPARTMENT,% FAMILY FOUNDATION,FIRST BAPTIST CHURCH OF #,ST % CHURCH,# LITTLE LEAGUE INC,PTA # ELEMENTARY SCHOOL,% MEMORIAL SCHOLARSHIP FUND,# COMMUNITY FOUNDATION,AMERICAN LEGION POST #,# HISTORICAL SOCIETY,# FOOD BANK INC,% CHARITABLE TRUST,# YOUTH SOCCER ASSOCIATION,HABITAT FOR HUMANITY OF #,# HUMANE SOCIETY,% MINISTRIES,# CHAMBER OF COMMERCE,IGLESIA % INC,# HOMEOWNERS ASSOCIATION,% RESEARCH INSTITUTE,TRUSTEES OF % LODGE,# ARTS COUNCIL',
)
const SYLLABLES = words(
  'BAR CAL DON EL FER GAL HAR JEN KEL LAN MOR NEL OR PEL QUIN RAN SAL TOR VAN WEL YAR ZEN MAC TIN LEY SON TON MAN FORD WOOD',
)
/** One in so many rows is of a mosque or what belongs to it: as in the real files. */
const ISLAMIC_ONE_IN = 600
/** The group exemption of the Islamic Society of North America. */
const ISNA = '5213'

export interface Made {
  ein: string
  name: string
  city: string
  state: string
  /** The row of the EO BMF, its columns by their names. */
  bmf: Record<string, string>
}

/**
 * Row n of a synthetic registry, the same for the same seed, whatever was asked for before. Nobody in it is real. EINs
 * grow with n, as those of the files do.
 */
export function makeRow(n: number, seed: number, all: number): Made {
  const random = randomOf(seed * 2_654_435_761 + n * 40_503)
  // The first numbers of neighbouring seeds resemble each other.
  random()
  const pick = <T>(from: T[]): T => from[Math.floor(random() * from.length)]!
  const share = (part: number) => random() < part
  const coined = () => pick(SYLLABLES) + pick(SYLLABLES) + (share(0.5) ? pick(SYLLABLES) : '')
  const isIslamic = n % ISLAMIC_ONE_IN === 7
  const place = share(0.6) ? pick(CITIES) : coined()
  const state = pick(STATES)
  const fill = (pattern: string) =>
    pattern
      .replace('@', () => pick(ISLAMIC_WORDS))
      .replace('#', place)
      .replace('%', coined)
  const isGroup = share(isIslamic ? 0.04 : 0.22)
  const own = fill(pick(isIslamic ? ISLAMIC : OTHERS))
  const group = isGroup ? (isIslamic ? ISNA : String(1000 + Math.floor(random() * 4000))) : '0000'
  const isC3 = isIslamic || share(0.81)
  const parent = isIslamic ? 'ISLAMIC SOCIETY OF NORTH AMERICA' : own
  const foundation = !isC3
    ? '00'
    : isIslamic
      ? pick(words('10 10 10 10 10 10 15 15 16 11'))
      : pick(words('10 15 15 15 16 16 04 11 17 03'))
  const isChurch = foundation === '10'
  const ein = String(10_000_000 + Math.floor(n * (989_999_999 / Math.max(all, 1)))).padStart(9, '0')
  const subsection = isC3 ? '03' : pick(words('04 04 05 06 07 08 10 19 92'))
  const city = place.length > 12 ? place.slice(0, 12) : place
  const bmf: Record<string, string> = {
    EIN: ein,
    NAME: isGroup ? parent : own,
    ICO: share(0.65) ? `% ${coined()} ${coined()}` : '',
    STREET: share(0.26)
      ? `PO BOX ${Math.floor(random() * 9999)}`
      : `${Math.floor(random() * 9999)} ${pick(STREETS)} ST`,
    CITY: city,
    STATE: state,
    ZIP: `${String(501 + Math.floor(random() * 99_000)).padStart(5, '0')}-${share(0.3) ? '0000' : String(Math.floor(random() * 9999)).padStart(4, '0')}`,
    GROUP: group,
    SUBSECTION: subsection,
    AFFILIATION: isGroup ? '9' : '3',
    CLASSIFICATION: isChurch ? '7000' : '1000',
    RULING: share(0.006)
      ? '000000'
      : `${1940 + Math.floor(random() * 86)}${String(1 + Math.floor(random() * 12)).padStart(2, '0')}`,
    DEDUCTIBILITY: share(0.017) ? '0' : isC3 ? '1' : '2',
    FOUNDATION: foundation,
    ACTIVITY: isChurch ? '001000000' : '000000000',
    ORGANIZATION: pick(words('1 1 1 5 2')),
    STATUS: share(0.995) ? '01' : pick(words('02 12 25')),
    TAX_PERIOD: isChurch ? '' : `2025${String(1 + Math.floor(random() * 12)).padStart(2, '0')}`,
    ASSET_CD: String(Math.floor(random() * 10)),
    INCOME_CD: String(Math.floor(random() * 10)),
    FILING_REQ_CD: isChurch ? '06' : pick(words('01 01 02')),
    PF_FILING_REQ_CD: foundation === '04' ? '1' : '0',
    ACCT_PD: pick(words('12 12 12 06 09')),
    ASSET_AMT: isChurch ? '' : String(Math.floor(random() * 5_000_000)),
    INCOME_AMT: isChurch ? '' : String(Math.floor(random() * 900_000)),
    REVENUE_AMT: isChurch ? '' : String(Math.floor(random() * 900_000) - 1000),
    NTEE_CD: share(0.32) ? '' : isIslamic ? 'X40' : pick(words('X20 B82 T20 N60 P20 A80 S20 Y42')),
    SORT_NAME: isGroup ? (isIslamic ? own : `${place} CHAPTER`) : share(0.05) ? coined() : '',
  }
  return { ein, name: own, city, state, bmf }
}

const quoted = (value: string) => (value.includes(',') ? `"${value}"` : value)
export const bmfLine = ({ bmf }: Made) => `${BMF_HEADER.map((name) => quoted(bmf[name]!)).join(',')}\r\n`

/** Capitals as Publication 78 writes names. */
const titled = (text: string) => text.toLowerCase().replace(/(^|[\s-])\w/g, (sign) => sign.toUpperCase())

/** Nine of ten of those whose contributions are deductible. */
export function pub78Line({ ein, name, city, state, bmf }: Made): string | undefined {
  if (bmf.DEDUCTIBILITY !== '1' || Number(ein) % 10 === 3) return undefined
  const codes =
    { '04': 'PF', '03': 'POF', '17': 'SO' }[bmf.FOUNDATION!] ?? (bmf.AFFILIATION === '9' ? 'PC,GROUP' : 'PC')
  return `${ein}|${titled(name)}|${titled(city)}|${state}|United States|${codes}\r\n`
}

const MONTHS = words('JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC')
const day = (n: number, year: number) => `${String(1 + (n % 28)).padStart(2, '0')}-${MONTHS[n % 12]}-${year}`

/**
 * Of ten rows six are of an EIN that is in none of the other files; the others were reinstated, one of them after it was
 * revoked twice.
 */
export function revocationLines({ ein, name, city, state, bmf }: Made): string[] {
  const n = Number(ein)
  const isGone = n % 10 < 6
  const shown = isGone ? String(n + 1).padStart(9, '0') : ein
  const line = (revoked: string, posted: string, reinstated: string) =>
    `${[shown, name, '', bmf.STREET, city, state, bmf.ZIP!.slice(0, 5), 'US', '03', revoked, posted, reinstated].join('|')}\r\n`
  const lines = [line(day(n, 2018), day(n, 2019), isGone ? '' : day(n, 2020))]
  if (n % 10 === 9) lines.push(line(day(n, 2023), day(n, 2024), day(n, 2025)))
  return lines
}
