import { type Database, openPostgres } from '../db/db.ts'
import { postgresFolder, prepareDataDirectory } from './data-directory.ts'
import { lockDirectory } from './directory-lock.ts'
import { beginFirstStart, endFirstStart } from './first-start.ts'
import { type PostgresServer, startPostgres } from './server.ts'

export interface EmbeddedDatabase extends Database {
  server: PostgresServer
}

/** The database that the console starts itself. Refuses a directory that another console uses. */
export async function openEmbedded(dataDir: string, settings?: Record<string, string>): Promise<EmbeddedDatabase> {
  prepareDataDirectory(dataDir)
  const unlock = await lockDirectory(dataDir)
  try {
    const folder = postgresFolder(dataDir)
    beginFirstStart(dataDir, folder)
    const server = await startPostgres(folder, settings)
    const database = openPostgres(server.urlOf('postgres'))
    return {
      ...database,
      kind: 'embedded',
      server,
      close: async () => {
        await database.close()
        await server.stop()
        endFirstStart(dataDir)
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}
