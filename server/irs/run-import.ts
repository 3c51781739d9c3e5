import { createHash } from 'node:crypto'
import { setPriority } from 'node:os'
import { type RegistryKind, registryKindNames } from '@hikmah/contract/irs-registry/words'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { isInFuture } from '../src/irs-registry/imports.ts'
import type { MadeSource, SourceFile } from '../src/irs-registry/table.ts'
import { irsSources } from '../src/irs-registry/table.ts'
import { record } from '../src/kit/audit/audit.ts'
import { writeEntries } from '../src/kit/audit/write-entries.ts'
import type { Actor } from '../src/kit/auth/actor.ts'
import type { Keys } from '../src/kit/auth/keys.ts'
import { type Db, nameKeptStatements, UNLIMITED } from '../src/kit/db/db.ts'
import type { Tx } from '../src/kit/write/tx.ts'
import { copyInput } from './copy.ts'
import type { Format } from './format.ts'
import type { Input } from './input.ts'
import { assertSize, openInputs } from './input.ts'
import type { Journal } from './journal.ts'
import { formatOf, formats } from './recognize.ts'
import { Refused } from './refused.ts'
import { createNextTable, makeIndexes, swapTable } from './swap-table.ts'

/** Held for as long as an import runs. */
const IMPORT_LOCK = 748_210
const ROWS_FLOOR = 0.95
/** Lower than that of the server, where both run on one machine. */
const LOW_PRIORITY = 10

export interface ImportOptions {
  paths: { path: string; name: string }[]
  /** Files with far fewer rows than the last are taken too. */
  force: boolean
  /** The day the files were published; otherwise the day each was made. */
  snapshotOn: string | null
}

interface Hands {
  /** As the owner of the tables. */
  url: string
  keys: Keys
  by: Actor
  /** The database works on this machine, for nobody else. */
  isOwn: boolean
  journal: Journal
}

/**
 * Puts the files of the IRS in the place of those before, each kind in one transaction: readers see the old rows or the
 * new ones, and whatever ends an import leaves the old. Kinds that were put in place by an import that ended are not
 * read again. What was put in place is added to `made`. Throws Refused with what is wrong.
 */
export async function runImport(hands: Hands, options: ImportOptions, made: MadeSource[]): Promise<void> {
  const client = new pg.Client({ connectionString: hands.url, ...UNLIMITED })
  nameKeptStatements(client)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(`set client_connection_check_interval = '2s'`).catch(() => undefined)
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine, pg_backend_pid() as pid', [
      IMPORT_LOCK,
    ])
    if (!rows[0].mine) throw new Refused('Another import is running. Wait until it is done, and import again.')
    if (hands.isOwn) stepBack(rows[0].pid)
    await hands.journal.begin(rows[0].pid)
    const groups = await readGroups(options)
    hands.journal.expect(groups.reduce((sum, { inputs }) => sum + inputs.reduce((all, { bytes }) => all + bytes, 0), 0))
    for (const group of groups) made.push(await importKind(client, hands, group, options))
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** What this process and its part of the database do may take longer: people wait for the pages of the console. */
function stepBack(backend: number) {
  for (const pid of [process.pid, backend]) {
    try {
      setPriority(pid, LOW_PRIORITY)
    } catch {
      // It runs as somebody else, or elsewhere.
    }
  }
}

interface Group {
  format: Format
  inputs: Input[]
}

/** The files grouped by kind; all are recognized before any is read in full. */
async function readGroups({ paths }: ImportOptions): Promise<Group[]> {
  const found: { format: Format; input: Input }[] = []
  const known = new Map<string, string>()
  for (const { path, name } of paths) {
    const inputs = await openInputs(path, name)
    const { sha256 } = inputs[0]!
    const same = known.get(sha256)
    if (same) throw new Refused(`${name} is the same file as ${same}. Import it once.`)
    known.set(sha256, name)
    for (const input of inputs) found.push({ format: await formatOf(input), input })
  }
  assertSize(
    'Together',
    found.map(({ input }) => input.bytes),
  )
  return formats
    .map((format) => ({ format, inputs: found.filter((one) => one.format === format).map(({ input }) => input) }))
    .filter(({ inputs }) => inputs.length > 0)
}

