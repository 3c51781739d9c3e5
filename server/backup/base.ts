import { archiveFolders, pruneArchive } from '../src/kit/postgres/archive.ts'
import { daysBefore, systemClock } from '../src/kit/process/clock.ts'
import { ConfigError, readArguments } from '../src/kit/process/config-error.ts'
import { pruneUploads, writeBase } from '../src/write-base.ts'
import { runCommand, say, spellCommand, withDatabase } from './command.ts'

const USAGE = `Say how many days to keep, if not 7: ${spellCommand('backup:base', '--days=7')}`

function readDays(): number {
  const { days } = readArguments(USAGE, { options: { days: { type: 'string', default: '7' } } }).values
  if (/^[1-9]\d{0,3}$/.test(days)) return Number(days)
  throw new ConfigError(`--days: a whole number from 1 to 9999\n${USAGE}`)
}

/** `npm run backup:base` copies the database into WAL_ARCHIVE_DIR, also while the console runs (docs/backup.md). */
await runCommand(async (config) => {
  const days = readDays()
  const { walArchiveDir: archive } = config
  if (!archive) throw new ConfigError('WAL_ARCHIVE_DIR: set it as the console has it')
  await withDatabase(config, async (url) => {
    say(`Copied to ${await writeBase(config, archive, url, say)}`)
    const oldest = pruneArchive(archive, daysBefore(systemClock.now(), days))
    if (!oldest) throw new Error(`${archiveFolders(archive).bases} lost its base`)
    await pruneUploads(archive, oldest.at)
    say(`Each second since ${oldest.at.toISOString()} can be restored.`)
  })
})
