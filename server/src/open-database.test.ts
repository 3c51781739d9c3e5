import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDatabase, createTemplate, onServer, startCluster, temporaryFolder } from '../test/cluster.ts'
import { startProcess } from '../test/process.ts'
import { boot } from './boot.ts'
import { type Database, openPostgres, rowsOf } from './kit/db/db.ts'
import { isMigrated, MIGRATION_LOCK, mayChangeTables } from './kit/db/migrate.ts'
import { readConfig } from './kit/process/config.ts'
import { openDatabase } from './open-database.ts'
import { bootstrapOwner } from './staff/bootstrap-owner.ts'

const root = temporaryFolder('hikmah-run-time-')
afterAll(() => rmSync(root, { recursive: true, force: true }))
const settings = (env: Record<string, string>) =>
  readConfig({ DATA_DIR: join(root, 'data'), DEMO_DATA: 'false', LOG_LEVEL: 'silent', ...env })

/** What PostgreSQL says of a statement. */
const answerTo = (database: Database, statement: string) =>
  database.script(statement).then(
    () => 'done',
    (error: Error) => error.message,
  )

const FORBIDDEN = [
  ['delete of the audit trail', 'delete from audit_entries', 'permission denied for table audit_entries'],
  ['change it', `update audit_entries set actor_name = 'x'`, 'permission denied for table audit_entries'],
  ['empty it', 'truncate audit_entries', 'permission denied for table audit_entries'],
  ['switch its triggers off', 'alter table audit_entries disable trigger user', 'must be owner of table audit_entries'],
  ['switch all triggers off', `set session_replication_role = 'replica'`, 'permission denied to set parameter'],
  ['drop a table', 'drop table staff', 'must be owner of table staff'],
  ['make a table', 'create table mine (id int)', 'permission denied for schema public'],
  ['change other histories', 'delete from tax_events', 'permission denied for table tax_events'],
  ['change a connection of a device', `update device_events set ip = ''`, 'permission denied for table device_events'],
  ['drop young connections', 'drop table device_events_so_far', 'must be owner of table device_events_so_far'],
  ['forget a migration', 'delete from schema_migrations', 'permission denied for table schema_migrations'],
] as const

/** A change is recorded, the jobs are set up, and they may let old rows go. */
async function serves(database: Database, env: Record<string, string>) {
  const server = await boot(settings(env), database)
  await bootstrapOwner(server.house)
  await server.startJobs()
  // What is younger than thirteen months a trigger refuses.
  await database.script('delete from device_events')
  await database.script('select add_device_event_months(), drop_device_event_months(now())')
  const [made] = await rowsOf<{ entries: number; schedules: number }>(
    database.db,
    sql`select (select count(*)::int from audit_entries) as entries,
               (select count(*)::int from pgboss.schedule) as schedules`,
  )
  await server.close()
  expect(made).toMatchObject({ entries: 1, schedules: expect.any(Number) })
  expect(made?.schedules).toBeGreaterThan(0)
}

describe('who serves from the database that the console starts itself', () => {
  let database: Database
  beforeAll(async () => {
    database = await openDatabase(settings({}))
  })
  afterAll(() => database.close())

  test.each([...FORBIDDEN, ['become the owner', 'set role hikmah', 'permission denied to set role'] as const])(
    'may not %s',
    async (_, statement, words) => {
      expect(await answerTo(database, statement)).toContain(words)
    },
  )

  test('serves, also after another start', async () => {
    expect(await mayChangeTables(database)).toBe(false)
    await serves(database, {})
    await database.close()
    database = await openDatabase(settings({}))
    expect(await answerTo(database, 'delete from audit_entries')).toContain('permission denied')
  })
})

test('a start waits for the migrations of another one, however long they take', async () => {
  const { url, drop } = await createDatabase(inject('serverUrl'))
  const other = openPostgres(url, { unlimited: true })
  const migrating = other.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    await tx.execute(sql`select pg_sleep(7)`)
  })
  const database = await openDatabase(settings({ DATABASE_URL: url }))
  expect(await isMigrated(database)).toBe(true)
  await migrating
  await Promise.all([other.close(), database.close()])
  await drop()
}, 30_000)

describe('who serves from a server beside MIGRATE_DATABASE_URL', () => {
  const as = (role: string, url: string) => Object.assign(new URL(url), { username: role }).href
  let stop: () => Promise<void>
  let server: string
  let url: string
  const env = (serving = 'console') => ({
    DATABASE_URL: as(serving, url),
    MIGRATE_DATABASE_URL: as('owner', url),
  })
  beforeAll(async () => {
    const cluster = await startCluster()
    stop = cluster.stop
    server = cluster.urlOf('postgres')
    await onServer(server, ['create role console login', 'create role owner login createdb'])
    // The console served as the owner before, and so did its jobs.
    const template = await createTemplate(as('owner', server))
    url = (await createDatabase(as('owner', server), template)).url
  })
  afterAll(() => stop())

  test('is given nothing where the owner may not hand over the jobs, in words', async () => {
    await expect(openDatabase(settings(env()))).rejects.toThrow(/^MIGRATE_DATABASE_URL: .* \(grant console to …\)$/)
  })

  test('serves, and may not change the trail', async () => {
    await onServer(server, ['grant console to owner'])
    const database = await openDatabase(settings(env()))
    for (const [, statement, words] of FORBIDDEN) expect(await answerTo(database, statement)).toContain(words)
    await serves(database, env())
    await database.close()
  })

  test('is told at the start where it is the owner all the same', async () => {
    const saidBy = async (urls: Partial<ReturnType<typeof env>>) => {
      const started = await startProcess({
        DATA_DIR: join(root, 'data'),
        LOG_LEVEL: 'warn',
        ...urls,
      })
      await started.stop()
      return started.said()
    }
    const told = 'the role of DATABASE_URL owns its tables'
    expect(await saidBy(env())).not.toContain(told)
    expect(await saidBy({ DATABASE_URL: as('owner', url) })).toContain(told)
  }, 60_000)

  test('is told where the two lead to different databases, before either is changed', async () => {
    const other = await createDatabase(as('owner', server))
    const settingsOfTwo = settings({ ...env(), MIGRATE_DATABASE_URL: as('owner', other.url) })
    await expect(openDatabase(settingsOfTwo)).rejects.toThrow(/^MIGRATE_DATABASE_URL: it leads to another database/)
    const database = openPostgres(other.url)
    expect(await answerTo(database, 'select from schema_migrations')).toContain('does not exist')
    await database.close()
    await other.drop()
  })

  test('has its limits as settings of the role where DATABASE_URL leads through a pooler', async () => {
    const database = await openDatabase(settings({ ...env(), DIRECT_DATABASE_URL: as('console', url) }))
    const [limits] = await rowsOf(
      database.db,
      sql`select current_setting('statement_timeout') as statement, current_setting('jit') as jit,
                 current_setting('idle_in_transaction_session_timeout') as idle, source
          from pg_settings where name = 'statement_timeout'`,
    )
    expect(limits).toEqual({ statement: '5s', jit: 'off', idle: '10s', source: 'database user' })
    await database.close()
  })

  test('is the same by DIRECT_DATABASE_URL', async () => {
    const started = openDatabase(settings({ ...env(), DIRECT_DATABASE_URL: as('owner', url) }))
    await expect(started).rejects.toThrow(
      'DIRECT_DATABASE_URL: its role is owner, and must be that of DATABASE_URL (console)',
    )
  })

  test('is not the owner', async () => {
    await expect(openDatabase(settings(env('owner')))).rejects.toThrow(/^DATABASE_URL: .* must not own the tables$/)
  })
})