/** Of one file its own; of several, that of all of them, in whatever order they came. */
function sha256Of(inputs: Input[]): string {
  const each = [...new Set(inputs.map(({ sha256 }) => sha256))].sort()
  return each.length === 1 ? each[0]! : createHash('sha256').update(each.join('\n')).digest('hex')
}

interface Known {
  sha256: string
  rows: number
}

async function importKind(client: pg.Client, hands: Hands, group: Group, options: ImportOptions): Promise<MadeSource> {
  const { format, inputs } = group
  const { kind, table } = format
  const { journal } = hands
  const sha256 = sha256Of(inputs)
  const { rows: kept } = await client.query<Known>('select sha256, rows from irs_sources where kind = $1', [kind])
  const known = kept[0]
  journal.at(kind)
  if (known?.sha256 === sha256) {
    journal.read(inputs.reduce((sum, { bytes }) => sum + bytes, 0))
    return { kind, rows: known.rows, isUnchanged: true }
  }
  const snapshotOn = options.snapshotOn ?? dayOf(inputs)
  await client.query('begin')
  try {
    const next = await createNextTable(client, table)
    const files: SourceFile[] = []
    for (const input of inputs) {
      const rows = await copyInput(client, format, next, input, { bytes: journal.read, rows: journal.rows })
      files.push({ name: input.name, sha256: input.sha256, rows })
    }
    const rows = files.reduce((sum, file) => sum + file.rows, 0)
    if (known && !options.force) assertEnough(kind, rows, known.rows)
    journal.finishing()
    await makeIndexes(client, table).catch((error) => {
      throw twiceOf(error)
    })
    await swapTable(client, table)
    await keepSource(client, hands, { kind, files, snapshotOn, sha256, rows })
    await client.query('commit')
    return { kind, rows }
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** The oldest, so that nothing looks fresher than it is. */
function dayOf(inputs: Input[]): string {
  const [oldest] = inputs.toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const { name, day } = oldest!
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(day) || isInFuture(day, new Date())) {
    throw new Refused(`${name}: the file says that it was made on ${day}. Give the day on which it was published.`)
  }
  return day
}

function assertEnough(kind: RegistryKind, rows: number, before: number) {
  if (rows >= before * ROWS_FLOOR) return
  const [now, then] = [rows.toLocaleString('en-US'), before.toLocaleString('en-US')]
  throw new Refused(
    `${registryKindNames[kind]}: there are ${now} rows, but ${then} are in use; fewer than 95% looks like only part of the files. Import all of its files at once, or use --force if so few are right.`,
  )
}

/** Two files of one month hold no EIN twice. */
function twiceOf(error: Error & { code?: string; detail?: string }) {
  if (error.code !== '23505') return error
  const ein = /=\((\d+)\)/.exec(error.detail ?? '')?.[1] ?? ''
  return new Refused(
    `The EIN ${ein.slice(0, 2)}-${ein.slice(2)} appears twice. Import each file once, and no state together with its region.`,
  )
}

interface Source {
  kind: RegistryKind
  files: SourceFile[]
  snapshotOn: string
  sha256: string
  rows: number
}

/** What is in place from now on, with its entry in the trail, in the transaction that puts it there. */
async function keepSource(client: pg.Client, { by, keys, journal }: Hands, source: Source) {
  const tx: Tx = Object.assign(drizzle(client) as unknown as Db, {
    by,
    at: new Date(),
    drafts: [],
    hasLetters: false,
    // It writes no letter.
    letterhead: { sender: '', repliesTo: '' },
  })
  const { rows } = await client.query<{ version: number }>(
    'select coalesce(max(version), 0) + 1 as version from irs_sources',
  )
  const row = {
    ...source,
    version: rows[0]!.version,
    importId: journal.id,
    importedBy: by.name,
    importedAt: tx.at,
  }
  await tx.insert(irsSources).values(row).onConflictDoUpdate({ target: irsSources.kind, set: row })
  const { files, snapshotOn, sha256 } = source
  record(tx, {
    action: 'irs-registry.imported',
    entity: 'irs-registry',
    entityId: journal.id,
    entityName: registryKindNames[source.kind],
    after: { files: files.map(({ name }) => name), snapshotOn, sha256, rows: source.rows },
  })
  await writeEntries(tx, keys.audit)
}
