import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { secretKeyFile } from '../src/kit/auth/keys.ts'
import { openEmbedded } from '../src/kit/postgres/embedded.ts'
import type { Config } from '../src/kit/process/config.ts'
import { ConfigError, readArguments } from '../src/kit/process/config-error.ts'
import { postgresFolder } from '../src/kit/process/data-directory.ts'
import { onlyFile, runCommand, say, spellCommand } from './command.ts'
import { readBackup } from './read-backup.ts'
import { verifyBackup } from './verify-backup.ts'

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

const USAGE = `Name the file to restore and its fingerprint: ${spellCommand('restore', 'FILE --fingerprint=FINGERPRINT')}`
const UNPROVEN =
  'Only the fingerprint that the backup printed proves that a file was not changed. Without it, --unproven restores any file that is whole, whoever wrote it.'

/** What the file is to be: the fingerprint, or undefined where the person says that it cannot be proven. */
function readFingerprint({ fingerprint, unproven }: { fingerprint?: string; unproven?: boolean }): string | undefined {
  if (fingerprint === undefined && !unproven) throw new ConfigError(`${USAGE}\n${UNPROVEN}`)
  if (fingerprint === undefined || /^[0-9a-f]{64}$/.test(fingerprint)) return fingerprint
  throw new ConfigError('--fingerprint: give the 64 characters that the backup printed')
}

/** Into an empty DATA_DIR or the empty database of DATABASE_URL (docs/backup.md). */
await runCommand(async (config) => {
  const { positionals, values } = readArguments(USAGE, {
    allowPositionals: true,
    options: { fingerprint: { type: 'string' }, unproven: { type: 'boolean' } },
  })
  const file = onlyFile(USAGE, positionals)
  const given = readFingerprint(values)
  if (!existsSync(file)) throw new ConfigError(`${file} does not exist`)
  if (!config.secretKey && existsSync(secretKeyFile(config.dataDir))) {
    throw new ConfigError(`DATA_DIR: ${config.dataDir} already holds a key. Restore into an empty directory.`)
  }
  // All of it, before anything of it is kept.
  const { manifest, fingerprint } = await verifyBackup(file, given)
  if (manifest.format === 1) {
    if (given)
      throw new ConfigError('This backup is of an earlier console, which gave no fingerprints: --unproven restores it.')
    say('This backup is of an earlier console: its rows were counted, whether any was changed cannot be told.')
  }
  const restore = async (databaseUrl: string) => {
    const keep = (secretKey: string) => keepSecretKey(config, secretKey)
    try {
      await readBackup(file, fingerprint, { databaseUrl, storageUrl: config.storageUrl, keepSecretKey: keep }, say)
    } catch (error) {
      if (!config.secretKey) rmSync(secretKeyFile(config.dataDir), { force: true })
      throw error
    }
  }
  await (config.ownerDatabaseUrl ? restore(config.ownerDatabaseUrl) : restoreEmbedded(config, restore))
  if (!given) say('Not proven: whoever could write the file may have changed anything in it, owners and passwords too.')
  say('Restored. Start the console and choose Verify on the Audit page.')
})
