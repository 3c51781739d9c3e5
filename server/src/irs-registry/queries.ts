import { stateCode } from '@hikmah/contract/addresses'
import type {
  DeductibleRow,
  RegistryEvidence,
  RegistryQuestion,
  RegistryRow,
  RegistrySource,
  RevocationRow,
  Verdict,
} from '@hikmah/contract/irs-registry/endpoints'
import { NO_FILE_YET, type RegistryKind, registryKinds } from '@hikmah/contract/irs-registry/words'
import { getTableColumns, max, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Reads } from '../house.ts'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { conflict } from '../kit/errors/refusal.ts'
import { findNearest, nameSounds } from './search-words.ts'
import { irsDeductibles, irsOrganizations, irsRevocations, irsSources } from './table.ts'
import { suggestVerdict } from './verdict/suggest-verdict.ts'

type SourceRow = typeof irsSources.$inferSelect
type OrganizationRow = Omit<typeof irsOrganizations.$inferSelect, 'words'>

/** Grows with each imported file; 0 before the first. */
export async function registryVersion(db: Db): Promise<number> {
  const [row] = await db.select({ version: max(irsSources.version) }).from(irsSources)
  return row?.version ?? 0
}

export async function readEvidence(db: Db, ein: string): Promise<RegistryEvidence> {
  return (await readEvidences(db, [ein])).get(ein)!
}

type Evidence = { ein: string; row: OrganizationRow | null; deductible: DeductibleRow | null } & {
  revocations: RevocationRow[] | null
  sources: (Omit<SourceRow, 'importedAt'> & { importedAt: string })[] | null
}

/** A row as JSON with the names of our columns. */
const asJson = (table: PgTable, alias: string, omitted?: string) => {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key !== omitted)
  return sql.raw(`jsonb_build_object(${columns.map(([key, { name }]) => `'${key}', ${alias}.${name}`).join(', ')})`)
}

const organizationJson = asJson(irsOrganizations, 'r', 'words')
const deductibleJson = asJson(irsDeductibles, 'd', 'ein')
const revocationJson = asJson(irsRevocations, 'v', 'ein')
const sourceJson = asJson(irsSources, 's')

export async function readEvidences(db: Db, eins: string[]): Promise<Map<string, RegistryEvidence>> {
  if (eins.length === 0) return new Map()
  const digits = sql.join(
    [...new Set(eins.map(einDigits))].map((ein) => sql`${ein}`),
    sql`, `,
  )
  const rows = await rowsOf<Evidence>(
    db,
    sql`select asked.ein,
      (select ${organizationJson} from irs_organizations r where r.ein = asked.ein) as row,
      (select ${deductibleJson} from irs_deductibles d where d.ein = asked.ein) as deductible,
      (select jsonb_agg(${revocationJson} order by v.revoked_on desc, v.reinstated_on desc nulls first)
       from irs_revocations v where v.ein = asked.ein) as revocations,
      (select jsonb_agg(${sourceJson}) from irs_sources s) as sources
    from unnest(array[${digits}]::text[]) as asked (ein)`,
  )
  const byDigits = new Map(rows.map((row) => [row.ein, presentEvidence(row)]))
  return new Map(eins.map((ein) => [ein, byDigits.get(einDigits(ein))!]))
}

const presentEvidence = ({ row, deductible, revocations, sources }: Evidence): RegistryEvidence => ({
  row: row && presentRow(row),
  deductible,
  revocations: revocations ?? [],
  sources: sortByKind(
    (sources ?? []).map((source) => presentSource({ ...source, importedAt: new Date(source.importedAt) })),
  ),
})

/** The names of the IRS end after 70 characters. */
const MAX_WORDS = 12
const ROWS_PER_WORD = 300
const COMPARED_ROWS = 60

/** The rows of a state (two letters) whose names sound most alike, nearest first. */
export async function findRowsByName(
  db: Db,
  { name, state }: { name: string; state: string },
  limit: number,
): Promise<RegistryRow[]> {
  const sounds = nameSounds(name)
  if (sounds.length === 0) return []
  const words = sounds.slice(0, MAX_WORDS).map((sound) => `${state.toUpperCase()} ${sound}`)
  // One search wants all of the words: where each is common, the other searches are cut off anywhere.
  const searches = [words, ...(words.length > 1 ? words.map((word) => [word]) : [])].map((wanted, n) => {
    const list = sql.join(
      wanted.map((word) => sql`${word}`),
      sql`, `,
    )
    return sql`(select ${n}::int as search, ein from irs_organizations where words @> array[${list}]::text[] limit ${ROWS_PER_WORD})`
  })
  // Rare words count for more.
  const candidates = await rowsOf<{ row: OrganizationRow }>(
    db,
    sql`select ${organizationJson} as row from irs_organizations r
        where r.ein = any(array(
          select ein from (
            select ein, 1.0 / count(*) over (partition by search) as worth
            from (${sql.join(searches, sql` union all `)}) hits
          ) worths group by ein order by sum(worth) desc, ein limit ${Math.max(COMPARED_ROWS, limit)}))`,
  )
  const rows = candidates.map(({ row }) => presentRow(row))
  return findNearest(sounds, rows, limit)
}

/** How many of the nearest are searched for another EIN of the same name. */
export const NEAREST = 10

export async function readNear(
  db: Db,
  { orgName, orgShortName = '', state }: Pick<RegistryQuestion, 'orgName' | 'orgShortName' | 'state'>,
): Promise<RegistryRow[]> {
  const near = new Map<string, RegistryRow>()
  for (const name of new Set([orgName, orgShortName]))
    for (const row of await findRowsByName(db, { name, state: stateCode(state) }, NEAREST)) near.set(row.ein, row)
  return [...near.values()]
}

export const readSources = async (db: Db): Promise<RegistrySource[]> =>
  sortByKind((await db.select().from(irsSources)).map(presentSource))

export const sortByKind = <Source extends { kind: RegistryKind }>(sources: Source[]) =>
  sources.sort((a, b) => registryKinds.indexOf(a.kind) - registryKinds.indexOf(b.kind))

const einDigits = (ein: string) => ein.replace('-', '')

export const presentSource = (
  row: Pick<SourceRow, 'kind' | 'files' | 'snapshotOn' | 'sha256' | 'rows' | 'importedAt'>,
): RegistrySource => ({
  kind: row.kind,
  fileNames: row.files.map(({ name }) => name),
  snapshotOn: row.snapshotOn,
  sha256: row.sha256,
  rows: row.rows,
  importedAt: row.importedAt.toISOString(),
})

const presentRow = (row: OrganizationRow): RegistryRow => ({
  ...row,
  ein: `${row.ein.slice(0, 2)}-${row.ein.slice(2)}`,
})

export async function checkRegistry({ db, clock }: Reads, question: RegistryQuestion): Promise<Verdict> {
  const [evidence, near] = await Promise.all([readEvidence(db, question.taxIdEin), readNear(db, question)])
  const verdict = suggestVerdict(question, evidence, near, clock.now())
  if (!verdict) throw conflict(NO_FILE_YET)
  return verdict
}
