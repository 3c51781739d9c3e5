import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemActor } from '../kit/auth/actor.ts'
import type { Keys } from '../kit/auth/keys.ts'
import { newId } from '../kit/db/ids.ts'
import { findRunning } from '../kit/postgres/embedded.ts'
import type { Config } from '../kit/process/config.ts'
import { type Fiction, fictionalOrganization } from './fiction.ts'
import { organizationOfCase, type Revocation, reviewCases } from './tax-reviews.ts'

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

/** The rows of the three files: only the demo organizations. */
function demoRegistry() {
  const older = Array.from({ length: OLDER }, (_, n) => fictionalOrganization(n))
  const cases = reviewCases.map((one, k) => ({ ...one, fiction: organizationOfCase(k) }))
  const listed = [
    ...older.filter((_, n) => isListed(n)).map((fiction) => registryRow(fiction)),
    ...cases.flatMap(({ irs, fiction }) => (irs ? [registryRow(fiction, irs)] : [])),
  ].sort((a, b) => (a.EIN! < b.EIN! ? -1 : 1))
  const revocationRow = (
    { ein, name, address }: Fiction,
    days: Pick<Revocation, 'revokedOn' | 'postedOn' | 'reinstatedOn'>,
  ): Revocation => ({
    ein: einDigits(ein),
    name: name.toUpperCase(),
    city: address.city.toUpperCase(),
    state: address.state,
    zip: address.postalCode,
    ...days,
  })
  const revocations = [
    revocationRow(fictionalOrganization(REVOKED), { revokedOn: '15-MAY-2025', postedOn: '11-AUG-2025' }),
    ...cases.flatMap(({ revocation, fiction }) => (revocation ? [revocationRow(fiction, revocation)] : [])),
  ]
  return { listed, revocations }
}

const piped = (fields: string[]) => `${fields.join('|')}\r\n`

/** The three files in the formats of the IRS. */
function registryFiles(header: string[]): Record<string, string> {
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
    const files = Object.entries(registryFiles(BMF_HEADER)).map(([name, text]) => {
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
