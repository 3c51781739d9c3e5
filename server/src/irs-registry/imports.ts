import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListMeta, PageQuery } from '@hikmah/contract/common'
import type { KeptSource, RegistryImport } from '@hikmah/contract/irs-registry/endpoints'
import { daysSince, isImportOver, isStale } from '@hikmah/contract/irs-registry/words'
import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { House } from '../house.ts'
import type { Db } from '../kit/db/db.ts'
import { notFound } from '../kit/errors/refusal.ts'
import { job } from '../kit/jobs/jobs.ts'
import { pagingOf } from '../kit/list/rows.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import type { Config } from '../kit/process/config.ts'
import { projectRoot } from '../kit/process/project-root.ts'
import type { Tx } from '../kit/write/tx.ts'
import { presentSource, sortByKind } from './queries.ts'
import { irsImports, irsSources } from './table.ts'

/** A running import reports every second, by the clock of the database, which need not be that of this machine. */
const SILENT_S = 60

/** An import as `presentImport` needs it. */
export const importColumns = {
  ...getTableColumns(irsImports),
  isSilent: sql<boolean>`${irsImports.heardAt} < now() - make_interval(secs => ${sql.raw(String(SILENT_S))})`,
}
export type ImportRow = typeof irsImports.$inferSelect & { isSilent: boolean }

/** After this without a part the sender of an upload is gone. A part is sent within 20 seconds. */
export const ABANDONED_S = 15 * 60

export async function listKeptSources(db: Db, now: Date): Promise<KeptSource[]> {
  const rows = await db.select().from(irsSources)
  return sortByKind(rows).map((row) => {
    const { importedBy, snapshotOn } = row
    return { ...presentSource(row), importedBy, age: daysSince(snapshotOn, now), isStale: isStale(snapshotOn, now) }
  })
}

export async function listImports(
  db: Db,
  query: PageQuery,
  now: Date,
): Promise<{ data: RegistryImport[]; meta: ListMeta }> {
  const { page, limit, offset } = pagingOf(query)
  const rows = await db
    .select(importColumns)
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
  const [row] = await db.select(importColumns).from(irsImports).where(eq(irsImports.id, id))
  if (!row) throw notFound('import')
  return row
}

export async function lockImport(tx: Tx, id: string): Promise<ImportRow> {
  const [row] = await tx.select(importColumns).from(irsImports).where(eq(irsImports.id, id)).for('update')
  if (!row) throw notFound('import')
  return row
}

/** The audit trail names an import by its files, since it may not have begun. */
export const aboutImport = ({ id, files }: ImportRow) => ({
  entity: 'irs-registry' as const,
  entityId: id,
  entityName: files.map(({ name }) => name).join(', '),
})

/** An import that claims to be running or uploading but has been silent for long is over. */
function currentStatus(row: ImportRow, now: Date): Pick<ImportRow, 'status' | 'problem'> {
  if (row.status === 'running' && row.isSilent) return { status: 'failed', problem: ENDED_EARLY }
  if (row.status === 'uploading' && row.heardAt < secondsAfter(now, -ABANDONED_S)) return GIVEN_UP
  return row
}

export function presentImport(row: ImportRow, now: Date): RegistryImport {
  const { status, problem } = currentStatus(row, now)
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

/** The least memory with which the import is quick. */
const MEMORY = ['--max-semi-space-size=4', '--max-old-space-size=160']

/** `npm run irs:import` runs this with the files. `scripts/prepare.mjs` builds it. */
export const importerCommand = () => [process.execPath, ...MEMORY, join(projectRoot, 'server/irs/dist/import.js')]

/** The files of an upload until it is imported. Backups skip `.part`. */
export const importDrafts = (importId: string) => `irs-${importId}.part`

export const importDraft = (importId: string, file: number) => `${importDrafts(importId)}/${file}`

/** Imports in a process of its own, as the owner of the tables. Ends with the console, which restarts it. */
export const importJob = job({
  name: 'irs-import',
  tries: 3,
  work: async ({ db, config, clock, files }: House, { id }: { id: string }) => {
    const { status } = await readImport(db, id)
    if (!isImportOver(status)) {
      const lastOutput = await runImporter(config, id)
      // An importer that ends normally records its own outcome.
      await db
        .update(irsImports)
        .set({ status: 'failed', problem: lastOutput, finishedAt: clock.now() })
        .where(and(eq(irsImports.id, id), inArray(irsImports.status, ['waiting', 'running'])))
    }
    await files.discard(importDrafts(id))
    await rm(join(config.dataDir, importDrafts(id)), { recursive: true, force: true })
  },
})

/** Where the SDK of an object store finds its credentials. */
const storeSettings = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => name === 'HOME' || name.startsWith('AWS_')))

function runImporter(config: Config, id: string): Promise<string> {
  const [program, ...args] = importerCommand()
  const child = spawn(program!, [...args, '--id', id], {
    // The pipe closes when this process ends, however that ends.
    stdio: ['pipe', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: config.dataDir,
      ...storeSettings(),
      STORAGE_URL: config.storageUrl.href,
      DATABASE_URL: config.databaseUrl ?? '',
      DIRECT_DATABASE_URL: config.directDatabaseUrl ?? '',
      MIGRATE_DATABASE_URL: config.migrateDatabaseUrl ?? '',
      ...(config.secretKey && { SECRET_KEY: config.secretKey }),
    },
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-500)
  })
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(`The import could not be started: ${message}`))
    child.once('close', () => resolve(output.trim() || 'The import ended before it finished. Import again.'))
  })
}

/** The first time zone is this far ahead of UTC. */
const EARLIEST_MS = 14 * 3_600_000

/** No file was published on a day (YYYY-MM-DD) that has begun nowhere yet; such a date would never grow old. */
export const isInFuture = (day: string, now: Date): boolean =>
  day > new Date(now.getTime() + EARLIEST_MS).toISOString().slice(0, 10)

export const FUTURE_DATE = 'This day is in the future. Give the day on which the files were published.'
