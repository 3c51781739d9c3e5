import { readFileSync } from 'node:fs'
import { secretKeyFile } from '../src/kit/auth/keys.ts'
import { readArguments } from '../src/kit/process/config-error.ts'
import { assertNew, onlyFile, runCommand, say, spellCommand, withDatabase } from './command.ts'
import { writeBackup } from './write-backup.ts'

const USAGE = `Name the file to write: ${spellCommand('backup', 'FILE')}`

/** `npm run backup -- FILE`, also while the console runs (docs/backup.md). */
await runCommand(async (config) => {
  const file = onlyFile(USAGE, readArguments(USAGE, { allowPositionals: true }).positionals)
  assertNew(file)
  await withDatabase(config, async (databaseUrl) => {
    const secretKey = config.secretKey ?? readFileSync(secretKeyFile(config.dataDir), 'utf8')
    const fingerprint = await writeBackup({ databaseUrl, storageUrl: config.storageUrl, secretKey }, file, say)
    say(`Backed up to ${file}. Anyone who has this file can read everything and sign in as anybody: keep it safe.`)
    say('A restore asks for its fingerprint, which proves that nothing was changed. Keep it apart from the file:')
    process.stdout.write(`${fingerprint}\n`)
  })
})
