import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '../src/kit/db/db.ts'

/** How many statements of this database wait for a lock that another holds. */
export const countLockWaiters = async (db: Db): Promise<number> =>
  (await rowsOf(db, sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
    .length
