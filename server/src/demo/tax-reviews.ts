import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TaxDecision } from '@hikmah/contract/tax-verification/schemas'
import type { House } from '../house.ts'
import { type StaffActor, systemActor } from '../kit/auth/actor.ts'
import type { Keys } from '../kit/auth/keys.ts'
import { newId } from '../kit/db/ids.ts'
import { findRunning } from '../kit/postgres/embedded.ts'
import type { Config } from '../kit/process/config.ts'
import { claimTaxReview } from '../tax-verification/open-tax-review.ts'
import { type Fiction, fictionalOrganization, HOUR, MINUTE } from './fiction.ts'
import {
  type Act,
  CUT_OFF,
  decidePapers,
  isRejectedOnce,
  joining,
  type Newcomer,
  submitPapers,
} from './organizations.ts'

/** Days as 15-MAY-2025. */
type Revocation = { revokedOn: string; postedOn: string; reinstatedOn?: string }

/** A review that waits. Without `irs`, the demo registry does not list its EIN. */
interface ReviewCase {
  name: string
  /** A mosque unless given. */
  type?: Fiction['type']
  place: [city: string, state: string, zip: string]
  /** Columns of its row in the file that differ from a typical row. */
  irs?: Record<string, string>
  revocation?: Revocation
  /** Hands in no document. */
  isBare?: true
  hasNoStreet?: true
  isEinOnly?: true
  /** Was rejected before. */
  isAgain?: true
  /** Is asked for its determination letter, and waits for it. */
  isAsked?: true
}

const SCHOOL = 'Madarsa/Islamic Center'
/** The central organization of a group exemption; neither it nor the number exists. */
const PARENT = 'UNITED MASJIDS OF NORTH AMERICA'
const inGroup = (SORT_NAME: string) => ({ NAME: PARENT, SORT_NAME, GROUP: '9913', AFFILIATION: '9' })

const reviewCases: ReviewCase[] = [
  { name: 'Masjid Al-Falah', place: ['Toledo', 'OH', '43604'], irs: { NAME: 'MASJID AL FALAH' } },
  { name: 'Islamic Center of Boise', place: ['Boise', 'ID', '83702'], irs: { NAME: 'ISLAMIC CTR OF BOISE INC' } },
  { name: 'Masjid An-Noor', place: ['Omaha', 'NE', '68102'], irs: { NAME: 'MASJID AN NUR' } },
  {
    name: 'Darul Quran Academy',
    type: SCHOOL,
    place: ['Albany', 'NY', '12207'],
    irs: { NAME: 'DAR UL QURAN ACADEMY', FOUNDATION: '11', FILING_REQ_CD: '01' },
    isAgain: true,
  },
  {
    name: 'Islamic Society of Spokane',
    place: ['Spokane', 'WA', '99201'],
    irs: { NAME: 'ISLAMIC SOCIETY OF SPOKANE' },
    isEinOnly: true,
  },
  { name: 'Masjid Ar-Rahma', place: ['Erie', 'PA', '16501'], irs: { NAME: 'MASJID AR RAHMAH' }, hasNoStreet: true },
  { name: 'Masjid Al-Ihsan', place: ['Reno', 'NV', '89501'], irs: inGroup('MASJID AL IHSAN') },
  {
    name: 'Islamic Center of Peoria',
    place: ['Peoria', 'IL', '61602'],
    irs: inGroup('ISLAMIC CENTER OF PEORIA'),
    isBare: true,
  },
  { name: 'Islamic Center of Provo', place: ['Provo', 'UT', '84601'], irs: { NAME: 'PROVO VALLEY ISLAMIC CENTER' } },
  {
    name: 'Masjid As-Sabr',
    place: ['Macon', 'GA', '31201'],
    irs: { NAME: 'MASJID AS SABR', CITY: 'MOBILE', STATE: 'AL', ZIP: '36602-0000' },
  },
  {
    name: 'Muslim Community of Duluth',
    place: ['Duluth', 'MN', '55802'],
    irs: { NAME: 'DULUTH HARBOR FOOD BANK INC', FOUNDATION: '15', FILING_REQ_CD: '01', NTEE_CD: 'K31' },
  },
  { name: 'Masjid At-Tawhid', place: ['Waco', 'TX', '76701'] },
  { name: 'Islamic Center of Bangor', place: ['Bangor', 'ME', '04401'], isBare: true },
  { name: 'Crescent Youth Foundation', type: 'Others', place: ['Tempe', 'AZ', '85281'] },
  {
    name: 'Masjid Al-Amanah',
    place: ['Flint', 'MI', '48502'],
    revocation: { revokedOn: '15-MAY-2025', postedOn: '11-AUG-2025' },
  },
  {
    name: 'Hidayah Weekend School',
    type: SCHOOL,
    place: ['Yonkers', 'NY', '10701'],
    revocation: { revokedOn: '15-NOV-2024', postedOn: '10-FEB-2025' },
    isAgain: true,
  },
  {
    name: 'Masjid Al-Hidayah',
    place: ['Salem', 'OR', '97301'],
    irs: { NAME: 'MASJID AL HIDAYAH', FOUNDATION: '15', FILING_REQ_CD: '02' },
    revocation: { revokedOn: '15-MAY-2022', postedOn: '08-AUG-2022', reinstatedOn: '20-JAN-2023' },
  },
  {
    name: 'Islamic Center of Lubbock',
    place: ['Lubbock', 'TX', '79401'],
    irs: { NAME: 'ISLAMIC CENTER OF LUBBOCK', DEDUCTIBILITY: '0' },
  },
  {
    name: 'Zakat Foundation of Laredo',
    type: 'Others',
    place: ['Laredo', 'TX', '78040'],
    irs: { NAME: 'ZAKAT FOUNDATION OF LAREDO', FOUNDATION: '04', FILING_REQ_CD: '00', PF_FILING_REQ_CD: '1' },
  },
  {
    name: 'Muslim Civic League of Trenton',
    type: 'Others',
    place: ['Trenton', 'NJ', '08608'],
    irs: { NAME: 'MUSLIM CIVIC LEAGUE OF TRENTON', SUBSECTION: '04', DEDUCTIBILITY: '2', FOUNDATION: '00' },
  },
  {
    name: 'Masjid Al-Birr',
    place: ['Yuma', 'AZ', '85364'],
    irs: { NAME: 'MASJID AL BIRR' },
    isBare: true,
    isAsked: true,
  },
]
/** So many wait for a decision, and were submitted in another order than they joined. */
const WAITING = reviewCases.filter(({ isAsked }) => !isAsked).length

