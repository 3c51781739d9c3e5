import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { verdictOutcomes } from '@hikmah/contract/irs-registry/words'
import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { createHouse } from '../src/boot.ts'
import { bringDemoData } from '../src/demo/make-demo-data.ts'
import { verifyTrail } from '../src/kit/audit/verify-trail.ts'
import { type Database, openPostgres, rowsOf } from '../src/kit/db/db.ts'
import { mailTable } from '../src/kit/mail/post.ts'
import { openEmbedded } from '../src/kit/postgres/embedded.ts'
import { systemClock } from '../src/kit/process/clock.ts'
import { readConfig } from '../src/kit/process/config.ts'
import { createDatabase, temporaryFolder } from './cluster.ts'
import { killAt, startProcess } from './process.ts'

const root = temporaryFolder('hikmah-first-start-')
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function countsOf(database: Database) {
  const [counts] = await rowsOf<{ staff: number; organizations: number }>(
    database.db,
    sql`select (select count(*)::int from staff) as staff, (select count(*)::int from organizations) as organizations`,
  )
  return counts
}

describe('a first start that is killed', () => {
  test('while the demo data is made, the next start begins anew and keeps nothing half made', async () => {
    const dataDir = join(root, 'demo')
    await killAt({ DATA_DIR: dataDir, DEMO_DATA: 'true' }, /Making the demo data/)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(true)

    await (await startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })).stop()

    const database = await openEmbedded(dataDir)
    expect(await countsOf(database)).toEqual({ staff: 1, organizations: 0 })
    await database.close()
  }, 90_000)

  test('again and again after a moment, the next start works, and what it then holds is never thrown away', async () => {
    const dataDir = join(root, 'after-a-moment')
    // What a killed start has begun goes on for a moment, beside the next.
    for (const moment of [400, 500, 600, 700, 800]) await killAt({ DATA_DIR: dataDir }, moment)
    await (await startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })).stop()
    await killAt({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', OWNER_EMAIL: 'other@hikmah.example' }, 700)
    const database = await openEmbedded(dataDir)
    const owners = await rowsOf(database.db, sql`select user_name from staff`)
    expect(owners).toEqual([{ user_name: 'owner@hikmah.example' }])
    await database.close()
  }, 90_000)
})

test('demo data that was cut short on a server is made anew by the next start, beside nothing of others', async () => {
  const { url, drop } = await createDatabase(inject('serverUrl'), inject('template'))
  const database = openPostgres(url, { unlimited: true })
  const config = readConfig({ DATA_DIR: join(root, 'whole'), DEMO_DATA: 'true', DATABASE_URL: url })
  let changes = 0
  const killed: Database = {
    ...database,
    transaction: (work) => (++changes > 60 ? Promise.reject(new Error('killed')) : database.transaction(work)),
  }
  await expect(bringDemoData(config, killed)).rejects.toThrow('killed')
  expect((await countsOf(database))?.organizations).toBeGreaterThan(0)
  await database.script('create table of_somebody_else (id int)')
  await expect(bringDemoData(config, database)).rejects.toThrow(
    /not finished, beside what is not ours \(of_somebody_else\)/,
  )
  expect((await countsOf(database))?.organizations).toBeGreaterThan(0)
  await database.script('drop table of_somebody_else')

  await Promise.all([bringDemoData(config, database), bringDemoData(config, database)])
  const house = createHouse(config, database, systemClock, () => undefined)
  expect(await verifyTrail(database, house.keys)).toMatchObject({ ok: true })
  expect((await countsOf(database))?.organizations).toBeGreaterThan(50)
  const outcomes = await rowsOf<{ outcome: string }>(database.db, sql`select outcome from tax_verdicts group by 1`)
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(
    expect.arrayContaining(verdictOutcomes.filter((outcome) => outcome !== 'INVALID')),
  )
  const lostLater = sql`select id from device_events
    where type = 'disconnected' and last_active < created_at - interval '10 minutes'`
  expect(await rowsOf(database.db, lostLater), 'a device was seen until it was lost').toEqual([])
  expect(await database.db.select().from(mailTable).where(eq(mailTable.status, 'queued'))).toEqual([])
  await database.close()
  await drop()
}, 90_000)
