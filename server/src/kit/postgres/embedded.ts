import { join } from 'node:path'
import { type Database, openPostgres } from '../db/db.ts'
import { postgresFolder, prepareDataDirectory } from './data-directory.ts'
import { lockDirectory } from './directory-lock.ts'
import { beginFirstStart, endFirstStart } from './first-start.ts'
import { addressOf, type PostgresServer, SOCKET, startPostgres } from './server.ts'
import { askSocket, shortFolder } from './sockets.ts'

export interface EmbeddedDatabase extends Database {
  server: PostgresServer
  /** Ends the connections of the owner, whose queries may take any time, and goes on as a role with fewer rights. */
  reopenAs(role: string): Promise<Database>
}

/** The database that the console starts itself. Refuses a directory that another console uses. */
export async function openEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  prepareDataDirectory(dataDir)
  const unlock = await lockDirectory(dataDir)
  try {
    const folder = postgresFolder(dataDir)
    beginFirstStart(dataDir, folder)
    const server = await startPostgres(folder)
    const open = (role?: string) => {
      const database = openPostgres(server.urlOf('postgres', role), { unlimited: role === undefined })
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

/**
 * The address of the database of a console that runs on the directory at this moment, for a second reader; undefined
 * where none runs. `leave` when done.
 */
export async function findRunning(dataDir: string): Promise<{ url: string; leave(): void } | undefined> {
  const { folder, remove } = shortFolder(postgresFolder(dataDir))
  const isThere = (await askSocket(join(folder, SOCKET), 1)) !== undefined
  if (isThere) return { url: addressOf(folder, 'postgres'), leave: remove }
  remove()
  return undefined
}