/** They follow the organizations that only have an invite. */
const FIRST = 76

function organizationOfCase(k: number): Fiction {
  const { name, type = 'Masjid/Islamic Center', place, hasNoStreet } = reviewCases[k]!
  const [city, state, postalCode] = place
  const fiction = fictionalOrganization(FIRST + k)
  const shortName = name.toLowerCase().replace(/[^a-z]+/g, '')
  const unique = `${shortName}${FIRST + k}`
  const line1 = hasNoStreet ? '' : fiction.address.line1
  return {
    ...fiction,
    name,
    type,
    shortName: shortName.slice(0, 15),
    email: `office@${unique}.example`,
    website: `https://${unique}.example`,
    phone: `+1510555${String(176 + k).padStart(4, '0')}`,
    address: { ...fiction.address, line1, line2: '', city, state, postalCode },
    ein: `92-5550${String(101 + k * 7)}`,
  }
}

const CLAIMED = 4

export function planReviews(house: House, crew: StaffActor[], end: number): Act[] {
  return reviewCases.flatMap(({ isAgain, isEinOnly, isBare, isAsked }, k) => {
    const staff = crew[k % crew.length]!
    const fiction = organizationOfCase(k)
    const submitted = end - (2 + (isAsked ? 6 : (k * 7) % WAITING) * 12) * HOUR
    const joined = submitted - 90 * HOUR
    const newcomer: Newcomer = { house, staff, n: FIRST + k, joined, fiction, id: '', person: undefined }
    const submit = (at: number, name: string) =>
      submitPapers(newcomer, at, !isEinOnly, isBare || isEinOnly ? [] : [name])
    const decidedAt = submitted - 40 * HOUR
    const rejection: TaxDecision = {
      taxIdEinDetail: { status: 'Rejected' },
      taxExemptDetail: { status: 'Rejected' },
      reason: CUT_OFF,
    }
    const before = isAgain
      ? [
          submit(submitted - 60 * HOUR, 'letter-page-1.pdf'),
          ...decidePapers(newcomer, decidedAt - 3 * MINUTE, decidedAt, rejection),
        ]
      : []
    return [
      ...joining(newcomer),
      ...before,
      submit(submitted, 'determination-letter.pdf'),
      ...(isAsked
        ? decidePapers(newcomer, submitted + 20 * HOUR, submitted + 20 * HOUR + 2 * MINUTE, {
            askForNewSubmission: true,
            missing: ['determination-letter'],
          })
        : []),
      ...(k === CLAIMED
        ? [{ at: end - 2 * MINUTE, run: () => claimTaxReview(house, crew.at(-1)!, newcomer.id, {}) }]
        : []),
    ]
  })
}

type Listed = Record<string, string>

/** The columns of a mosque with an ordinary determination letter. */
const typicalRow: Listed = {
  ICO: '',
  STREET: 'PO BOX 100',
  GROUP: '0000',
  SUBSECTION: '03',
  AFFILIATION: '3',
  CLASSIFICATION: '7000',
  RULING: '200106',
  DEDUCTIBILITY: '1',
  FOUNDATION: '10',
  ACTIVITY: '001000000',
  ORGANIZATION: '1',
  STATUS: '01',
  TAX_PERIOD: '',
  ASSET_CD: '0',
  INCOME_CD: '0',
  FILING_REQ_CD: '06',
  PF_FILING_REQ_CD: '0',
  ACCT_PD: '12',
  ASSET_AMT: '',
  INCOME_AMT: '',
  REVENUE_AMT: '',
  NTEE_CD: 'X40',
  SORT_NAME: '',
}

