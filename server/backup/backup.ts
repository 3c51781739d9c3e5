import { existsSync, readFileSync } from 'node:fs'
import { secretKeyFile } from '../src/kit/auth/keys.ts'
import { findRunning, openEmbedded } from '../src/kit/postgres/embedded.ts'
import type { Config } from '../src/kit/process/config.ts'
import { ConfigError, readArguments } from '../src/kit/process/config-error.ts'
import { postgresFolder } from '../src/kit/process/data-directory.ts'
import { onlyFile, runCommand, say, spellCommand } from './command.ts'
import { writeBackup } from './write-backup.ts'

/** The database, wherever it runs: at a server, beside a running console, or started for this. */
async function withDatabase(config: Config, work: (url: string) => Promise<void>) {
  if (config.ownerDatabaseUrl) return work(config.ownerDatabaseUrl)
  const running = await findRunning(config.dataDir)
  if (running) return work(running.url).finally(running.leave)
  if (!existsSync(postgresFolder(config.dataDir)))
    throw new ConfigError(`DATA_DIR: there is no database in ${config.dataDir}`)
  const database = await openEmbedded(config.dataDir)
  return work(database.server.urlOf('postgres')).finally(() => database.close())
}

const USAGE = `Name the file to write: ${spellCommand('backup', 'FILE')}`

/** `npm run backup -- FILE`, also while the console runs (docs/backup.md). */
await runCommand(async (config) => {
  const file = onlyFile(USAGE, readArguments(USAGE, { allowPositionals: true }).positionals)
  if (existsSync(file)) throw new ConfigError(`${file} already exists. Nothing was overwritten; choose another name.`)
  await withDatabase(config, async (databaseUrl) => {
    const secretKey = config.secretKey ?? readFileSync(secretKeyFile(config.dataDir), 'utf8')
    const fingerprint = await writeBackup({ databaseUrl, storageUrl: config.storageUrl, secretKey }, file, say)
    say(`Backed up to ${file}. Anyone who has this file can read everything and sign in as anybody: keep it safe.`)
    say('A restore asks for its fingerprint, which proves that nothing was changed. Keep it apart from the file:')
    process.stdout.write(`${fingerprint}\n`)
  })
})
