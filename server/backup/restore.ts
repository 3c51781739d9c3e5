import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { secretKeyFile } from '../src/kit/auth/keys.ts'
import { postgresFolder } from '../src/kit/postgres/data-directory.ts'
import { openEmbedded } from '../src/kit/postgres/embedded.ts'
import type { Config } from '../src/kit/process/config.ts'
import { ConfigError } from '../src/kit/process/config-error.ts'
import { runCommand, say } from './command.ts'
import { readBackup } from './read-backup.ts'

async function keepSecretKey(config: Config, secretKey: string) {
  if (config.secretKey && config.secretKey !== secretKey) {
    throw new ConfigError(
      'SECRET_KEY: the backup was made with another key. Set that one, or unset it to keep the key of the backup.',
    )
  }
  if (config.secretKey) return
  mkdirSync(config.dataDir, { recursive: true })
  writeFileSync(secretKeyFile(config.dataDir), secretKey, { mode: 0o600, flag: 'wx', flush: true })
}

async function restoreEmbedded(config: Config, restore: (databaseUrl: string) => Promise<unknown>) {
  const folder = postgresFolder(config.dataDir)
  if (existsSync(folder))
    throw new ConfigError(`DATA_DIR: ${config.dataDir} holds a database. Restore into an empty directory.`)
  const database = await openEmbedded(config.dataDir)
  try {
    await restore(database.server.urlOf('postgres'))
    await database.close()
  } catch (error) {
    await database.close()
    // It was empty before, so that it may be tried again.
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** `npm run restore -- FILE`, into an empty DATA_DIR or the empty database of DATABASE_URL (docs/backup.md). */
await runCommand('Name the file to restore: npm run restore -- FILE', async (config, file) => {
  if (!existsSync(file)) throw new ConfigError(`${file} does not exist`)
  if (!config.secretKey && existsSync(secretKeyFile(config.dataDir))) {
    throw new ConfigError(`DATA_DIR: ${config.dataDir} already holds a key. Restore into an empty directory.`)
  }
  const restore = async (databaseUrl: string) => {
    const keep = (secretKey: string) => keepSecretKey(config, secretKey)
    try {
      await readBackup(file, { databaseUrl, storageDir: config.storageDir, keepSecretKey: keep }, say)
    } catch (error) {
      if (!config.secretKey) rmSync(secretKeyFile(config.dataDir), { force: true })
      throw error
    }
  }
  await (config.databaseUrl
    ? restore(config.migrateDatabaseUrl ?? config.databaseUrl)
    : restoreEmbedded(config, restore))
  say('Restored. Start the console and choose Verify on the Audit page.')
})