const einDigits = (ein: string) => ein.replace('-', '')
const registryRow = ({ ein, name, address }: Fiction, own: Listed = {}): Listed => ({
  ...typicalRow,
  EIN: einDigits(ein),
  NAME: name.toUpperCase().replaceAll('-', ' '),
  CITY: address.city.toUpperCase(),
  STATE: address.state,
  ZIP: `${address.postalCode}-0000`,
  ...own,
})

/** The organizations that are older than the review cases. The first was approved and has been revoked since. */
const OLDER = 60
const REVOKED = 0
const isListed = (n: number) => n !== REVOKED && n % 9 !== 4

/** In `earlier` files nobody was revoked yet, and none of the reviews that still wait nor of those that were rejected was listed. */
function demoRegistry(isEarlier: boolean) {
  const older = Array.from({ length: OLDER }, (_, n) => fictionalOrganization(n))
  const cases = isEarlier ? [] : reviewCases.map((reviewCase, k) => ({ ...reviewCase, fiction: organizationOfCase(k) }))
  const wasListed = (n: number) => n === REVOKED || (isListed(n) && !isRejectedOnce(n))
  const listed = [
    ...older.filter((_, n) => (isEarlier ? wasListed(n) : isListed(n))).map((fiction) => registryRow(fiction)),
    ...cases.flatMap(({ irs, fiction }) => (irs ? [registryRow(fiction, irs)] : [])),
  ].sort((a, b) => (a.EIN! < b.EIN! ? -1 : 1))
  const revocations = [
    revocationLine(fictionalOrganization(isEarlier ? OLDER : REVOKED), {
      revokedOn: '15-MAY-2025',
      postedOn: '11-AUG-2025',
    }),
    ...cases.flatMap(({ revocation, fiction }) => (revocation ? [revocationLine(fiction, revocation)] : [])),
  ]
  return { listed, revocations }
}

const piped = (...fields: string[]) => `${fields.join('|')}\r\n`

function revocationLine({ ein, name, address }: Fiction, { revokedOn, postedOn, reinstatedOn = '' }: Revocation) {
  const place = ['10 MAIN ST', address.city.toUpperCase(), address.state, address.postalCode, 'US']
  return piped(einDigits(ein), name.toUpperCase(), '', ...place, '03', revokedOn, postedOn, reinstatedOn)
}

function registryFiles(header: string[], isEarlier: boolean): Record<string, string> {
  const { listed, revocations } = demoRegistry(isEarlier)
  const deductible = listed.filter(({ DEDUCTIBILITY }) => DEDUCTIBILITY === '1')
  return {
    'demo-eo-bmf.csv': [header, ...listed.map((row) => header.map((column) => row[column]!))]
      .map((cells) => `${cells.join(',')}\r\n`)
      .join(''),
    'demo-pub78.txt': `\r\n\r\n${deductible
      .map(({ EIN, NAME, CITY, STATE, FOUNDATION, GROUP }) => {
        const codes = FOUNDATION === '04' ? 'PF' : GROUP === '0000' ? 'PC' : 'PC,GROUP'
        return piped(EIN!, NAME!, CITY!, STATE!, 'United States', codes)
      })
      .join('')}\r\n`,
    'demo-revocations.txt': `\r\n\r\n${revocations.join('')}\r\n`,
  }
}

/** Imports the demo registry like real IRS files, as of now or earlier. Each file is dated the first of the month. */
export async function importDemoRegistry(config: Config, keys: Keys, now: Date, isEarlier = false): Promise<void> {
  const running = config.databaseUrl ? undefined : await findRunning(config.dataDir)
  const url = running?.url ?? config.ownerDatabaseUrl
  if (!url) throw new Error('there is no database to import the demo registry into')
  const { BMF_HEADER } = await import('../../irs/eo-bmf.ts')
  const { openJournal } = await import('../../irs/journal.ts')
  const { runImport } = await import('../../irs/run-import.ts')
  const folder = mkdtempSync(join(tmpdir(), 'hikmah-demo-registry-'))
  const by = systemActor('Demo data')
  try {
    const files = Object.entries(registryFiles(BMF_HEADER, isEarlier)).map(([name, text]) => {
      const path = join(folder, name)
      writeFileSync(path, text)
      return { name, path, size: text.length }
    })
    const journal = await openJournal(url, { id: newId(), files, by }, () => undefined)
    const made: Parameters<typeof runImport>[2] = []
    // The console itself imports here, and must not step back for good.
    const deps = { url, keys, by, isOwn: false, journal }
    await runImport(deps, { paths: files, force: false, snapshotOn: `${now.toISOString().slice(0, 8)}01` }, made)
    await journal.end('imported', made)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    running?.leave()
  }
}
