import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { openPostgres } from '../src/kit/db/db.ts'
import { migrate } from '../src/kit/db/migrate.ts'
import { createJobs } from '../src/kit/jobs/jobs.ts'
import { startPostgres } from '../src/kit/postgres/server.ts'

/** What a test loses with the machine it makes anew. */
const WITHOUT_DISK = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum_naptime: '10min' }

export interface Cluster {
  urlOf(database: string): string
  stop(): Promise<void>
}

/** Linux's folder in memory, where it has room: containers may have 64 MB of it. */
const MEMORY = '/dev/shm'
const NEEDED_BYTES = 2 ** 31

function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= NEEDED_BYTES
}

/**
 * A PostgreSQL of its own, as the console starts it. In memory a database is made in a tenth of the time: ext4 looks for
 * each new file past all that were deleted in the last minutes, and each database is some hundred files.
 */
export async function startCluster(settings: Record<string, string> = WITHOUT_DISK): Promise<Cluster> {
  const folder = temporaryFolder('hikmah-cluster-', hasRoomInMemory() ? MEMORY : undefined)
  const server = await startPostgres(join(folder, 'postgres'), { settings: { max_connections: '300', ...settings } })
  return {
    urlOf: server.urlOf,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** One that an unprivileged PostgreSQL may pass, on the way to folders of its own. */
export function temporaryFolder(prefix: string, parent = '/tmp'): string {
  const folder = mkdtempSync(join(parent, prefix))
  chmodSync(folder, 0o711)
  return folder
}

/** A port to be listened on later: below those that a system gives whoever asks for any, so that nobody is given it meanwhile. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const server = createServer()
    server.once('error', () => resolve(freePort()))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)))
  })

/** The same server, another database. */
export const databaseUrl = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href

export async function onServer(url: string, statements: string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The rows of a statement, on a connection of its own. */
export async function askServer<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Row>(statement).finally(() => client.end())
  return rows
}

/** A new database, a copy of `template`, or empty without one. */
export async function createDatabase(url: string, template?: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `hikmah_${crypto.randomUUID().replaceAll('-', '')}`
  // Copied as files: page by page through the log is three times the work.
  await onServer(url, [`create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`])
  return { url: databaseUrl(url, name), drop: () => onServer(url, [`drop database ${name} with (force)`]) }
}

const TEMPLATE = 'hikmah_template'

/** A database with all migrations and the schema of the jobs in it, to be copied; the server may be one that has it from an earlier run. */
export async function createTemplate(url: string): Promise<string> {
  await onServer(url, [`drop database if exists ${TEMPLATE}`, `create database ${TEMPLATE}`])
  const database = openPostgres(databaseUrl(url, TEMPLATE))
  await migrate(database)
  const jobs = createJobs(database, [])
  await jobs.start(undefined, console)
  await jobs.stop()
  await database.close()
  return TEMPLATE
}
