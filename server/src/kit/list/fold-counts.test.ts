import { invites } from '@hikmah/contract/invites/endpoints'
import { sql } from 'drizzle-orm'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../../test/cluster.ts'
import { startServer } from '../../../test/start.ts'
import { type Db, openPostgres, rowsOf } from '../db/db.ts'
import { createRunTimeRole, grantRunTime, migrate, RUN_TIME_ROLE, readMigrations } from '../db/migrate.ts'
import { foldCounts } from './fold-counts.ts'

const { house, db, given, as } = await startServer()
const manager = await as('manager')

const revoke = (tx: Db, id: string) => tx.execute(sql`update invites set revoked_at = now() where id = ${id}`)
const countsOf = async (table: 'invites' | 'list_counts', tx: Db = db) => {
  const rows = await rowsOf<{ status: string; count: number }>(
    tx,
    table === 'invites'
      ? sql`select status, count(*)::integer as count from invites group by status`
      : sql`select status, count::integer from list_counts where list = 'invites' and count <> 0`,
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}
const addInvites = (from: number, to: number) =>
  sql`insert into invites (id, org_name, org_admin, org_email, phone, code, created_at, expires_at)
    select gen_random_uuid(), 'Masjid', 'Omar', n || '@masjid.example', '', n::text, now(), now() from generate_series(${from}::int, ${to}::int) n`
const foldByThree = () => Promise.all([foldCounts(db), foldCounts(db), foldCounts(db)])

test('whoever writes a list waits for no other writer of it, and each finds its own counted', async () => {
  const [one, other] = [await given.invite(), await given.invite()]
  const { revoked: before = 0 } = await countsOf('list_counts')
  await house.database.transaction(async (first) => {
    await revoke(first, one.id)
    await house.database.transaction(async (second) => {
      await revoke(second, other.id)
      expect(await countsOf('list_counts', second)).toMatchObject({ revoked: before + 1 })
      await foldByThree()
    })
    expect(await countsOf('list_counts', first)).toMatchObject({ revoked: before + 2 })
  })
  expect(await countsOf('list_counts')).toEqual(await countsOf('invites'))
})

test('a list has its total at any moment, whatever the consoles put together meanwhile', async () => {
  const total = async () => (await manager(invites.listInvites, { query: { page: 1 } })).meta.total
  const before = await total()
  let isWriting = true
  const folding = (async () => {
    while (isWriting) await foldByThree()
  })()
  for (let n = 1; n <= 30; n += 1) {
    await given.invite()
    expect(await total()).toBe(before + n)
  }
  isWriting = false
  await folding
  await foldCounts(db)
  expect(await rowsOf(db, sql`select from list_changes where list = 'invites'`)).toEqual([])
  expect(await total()).toBe(before + 30)
})

test('statements that add, move both ways and delete many rows are counted', async () => {
  const statements = [
    addInvites(1, 50),
    sql`update invites set revoked_at = case when revoked_at is null then now() end`,
    sql`update invites set org_name = 'Masjid Noor'`,
    sql`delete from invites where not exists (select from invite_logs where invite_id = invites.id)`,
  ]
  for (const statement of statements) {
    await db.execute(statement)
    expect(await countsOf('list_counts')).toEqual(await countsOf('invites'))
  }
})

test('a console puts together by itself what was written', async () => {
  await given.invite()
  await expect.poll(() => rowsOf(db, sql`select from list_changes`)).toEqual([])
})

test('what the version before writes is counted, before an upgrade and before the start that follows grants its rights', async () => {
  const { url, drop } = await createDatabase(inject('serverUrl'))
  const database = openPostgres(url)
  onTestFinished(async () => {
    await database.close()
    await drop()
  })
  const migrations = readMigrations()
  await migrate(
    database,
    migrations.filter(({ name }) => name < '0100'),
  )
  await createRunTimeRole(database)
  await grantRunTime(database, RUN_TIME_ROLE)
  await database.db.execute(addInvites(1, 20))
  await migrate(database, migrations)
  await database.transaction(async (tx) => {
    await tx.execute(sql`set local role ${sql.identifier(RUN_TIME_ROLE)}`)
    await tx.execute(addInvites(21, 25))
    await tx.execute(sql`select add_to_list_counts('invites', '{"changes": 1}')`)
  })
  const counts = { 'Invite Sent': 25, changes: 1 }
  expect(await countsOf('list_counts', database.db)).toEqual(counts)
  await foldCounts(database.db)
  expect(await countsOf('list_counts', database.db)).toEqual(counts)
})
