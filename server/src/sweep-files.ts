import { retained } from '@hikmah/contract/retention'
import { and, inArray, isNull } from 'drizzle-orm'
import type { House } from './house.ts'
import { importDrafts } from './irs-registry/imports.ts'
import { irsImports } from './irs-registry/table.ts'
import type { Db } from './kit/db/db.ts'
import { isFileName, lockFiles } from './kit/files/files.ts'
import { assertOwned, type Storage } from './kit/files/storage.ts'
import { job } from './kit/jobs/jobs.ts'
import { daysBefore } from './kit/process/clock.ts'
import { media } from './media/table.ts'
import { paperUploads, taxDocuments } from './tax-verification/table.ts'
import { paperDraft } from './tax-verification/upload-papers.ts'

/** Of one transaction, during which no file is kept. What it does not come to waits for the next hour. */
const AT_ONCE = 50
const MOST_MS = 2000

/** Whose rows name files. */
const NAMING = [taxDocuments, paperUploads, media]

type Swept = Pick<House, 'database' | 'clock' | 'files' | 'keys'>

/** Removes files and drafts that no row names, as an upload leaves that was cut off. Whatever else lies there stays. */
export async function sweepFiles({ database, clock, files, keys }: Swept): Promise<void> {
  await assertOwned(files, keys.fingerprint)
  const before = daysBefore(clock.now(), retained.uploads.days)
  for await (const page of files.list()) {
    const old = page.filter(({ storedAt }) => storedAt < before).map(({ name }) => name)
    const unnamed = await findUnnamed(database.db, old)
    for (let at = 0; at < unnamed.length; at += AT_ONCE) {
      await database.transaction(async (tx) => {
        if (!(await lockFiles(tx))) return
        const endsAt = performance.now() + MOST_MS
        for (const name of unnamed.slice(at, at + AT_ONCE)) {
          if (performance.now() > endsAt) return
          // Each question proves that the lock still holds: PostgreSQL ends a transaction that is idle for too long.
          const [still] = await findUnnamed(tx, [name])
          if (still) await files.remove(still)
        }
      })
    }
  }
}

async function findUnnamed(db: Db, names: string[]): Promise<string[]> {
  if (names.length === 0) return []
  const named = new Set<string>()
  const hashes = names.filter(isFileName)
  for (const table of NAMING) {
    const rows = await db.select({ sha256: table.sha256 }).from(table).where(inArray(table.sha256, hashes))
    for (const { sha256 } of rows) if (sha256) named.add(sha256)
  }
  const ids = names.map((name) => DRAFT.exec(name)?.[1]).filter((id) => id !== undefined)
  const isUnfinished = and(inArray(paperUploads.id, ids), isNull(paperUploads.sha256), isNull(paperUploads.removedAt))
  const papers = await db.select({ id: paperUploads.id }).from(paperUploads).where(isUnfinished)
  for (const { id } of papers) named.add(paperDraft(id))
  const isUnderWay = and(inArray(irsImports.id, ids), inArray(irsImports.status, ['uploading', 'waiting', 'running']))
  const imports = await db.select({ id: irsImports.id }).from(irsImports).where(isUnderWay)
  for (const { id } of imports) named.add(importDrafts(id))
  return [...new Set(names)].filter((name) => (isFileName(name) || DRAFT.test(name)) && !named.has(name))
}

/** How many files that rows name are not there. */
export async function countMissing(db: Db, files: Storage): Promise<number> {
  const present = new Set<string>()
  for await (const page of files.list()) for (const { name } of page) present.add(name)
  const missing = new Set<string>()
  for (const table of NAMING) {
    for (const { sha256 } of await db.selectDistinct({ sha256: table.sha256 }).from(table))
      if (sha256 && !present.has(sha256)) missing.add(sha256)
  }
  return missing.size
}

/** Without a word before it, of a file that was not written to its end. */
const DRAFT = /^(?:paper-|irs-)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.part$/

export const sweepFilesJob = job({ name: 'sweep-files', every: 'hour', work: (house: House) => sweepFiles(house) })
