import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../../test/start.ts'
import { listCounts } from '../list/rows.ts'
import { isAnyOf, kept, keptRowsOf, rowsOf } from './db.ts'

const { house } = await startServer()

test('a kept statement is parsed once a connection, whatever its values and however many they are', async () => {
  await house.database.transaction(async (tx) => {
    for (const lists of [['orders'], ['orders', 'devices'], []]) {
      const counts = await kept(
        tx
          .select()
          .from(listCounts)
          .where(isAnyOf(listCounts.list, sql.param(lists))),
      )
      expect(counts.filter(({ list }) => !lists.includes(list))).toEqual([])
    }
    for (const n of [1, 2]) expect(await keptRowsOf(tx, sql`select ${n}::integer as n`)).toEqual([{ n }])
    const statements = await rowsOf<{ calls: number }>(
      tx,
      sql`select (generic_plans + custom_plans)::integer as calls from pg_prepared_statements order by prepare_time`,
    )
    expect(statements).toEqual([{ calls: 3 }, { calls: 2 }])
  })
})
