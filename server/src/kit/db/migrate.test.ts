import { sql } from 'drizzle-orm'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../../test/cluster.ts'
import { openPostgres, rowsOf } from './db.ts'
import { createRunTimeRole, grantRunTime, migrate, RUN_TIME_ROLE, readMigrations } from './migrate.ts'

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

test('whoever serves keeps every right to what is there, from the first migration of an upgrade to the last', async () => {
  const { url, drop } = await createDatabase(inject('serverUrl'))
  const database = openPostgres(url, { unlimited: true })
  onTestFinished(async () => {
    await database.close()
    await drop()
  })
  const rights = async () => {
    const rows = await rowsOf<{ words: string }>(
      database.db,
      sql`select privilege_type || ' ' || table_name as words from information_schema.role_table_grants
        where grantee = ${RUN_TIME_ROLE} and table_schema = 'public'`,
    )
    return rows.map(({ words }) => words)
  }
  const migrations = readMigrations()
  const ofFirstRelease = migrations.filter(({ name }) => name < '0096')
  await migrate(database, ofFirstRelease)
  await createRunTimeRole(database)
  await grantRunTime(database, RUN_TIME_ROLE)
  // A view since 0100, which nobody writes.
  const before = (await rights()).filter((right) => !/^(INSERT|UPDATE|DELETE) list_counts$/.test(right))
  expect(before.length).toBeGreaterThan(100)
  for (let end = ofFirstRelease.length + 1; end <= migrations.length; end += 1) {
    await migrate(database, migrations.slice(0, end))
    expect(await rights(), migrations[end - 1]!.name).toEqual(expect.arrayContaining(before))
  }
})
