import { sql } from 'drizzle-orm'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../../test/cluster.ts'
import { openPostgres, rowsOf } from './db.ts'
import { migrate } from './migrate.ts'

const { url, drop } = await createDatabase(inject('serverUrl'))
const owner = openPostgres(url, { unlimited: true })
const former = openPostgres(url)
await owner.script('create table gifts (id integer, note text)')

afterAll(async () => {
  await former.close()
  await owner.close()
  await drop()
})

let number = 0
const migration = (text: string) => ({ name: `${++number}.sql`, sql: text, checksum: text })
const give = (id: number) => former.db.execute(sql`insert into gifts (id) values (${id})`)
const indexes = () =>
  rowsOf<{ name: string; valid: boolean }>(
    owner.db,
    sql`select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indrelid = 'gifts'::regclass`,
  )

test('a change whose table is being read lets others write to it meanwhile, and is made afterwards', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const reading = former.transaction(async (tx) => {
    await tx.execute(sql`select from gifts`)
    await released
  })
  const migrated = migrate(owner, [migration('alter table gifts add column thanked boolean')])
  const waits: number[] = []
  for (const end = Date.now() + 1500; Date.now() < end; ) {
    const start = performance.now()
    await give(1)
    waits.push(performance.now() - start)
  }
  // None waits for the reader, only for the change that waits for it.
  expect(Math.max(...waits)).toBeLessThan(1000)
  release()
  await reading
  expect(await migrated).toBe(1)
  expect(await rowsOf(owner.db, sql`select thanked from gifts limit 1`)).toEqual([{ thanked: null }])
})

test('an index is built outside a transaction, and anew where building it was interrupted', async () => {
  const building = migration(
    '-- without a transaction\ncreate unique index concurrently if not exists gifts_id on gifts (id)\n--;\nanalyze gifts',
  )
  await expect(migrate(owner, [building])).rejects.toThrow()
  expect(await indexes()).toEqual([{ name: 'gifts_id', valid: false }])

  await owner.script('delete from gifts')
  expect(await migrate(owner, [building])).toBe(1)
  expect(await indexes()).toEqual([{ name: 'gifts_id', valid: true }])
  expect(await migrate(owner, [building])).toBe(0)
})

test('of two that start at once one builds an index, and does not wait for the other, which waits for it', async () => {
  const building = migration(
    '-- without a transaction\nselect pg_sleep(0.5)\n--;\ncreate index concurrently if not exists gifts_note on gifts (note)',
  )
  const other = openPostgres(url, { unlimited: true })
  onTestFinished(() => other.close())
  expect((await Promise.all([migrate(owner, [building]), migrate(other, [building])])).toSorted()).toEqual([0, 1])
}, 10_000)
