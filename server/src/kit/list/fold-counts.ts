import { sql } from 'drizzle-orm'
import { type Database, type Db, keptRowsOf } from '../db/db.ts'
import { foldedCounts, listChanges } from './rows.ts'

/** Until then whoever reads a list adds its changes up. */
const FOLD_MS = 1000

/**
 * Puts what writes have added into the counts of the lists. One statement, so that every reader sees all of it before or
 * after, and a process that hangs holds nothing; of several that fold at once each takes what the others leave.
 */
export async function foldCounts(db: Db): Promise<void> {
  await keptRowsOf(
    db,
    sql`with gone as (delete from ${listChanges} returning *)
      insert into ${foldedCounts} (list, status, count)
        select list, status, sum(count) from gone group by 1, 2 having sum(count) <> 0 order by 1, 2
        on conflict (list, status) do update set count = ${foldedCounts.count} + excluded.count`,
  )
}

/** Every console does it, since any of them may be the only one. Returns what ends it. */
export function keepFolding({ db }: Database): () => Promise<void> {
  let folding: Promise<void> | undefined
  const timer = setInterval(() => {
    // The watch reports a database that is gone.
    folding ??= foldCounts(db)
      .catch(() => undefined)
      .finally(() => {
        folding = undefined
      })
  }, FOLD_MS).unref()
  return async () => {
    clearInterval(timer)
    await folding
  }
}
