import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openPostgres } from '../db/db.ts'
import { newId } from '../db/ids.ts'
import { ConfigError } from '../process/config-error.ts'
import { postgresFolder, prepareDataDirectory, type ServiceAccount, serviceAccount } from '../process/data-directory.ts'
import {
  askSocket,
  databaseUrl,
  type Launch,
  type PostgresServer,
  SOCKET,
  shortFolder,
  startPostgres,
} from './server.ts'

const markPath = (dataDir: string) => join(dataDir, 'first-start.unfinished')

/**
 * Marks the directory until its first start is done. If a killed start left the mark, nobody was served from that
 * database yet, so it is deleted and created again rather than used half finished.
 */
function beginFirstStart(dataDir: string, databaseDir: string) {
  const mark = markPath(dataDir)
  // Processes of the killed start may still write there for a moment.
  if (existsSync(mark)) rmSync(databaseDir, { recursive: true, force: true, maxRetries: 10 })
  else if (existsSync(databaseDir)) return
  const file = openSync(mark, 'w')
  fsyncSync(file)
  closeSync(file)
}

/** From now on nothing deletes the database. */
export const endFirstStart = (dataDir: string) => rmSync(markPath(dataDir), { force: true })

/** Lies in a directory that a restore to a moment fills, until it is done. */
export const restoreMark = (dataDir: string) => join(dataDir, 'restore.unfinished')

/** To begin a first start there would delete what the owner takes for restored, and serve an empty database. */
function assertNotHalfRestored(dataDir: string) {
  if (!existsSync(restoreMark(dataDir))) return
  throw new ConfigError(
    `DATA_DIR: the restore into ${dataDir} was cut off. Run restore:time again, which begins it anew, or choose another directory.`,
  )
}

const SETTLE_MS = 30

/**
 * Two servers on the same files ruin them, and PostgreSQL's own guard sees only its own process and IPC namespaces. So
 * the console listens on a socket in the directory as long as it lives: the process that answers owns the data.
 * Namespaces share the file system, and the kernel closes the socket even after kill -9.
 */
async function lockDirectory(dataDir: string): Promise<() => Promise<void>> {
  const inUse = () =>
    new ConfigError(`${dataDir} is in use by another process. Stop it, or set DATA_DIR to another directory.`)
  const short = shortFolder(dataDir)
  const path = join(short.folder, 'console.sock')
  try {
    if ((await askSocket(path)) !== undefined) throw inUse()
    rmSync(path, { force: true })
    const token = newId()
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.end(token)
    })
    await listen(server, path).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EADDRINUSE' ? inUse() : error
    })
    // Two that remove a dead console's socket at once may remove each other's new one.
    await sleep(SETTLE_MS)
    if ((await askSocket(path)) !== token) {
      server.close()
      throw inUse()
    }
    server.unref()
    return () =>
      new Promise((resolve) => {
        server.close(() => {
          short.remove()
          resolve()
        })
      })
  } catch (error) {
    short.remove()
    throw error
  }
}

const listen = (server: Server, path: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })

export interface EmbeddedDatabase extends Database {
  server: PostgresServer
  /** Ends the connections of the owner, whose queries may take any time, and goes on with fewer rights. */
  reopenAs(role: string): Promise<Database>
}

/** `prepare` comes before the start, with the lock held, and says how to start. */
export async function openEmbedded(
  dataDir: string,
  prepare: (data: string, account: ServiceAccount) => Launch | Promise<Launch> = () => ({}),
  isRestore = false,
): Promise<EmbeddedDatabase> {
  prepareDataDirectory(dataDir)
  const unlock = await lockDirectory(dataDir)
  try {
    const folder = postgresFolder(dataDir)
    if (!isRestore) assertNotHalfRestored(dataDir)
    beginFirstStart(dataDir, folder)
    const server = await startPostgres(folder, await prepare(join(folder, 'data'), serviceAccount(folder)))
    const open = (role?: string) => {
      const database = openPostgres(server.urlOf('postgres', role), { unlimited: role === undefined, isOwn: true })
      const close = async () => {
        await database.close()
        await server.stop()
        endFirstStart(dataDir)
        await unlock()
      }
      return { database, opened: { ...database, kind: 'embedded' as const, close } }
    }
    const owner = open()
    const reopenAs = async (role: string) => {
      await owner.database.close()
      return open(role).opened
    }
    return { ...owner.opened, server, reopenAs }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** The URL of the database of a console that runs on the directory now, for a second reader. `leave` when done. */
export async function findRunning(dataDir: string): Promise<{ url: string; leave(): void } | undefined> {
  const { folder, remove } = shortFolder(postgresFolder(dataDir))
  const isThere = (await askSocket(join(folder, SOCKET), 1)) !== undefined
  if (isThere) return { url: databaseUrl(folder, 'postgres'), leave: remove }
  remove()
  return undefined
}
