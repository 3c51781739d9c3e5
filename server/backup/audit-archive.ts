import { open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { type ArchivedPart, describePart, writeArchive } from '../src/kit/audit/archive.ts'
import { record } from '../src/kit/audit/audit.ts'
import { createSealer } from '../src/kit/audit/sealer.ts'
import { FORMER_PART } from '../src/kit/audit/seals.ts'
import { verifyTrail } from '../src/kit/audit/verify-trail.ts'
import { writeEntries } from '../src/kit/audit/write-entries.ts'
import { systemActor } from '../src/kit/auth/actor.ts'
import type { Keys } from '../src/kit/auth/keys.ts'
import { type Database, openPostgres } from '../src/kit/db/db.ts'
import { systemClock } from '../src/kit/process/clock.ts'
import type { Config } from '../src/kit/process/config.ts'
import { ConfigError, readArguments } from '../src/kit/process/config-error.ts'
import { createChange } from '../src/kit/write/change.ts'
import { assertNew, onlyFile, runCommand, say, spellCommand, withDatabase } from './command.ts'
import { readArchive, readKeys } from './read-archive.ts'

const USAGE = `Name a month and the file to write: ${spellCommand('audit:archive', '2026-10 FILE')}`
const MONTH = /-(0[1-9]|1[0-2])$/

async function archive(database: Database, keys: Keys, part: string, file: string): Promise<ArchivedPart> {
  const draft = `${file}.draft`
  assertNew(draft)
  const verdict = await verifyTrail(database, keys, part)
  if (!verdict.ok) throw new ConfigError(`${part} is broken at entry ${verdict.brokenAt}. Nothing was written.`)
  const made = await open(draft, 'wx', 0o600)
  try {
    await database.transaction(async (tx) => {
      await tx.execute(sql`set transaction isolation level repeatable read, read only`)
      const lines = writeArchive(tx, keys.audit, await describePart(tx, keys.audit, part))
      await pipeline(lines, createGzip(), made.createWriteStream({ flush: true }))
    })
    const archived = await readArchive(draft, keys)
    await rename(draft, file)
    return archived
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await made.close()
  }
}

/** The trail says how the part ended, so that what comes after it is verified also where the part is elsewhere. */
async function recordArchive(
  database: Database,
  config: Config,
  keys: Keys,
  { part, earlier: _, ...archived }: ArchivedPart,
) {
  const { letterhead } = config
  const change = createChange(database, systemClock, {
    letterhead,
    writeEntries: (tx) => writeEntries(tx, keys.audit),
    afterCommit: () => undefined,
  })
  await change(systemActor('npm run audit:archive'), async (tx) =>
    record(tx, {
      action: 'audit.exported',
      entity: 'audit',
      entityId: part,
      entityName: `Part ${part} of the audit trail`,
      after: { ...archived },
    }),
  )
  await createSealer(database, keys.audit, systemClock).seal()
}

/** `npm run audit:archive -- MONTH FILE`, also while the console runs (docs/backup.md). */
await runCommand(async (config) => {
  const [part = '', ...names] = readArguments(USAGE, { allowPositionals: true }).positionals
  if (!/^\d{4}-\d{2}$/.test(part)) throw new ConfigError(USAGE)
  if (part !== FORMER_PART && !MONTH.test(part)) throw new ConfigError(`${part} is not a month.`)
  const file = onlyFile(USAGE, names)
  assertNew(file)
  const keys = readKeys(config)
  await withDatabase(config, async (url) => {
    const database = openPostgres(url, { unlimited: true })
    try {
      const archived = await archive(database, keys, part, file)
      await recordArchive(database, config, keys, archived)
      say(`${archived.entries.toLocaleString('en-US')} entries of ${part} are in ${file}, verified.`)
    } finally {
      await database.close()
    }
  })
})
