import type { ListMeta, PageQuery } from '@hikmah/contract/common'
import {
  daysSince,
  type KeptSource,
  type RegistryImport,
  registryKinds,
  STALE_DAYS,
} from '@hikmah/contract/irs-registry/schemas'
import { desc, eq } from 'drizzle-orm'
import type { Db, Tx } from '../kit/db/db.ts'
import { notFound } from '../kit/http/refusal.ts'
import { pagingOf } from '../kit/list/paging.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import { presentSource } from './queries.ts'
import { irsImports, irsSources } from './table.ts'

type ImportRow = typeof irsImports.$inferSelect
/** One that runs says how far it is every second. */
const SILENT_S = 60
/** Of an upload no part has come for so long: its sender is gone. A part is sent within 20 seconds. */
export const ABANDONED_S = 15 * 60

export async function listKeptSources(db: Db, now: Date): Promise<KeptSource[]> {
  const rows = await db.select().from(irsSources)
  const sorted = rows.sort((a, b) => registryKinds.indexOf(a.kind) - registryKinds.indexOf(b.kind))
  return sorted.map((row) => {
    const age = daysSince(row.snapshotOn, now)
    return { ...presentSource(row), importedBy: row.importedBy, age, isStale: age > STALE_DAYS }
  })
}

export async function listImports(
  db: Db,
  query: PageQuery,
  now: Date,
): Promise<{ data: RegistryImport[]; meta: ListMeta }> {
  const { page, limit, offset } = pagingOf(query)
  const rows = await db
    .select()
    .from(irsImports)
    .orderBy(desc(irsImports.createdAt), desc(irsImports.id))
    .limit(limit)
    .offset(offset)
  const total = await db.$count(irsImports)
  return {
    data: rows.map((row) => presentImport(row, now)),
    meta: { total, page, limit, counts: { all: total }, whole: total },
  }
}

export async function readImport(db: Db, id: string): Promise<ImportRow> {
  const [row] = await db.select().from(irsImports).where(eq(irsImports.id, id))
  if (!row) throw notFound('import')
  return row
}

/** Holds the import: who would change it too waits. */
export async function lockImport(tx: Tx, id: string): Promise<ImportRow> {
  const [row] = await tx.select().from(irsImports).where(eq(irsImports.id, id)).for('update')
  if (!row) throw notFound('import')
  return row
}

/** What the audit trail calls an import that may not have begun: its files. */
export const aboutImport = ({ id, files }: ImportRow) => ({
  entity: 'irs-registry' as const,
  entityId: id,
  entityName: files.map(({ name }) => name).join(', '),
})

/** How it stands: one that claims to be running or uploading but has not been heard of for long is over. */
function standingOf(row: ImportRow, now: Date): Pick<ImportRow, 'status' | 'problem'> {
  if (row.status === 'running' && row.heardAt < secondsAfter(now, -SILENT_S))
    return { status: 'failed', problem: ENDED_EARLY }
  if (row.status === 'uploading' && row.heardAt < secondsAfter(now, -ABANDONED_S)) return GIVEN_UP
  return row
}

export function presentImport(row: ImportRow, now: Date): RegistryImport {
  const { status, problem } = standingOf(row, now)
  return {
    _id: row.id,
    status,
    origin: row.origin,
    files: row.files,
    kind: row.kind,
    bytes: row.bytes,
    totalBytes: row.totalBytes,
    rows: row.rows,
    made: row.made,
    problem,
    requestedBy: row.requestedBy,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}

export const ENDED_EARLY = 'It was ended before it finished: the kind it was importing is unchanged. Import again.'

export const GIVEN_UP = {
  status: 'cancelled',
  problem: 'Given up: no part of the files arrived for 15 minutes. Import again.',
} as const
