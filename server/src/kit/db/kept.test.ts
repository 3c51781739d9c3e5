import { sql } from 'drizzle-orm'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startServer } from '../../../test/start.ts'
import { listCounts } from '../list/rows.ts'
import { isAnyOf, kept, keptRowsOf, openPostgres, rowsOf } from './db.ts'
import { keepsNames } from './pooler.ts'

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
      sql`select (generic_plans + custom_plans)::integer as calls from pg_prepared_statements
        where prepare_time >= now() order by prepare_time`,
    )
    expect(statements).toEqual([{ calls: 3 }, { calls: 2 }])
  })
})

test('where names do not hold, nothing is prepared under one', async () => {
  const url = inject('serverUrl')
  const database = openPostgres(url, { pooled: { directUrl: url, keepsNames: false } })
  onTestFinished(() => database.close())
  await database.transaction(async (tx) => {
    expect(await keptRowsOf(tx, sql`select ${1}::integer as n`)).toEqual([{ n: 1 }])
    const named = tx.select({ n: sql`1` }).from(sql`(values (1)) as one`).prepare('mine')
    expect(await named.execute()).toEqual([{ n: 1 }])
    expect(await rowsOf(tx, sql`select name from pg_prepared_statements`)).toEqual([])
  })
})

test('names hold on connections of the database itself', async () => {
  expect(await keepsNames(inject('serverUrl'))).toBe(true)
})
