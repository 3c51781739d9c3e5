import { sql } from 'drizzle-orm'
import { type Db, rowsOf } from '../src/kit/db/db.ts'

/** Every table of which a row holds one of the texts, in any case. */
export async function findAnywhere(db: Db, ...texts: string[]): Promise<string[]> {
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select c.oid::regclass::text as name from pg_class c
        where relkind = 'r' and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) order by 1`,
  )
  const holding: string[] = []
  for (const { name } of tables) {
    const holds = sql.join(
      texts.map((text) => sql`t::text ilike ${`%${text}%`}`),
      sql` or `,
    )
    const [found] = await rowsOf(db, sql`select from ${sql.raw(name)} t where ${holds} limit 1`)
    if (found) holding.push(name)
  }
  return holding
}
