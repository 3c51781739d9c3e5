import { stateCode } from '@hikmah/contract/addresses'
import type {
  DeductibleRow,
  RegistryEvidence,
  RegistryQuestion,
  RegistryRow,
  RegistrySource,
  Verdict,
} from '@hikmah/contract/irs-registry/endpoints'
import { NO_FILE_YET, registryKinds } from '@hikmah/contract/irs-registry/words'
import { getTableColumns, max, sql } from 'drizzle-orm'
import type { Reads } from '../house.ts'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { conflict } from '../kit/errors/refusal.ts'
import { nearestOf, soundsOf } from './search-words.ts'
import { irsOrganizations, irsSources } from './table.ts'
import { verdictOf } from './verdict/verdict-of.ts'

type OrganizationRow = Omit<typeof irsOrganizations.$inferSelect, 'words'>

/** Grows with each imported file; 0 before the first. */
export async function registryVersion(db: Db): Promise<number> {
  const [row] = await db.select({ version: max(irsSources.version) }).from(irsSources)
  return row?.version ?? 0
}

export async function readEvidence(db: Db, ein: string): Promise<RegistryEvidence> {
  return (await readEvidences(db, [ein])).get(ein)!
}

interface Found {
  ein: string
  row: OrganizationRow | null
  deductible: (DeductibleRow & { ein: string }) | null
  revocations: RevocationLine[] | null
  sources: SourceLine[] | null
}
interface RevocationLine {
  name: string
  revoked_on: string
  posted_on: string | null
  reinstated_on: string | null
}
type SourceLine = Pick<typeof irsSources.$inferSelect, 'kind' | 'files' | 'sha256' | 'rows'> & {
  snapshot_on: string
  imported_at: string
}

const organizationColumns = sql.raw(
  Object.entries(getTableColumns(irsOrganizations))
    .filter(([key]) => key !== 'words')
    .map(([key, { name }]) => `'${key}', r.${name}`)
    .join(', '),
)

export async function readEvidences(db: Db, eins: string[]): Promise<Map<string, RegistryEvidence>> {
  const digits = sql.join(
    [...new Set(eins.map(digitsOf))].map((ein) => sql`${ein}`),
    sql`, `,
  )
  const found =
    eins.length === 0
      ? []
      : await rowsOf<Found>(
          db,
          sql`select asked.ein,
            (select jsonb_build_object(${organizationColumns}) from irs_organizations r where r.ein = asked.ein) as row,
            (select to_jsonb(d) from irs_deductibles d where d.ein = asked.ein) as deductible,
            (select jsonb_agg(v order by v.revoked_on desc, v.reinstated_on desc nulls first)
             from irs_revocations v where v.ein = asked.ein) as revocations,
            (select jsonb_agg(s) from irs_sources s) as sources
          from unnest(array[${digits}]::text[]) as asked (ein)`,
        )
  const evidenceOf = new Map(found.map((one) => [one.ein, presentEvidence(one)]))
  return new Map(eins.map((ein) => [ein, evidenceOf.get(digitsOf(ein))!]))
}

const presentEvidence = ({ row, deductible, revocations, sources }: Found): RegistryEvidence => ({
  row: row && presentRow(row),
  deductible: deductible && {
    name: deductible.name,
    city: deductible.city,
    state: deductible.state,
    country: deductible.country,
    codes: deductible.codes,
  },
  revocations: (revocations ?? []).map((line) => ({
    name: line.name,
    revokedOn: line.revoked_on,
    postedOn: line.posted_on,
    reinstatedOn: line.reinstated_on,
  })),
  sources: inOrder(
    (sources ?? []).map((line) =>
      presentSource({ ...line, snapshotOn: line.snapshot_on, importedAt: new Date(line.imported_at) }),
    ),
  ),
})

/** Words of a name to search; the names of the IRS end after 70 characters. */
const WORDS = 12
/** Rows to read for each word. */
const FOR_EACH_WORD = 300
/** Rows to compare with the name. */
const COMPARED = 60

/** The rows of a state (two letters) whose names sound most alike, nearest first. */
export async function findRowsByName(
  db: Db,
  { name, state }: { name: string; state: string },
  limit: number,
): Promise<RegistryRow[]> {
  const sounds = soundsOf(name)
  if (sounds.length === 0) return []
  const words = sounds.slice(0, WORDS).map((sound) => `${state.toUpperCase()} ${sound}`)
  // One search wants all of the words: where each is common, the other searches are cut off anywhere.
  const searches = [words, ...(words.length > 1 ? words.map((word) => [word]) : [])].map((wanted, n) => {
    const list = sql.join(
      wanted.map((word) => sql`${word}`),
      sql`, `,
    )
    return sql`(select ${n}::int as search, ein from irs_organizations where words @> array[${list}]::text[] limit ${FOR_EACH_WORD})`
  })
  // Rare words count for more.
  const found = await rowsOf<{ row: OrganizationRow }>(
    db,
    sql`select jsonb_build_object(${organizationColumns}) as row from irs_organizations r
        where r.ein = any(array(
          select ein from (
            select ein, 1.0 / count(*) over (partition by search) as worth
            from (${sql.join(searches, sql` union all `)}) hits
          ) worths group by ein order by sum(worth) desc, ein limit ${Math.max(COMPARED, limit)}))`,
  )
  const rows = found.map(({ row }) => presentRow(row))
  return nearestOf(sounds, rows, limit)
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
  inOrder((await db.select().from(irsSources)).map(presentSource))

const inOrder = (sources: RegistrySource[]) =>
  sources.sort((a, b) => registryKinds.indexOf(a.kind) - registryKinds.indexOf(b.kind))

const digitsOf = (ein: string) => ein.replace('-', '')

type KeptRow = typeof irsSources.$inferSelect

export const presentSource = (
  row: Pick<KeptRow, 'kind' | 'files' | 'snapshotOn' | 'sha256' | 'rows' | 'importedAt'>,
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
  const verdict = verdictOf(question, evidence, near, clock.now())
  if (!verdict) throw conflict(NO_FILE_YET)
  return verdict
}
