import { sql } from 'drizzle-orm'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openPostgres, rowsOf } from '../src/kit/db/db.ts'
import { migrate, readMigrations } from '../src/kit/db/migrate.ts'
import { createDatabase } from './cluster.ts'
import { readSchema } from './read-schema.ts'
import { startServer } from './start.ts'

const { db, house } = await startServer()

test('schema.sql says what the migrations make; `npm run schema` writes it anew', async () => {
  await expect(await readSchema(db)).toMatchFileSnapshot('../schema.sql')
})

test('a database of the first release comes to the same', async () => {
  const { url, drop } = await createDatabase(inject('serverUrl'))
  const former = openPostgres(url)
  onTestFinished(async () => {
    await former.close()
    await drop()
  })
  const migrations = readMigrations()
  await migrate(
    former,
    migrations.filter(({ name }) => name < '0100'),
  )
  await migrate(former, migrations)
  expect(await readSchema(former.db)).toBe(await readSchema(db))
})

test('each trigger runs for a row or says that a statement ran: not every engine has transition tables', async () => {
  const triggers = await rowsOf<{ name: string }>(
    db,
    sql`select tgname as name from pg_trigger where tgoldtable is not null or tgnewtable is not null`,
  )
  expect(triggers).toEqual([])
})

test.each([
  ['a check', ['alter table devices drop constraint devices_price_check']],
  ['a foreign key', ['alter table invite_logs drop constraint invite_logs_invite_id_fkey']],
  ['the columns of an index', ['drop index invites_admin', 'create index invites_admin on invites (org_email, id)']],
  [
    'whether an index is unique',
    ['drop index members_user_name', 'create index members_user_name on members (organization_id, user_name)'],
  ],
  ['a trigger', ['drop trigger invite_logs_append_only on invite_logs']],
  [
    'the body of a function',
    ["create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'"],
  ],
  ['what a column holds by itself', ["alter table staff alter column image set default 'none'"]],
])('it would tell when a migration changes %s', async (_what, statements) => {
  let changed = ''
  const undo = new Error('none of it stays')
  const tried = house.database.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(sql.raw(statement))
    changed = await readSchema(tx)
    throw undo
  })
  await expect(tried).rejects.toBe(undo)
  expect(changed).not.toBe(await readSchema(db))
})
