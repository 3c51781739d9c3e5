import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemActor } from '../kit/auth/actor.ts'
import type { Keys } from '../kit/auth/keys.ts'
import { newId } from '../kit/db/ids.ts'
import { findRunning } from '../kit/postgres/embedded.ts'
import type { Config } from '../kit/process/config.ts'
import { type Fiction, fictionOf } from './fiction.ts'
import { fictionOfCase, reviewCases } from './review-cases.ts'

/** A line of the list of automatic revocations; days as 15-MAY-2025. */
export interface Revocation {
  ein: string
  name: string
  city: string
  state: string
  zip: string
  revokedOn: string
  postedOn: string
  reinstatedOn?: string
}

type Listed = Record<string, string>

/** As any mosque that applied for its letter. */
const usual: Listed = {
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

const digitsOf = (ein: string) => ein.replace('-', '')
const rowOf = ({ ein, name, address }: Fiction, own: Listed = {}): Listed => ({
  ...usual,
  EIN: digitsOf(ein),
  NAME: name.toUpperCase().replaceAll('-', ' '),
  CITY: address.city.toUpperCase(),
  STATE: address.state,
  ZIP: `${address.postalCode}-0000`,
  ...own,
})

/** Of the organizations that are older than the review cases; the first was approved, and is revoked since. */
const OLDER = 60
const REVOKED = 0
const isListed = (n: number) => n !== REVOKED && n % 9 !== 4

/** What the three files hold: the demo organizations alone. */
function demoRegistry() {
  const older = Array.from({ length: OLDER }, (_, n) => fictionOf(n))
  const cases = reviewCases.map((one, k) => ({ ...one, fiction: fictionOfCase(k) }))
  const listed = [
    ...older.filter((_, n) => isListed(n)).map((fiction) => rowOf(fiction)),
    ...cases.flatMap(({ irs, fiction }) => (irs ? [rowOf(fiction, irs)] : [])),
  ].sort((a, b) => (a.EIN! < b.EIN! ? -1 : 1))
  const revocationOf = (
    { ein, name, address }: Fiction,
    days: Pick<Revocation, 'revokedOn' | 'postedOn' | 'reinstatedOn'>,
  ): Revocation => ({
    ein: digitsOf(ein),
    name: name.toUpperCase(),
    city: address.city.toUpperCase(),
    state: address.state,
    zip: address.postalCode,
    ...days,
  })
  const revocations = [
    revocationOf(fictionOf(REVOKED), { revokedOn: '15-MAY-2025', postedOn: '11-AUG-2025' }),
    ...cases.flatMap(({ revocation, fiction }) => (revocation ? [revocationOf(fiction, revocation)] : [])),
  ]
  return { listed, revocations }
}

const piped = (fields: string[]) => `${fields.join('|')}\r\n`

/** The same as the IRS would write it. */
function filesOf(header: string[]): Record<string, string> {
  const { listed, revocations } = demoRegistry()
  const deductible = listed.filter(({ DEDUCTIBILITY }) => DEDUCTIBILITY === '1')
  return {
    'demo-eo-bmf.csv': [header, ...listed.map((row) => header.map((column) => row[column]!))]
      .map((cells) => `${cells.join(',')}\r\n`)
      .join(''),
    'demo-pub78.txt': `\r\n\r\n${deductible
      .map(({ EIN, NAME, CITY, STATE, FOUNDATION, GROUP }) => {
        const codes = FOUNDATION === '04' ? 'PF' : GROUP === '0000' ? 'PC' : 'PC,GROUP'
        return piped([EIN!, NAME!, CITY!, STATE!, 'United States', codes])
      })
      .join('')}\r\n`,
    'demo-revocations.txt': `\r\n\r\n${revocations
      .map(({ ein, name, city, state, zip, revokedOn, postedOn, reinstatedOn = '' }) =>
        piped([ein, name, '', '10 MAIN ST', city, state, zip, 'US', '03', revokedOn, postedOn, reinstatedOn]),
      )
      .join('')}\r\n`,
  }
}

/** Imports the demo registry like real IRS files. Each file is dated the first of the month. */
export async function importDemoRegistry(config: Config, keys: Keys, now: Date): Promise<void> {
  const running = config.databaseUrl ? undefined : await findRunning(config.dataDir)
  const url = running?.url ?? config.migrateDatabaseUrl ?? config.databaseUrl
  if (!url) throw new Error('there is no database to import the demo registry into')
  const { BMF_HEADER } = await import('../../irs/eo-bmf.ts')
  const { openJournal } = await import('../../irs/journal.ts')
  const { runImport } = await import('../../irs/run-import.ts')
  const folder = mkdtempSync(join(tmpdir(), 'hikmah-demo-registry-'))
  const by = systemActor('Demo data')
  try {
    const files = Object.entries(filesOf(BMF_HEADER)).map(([name, text]) => {
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
