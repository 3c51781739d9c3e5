import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { isImportOver } from '@hikmah/contract/irs-registry/schemas'
import { and, eq, inArray } from 'drizzle-orm'
import type { House } from '../house.ts'
import { job } from '../kit/jobs/jobs.ts'
import type { Config } from '../kit/process/config.ts'
import { importerCommand } from './importer.ts'
import { readImport } from './imports.ts'
import { irsImports } from './table.ts'
import { uploadFolder } from './uploads.ts'

/**
 * Imports the upload in its own process: as the owner of the tables, which the server is not, and without slowing the
 * server down. It ends with the console, which starts it again after a restart.
 */
export const importJob = job({
  name: 'irs-import',
  tries: 3,
  work: async ({ db, config, clock }: House, { id }: { id: string }) => {
    const { status } = await readImport(db, id)
    if (!isImportOver(status)) {
      const said = await runImporter(config, id)
      // An importer that ends normally records its own outcome.
      await db
        .update(irsImports)
        .set({ status: 'failed', problem: said, finishedAt: clock.now() })
        .where(and(eq(irsImports.id, id), inArray(irsImports.status, ['waiting', 'running'])))
    }
    await rm(uploadFolder(config.storageDir, id), { recursive: true, force: true })
  },
})

/** Resolves at its end with what it said last. */
function runImporter(config: Config, id: string): Promise<string> {
  const [program, ...args] = importerCommand()
  const child = spawn(program!, [...args, '--id', id], {
    // Its end of the pipe closes when this process ends, however that ends.
    stdio: ['pipe', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: config.dataDir,
      STORAGE_URL: pathToFileURL(config.storageDir).href,
      DATABASE_URL: config.databaseUrl ?? '',
      MIGRATE_DATABASE_URL: config.migrateDatabaseUrl ?? '',
      ...(config.secretKey && { SECRET_KEY: config.secretKey }),
    },
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-500)
  })
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(`The import could not be started: ${message}`))
    child.once('close', () => resolve(said.trim() || 'The import ended before it finished. Import again.'))
  })
}
