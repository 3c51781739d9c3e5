import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  entryTamperings,
  keepTrail,
  openTrail,
  sealAnew,
  sealTamperings,
  tamper,
  writeAsBefore,
  writeEntry,
} from '../../test/trail.ts'
import { verifyTrail } from '../kit/audit/verify-trail.ts'
import { rowsOf } from '../kit/db/db.ts'
import { migrate, readMigrations } from '../kit/db/migrate.ts'

const OK = { ok: true, brokenAt: null, problem: null }

/** Twelve entries in six seals after the first, and four that wait for one. */
async function trailOfSixteen() {
  const trail = await openTrail()
  const { house } = trail
  await house.sealer.seal()
  for (let n = 0; n < 6; n += 1) {
    await writeEntry(house, 2)
    await house.sealer.seal()
  }
  await writeEntry(house, 4)
  return trail
}

const { database, house } = await trailOfSixteen()
const putBack = await keepTrail(database)
const verify = () => verifyTrail(database, house.keys)

test('entries fit before they are sealed, and after', async () => {
  expect(await verify()).toEqual({ ...OK, entries: 16 })
  await house.sealer.seal()
  expect(await verify()).toEqual({ ...OK, entries: 16 })
  await putBack()
})

const ofEntries = Object.keys(entryTamperings).flatMap((what) => [
  { what, state: 'sealed', seq: 5, other: 8 },
  { what, state: 'waiting to be sealed', seq: 14, other: 15 },
])

test.each(ofEntries)('an entry that is $state is tampered with: $what', async ({ what, seq, other }) => {
  await tamper(database, entryTamperings[what]!(seq, other))
  const verdict = await verify()
  expect(verdict.ok).toBe(false)
  if (!what.startsWith('another')) expect(verdict.brokenAt).toBe(seq)
  // Nor does sealing on hide it.
  await house.sealer.seal()
  expect((await verify()).ok).toBe(false)
  await putBack()
  expect(await verify()).toMatchObject(OK)
})

test.each(Object.keys(sealTamperings))('a seal is tampered with: %s', async (what) => {
  await tamper(database, sealTamperings[what]!(4))
  expect((await verify()).ok).toBe(false)
  await writeEntry(house)
  await house.sealer.seal()
  expect((await verify()).ok).toBe(false)
  await putBack()
})

test('who removes an entry and lets the console seal the rest anew is found: entries name the seal they came after', async () => {
  await tamper(database, sealAnew(5))
  await house.sealer.seal()
  expect((await verify()).ok).toBe(false)
  await putBack()
})

test.each([
  ['older, with its signature', undefined],
  ['empty', sql`'null'::jsonb`],
  ['not signed', sql`value - 'signature'`],
])('a head that is %s stops no sealing, and the trail is called broken', async (_what, value) => {
  const [older] = await rowsOf<{ value: unknown }>(
    database.db,
    sql`select value from settings where key = 'audit-seals'`,
  )
  await house.sealer.seal()
  const put = value ?? sql`${JSON.stringify(older!.value)}::jsonb`
  await tamper(database, [sql`update settings set value = ${put} where key = 'audit-seals'`])
  await writeEntry(house)
  await house.sealer.seal()
  expect(await rowsOf(database.db, sql`select from audit_unsealed`)).toEqual([])
  expect((await verify()).ok).toBe(false)
  await putBack()
})

test('an entry that is removed before it was sealed is missed by the process that wrote it, also with its place in the list', async () => {
  const { database, house, db } = await openTrail()
  await house.sealer.start(() => undefined)
  await writeEntry(house)
  await house.sealer.seal()
  await writeEntry(house, 2)
  const [removed] = await rowsOf<{ seq: string }>(db, sql`select min(seq) as seq from audit_unsealed`)
  const seq = Number(removed?.seq)
  await tamper(database, [
    sql`delete from audit_entries where seq = ${seq}`,
    sql`delete from audit_unsealed where seq = ${seq}`,
  ])
  await house.sealer.stop()
  expect(await verifyTrail(database, house.keys)).toEqual({ ok: false, entries: 1, brokenAt: seq, problem: 'changed' })
})

test('one whose place in the list was removed alone is sealed all the same', async () => {
  const { database, house } = await openTrail()
  await house.sealer.start(() => undefined)
  await writeEntry(house, 2)
  await tamper(database, [sql`delete from audit_unsealed`])
  expect((await verifyTrail(database, house.keys)).ok).toBe(false)
  await house.sealer.stop()
  expect(await verifyTrail(database, house.keys)).toEqual({ ...OK, entries: 2 })
})

test('what one process left behind another seals within two seconds, and what both wrote stands once', async () => {
  const { database, db, house: killed, openHouse } = await openTrail()
  const [one, other] = [openHouse(), openHouse()]
  const failed: unknown[] = []
  await Promise.all([one, other].map(({ sealer }) => sealer.start((error) => failed.push(error))))
  await writeEntry(killed, 3)
  const waiting = () => db.$count(sql`audit_unsealed`)
  await expect.poll(waiting, { timeout: 2000, interval: 20 }).toBe(0)
  await Promise.all([one, other, killed].flatMap((house) => Array.from({ length: 10 }, () => writeEntry(house))))
  await expect.poll(waiting, { timeout: 2000, interval: 20 }).toBe(0)
  await Promise.all([one.sealer.stop(), other.sealer.stop()])
  expect(await verifyTrail(database, one.keys)).toEqual({ ...OK, entries: 33 })
  expect(failed).toEqual([])
})

test('many processes that seal at once make one chain', async () => {
  const trail = await openTrail()
  const houses = Array.from({ length: 6 }, () => trail.openHouse())
  await Promise.all(
    houses.map(async (one) => {
      for (let n = 0; n < 150; n += 1) {
        await writeEntry(one)
        await one.sealer.seal()
      }
    }),
  )
  await trail.house.sealer.seal()
  expect(await verifyTrail(trail.database, trail.house.keys)).toEqual({ ...OK, entries: 900 })
})

test('a process that hangs while it seals loses its turn within three seconds', async () => {
  const { db, database, house, openHouse } = await openTrail()
  const locked = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  const hanging = openHouse({
    ...database,
    transaction: (work) =>
      database.transaction(async (tx) => {
        await work(tx)
        locked.resolve()
        return goesOn.promise as Promise<never>
      }),
  })
  await house.sealer.start(() => undefined)
  const late = hanging.sealer.seal()
  await locked.promise
  await writeEntry(house)
  await expect.poll(() => db.$count(sql`audit_unsealed`), { timeout: 4000, interval: 50 }).toBe(0)
  goesOn.resolve()
  await expect(late).rejects.toThrow()
  await house.sealer.stop()
  expect(await verifyTrail(database, house.keys)).toEqual({ ...OK, entries: 1 })
})

test('seals come in parts a month, each of which is verified alone', async () => {
  const { database, db, house, time } = await openTrail()
  const write = async (day: string) => {
    time.now = new Date(`${day}T12:00:00Z`)
    await writeEntry(house, 2)
    await house.sealer.seal()
  }
  for (const day of ['2026-01-05', '2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01']) await write(day)
  // A clock that is put back opens no earlier part again.
  await write('2026-02-27')
  const parts = await rowsOf<{ part: string; entries: number }>(
    db,
    sql`select part, sum(cardinality(entries))::int as entries from audit_seals group by 1 order by 1`,
  )
  expect(parts.map(({ part, entries }) => [part, entries])).toEqual([
    ['2026-01', 4],
    ['2026-02', 4],
    ['2026-03', 4],
  ])
  const verify = (part?: string) => verifyTrail(database, house.keys, part)
  expect(await verify()).toEqual({ ...OK, entries: 12 })
  for (const { part } of parts) expect(await verify(part), part).toEqual({ ...OK, entries: 4 })
  expect(await verify('2025-12')).toEqual({ ...OK, entries: 0 })

  const [first] = await rowsOf<{ seqs: number[] }>(
    db,
    sql`select array_agg(e::int order by e) as seqs from audit_seals, unnest(entries) e where part = '2026-02'`,
  )
  const [seq] = first!.seqs
  await tamper(database, [sql`update audit_entries set actor_name = 'Somebody else' where seq = ${seq}`])
  expect(await verify('2026-02')).toEqual({ ok: false, entries: 0, brokenAt: seq, problem: 'changed' })
  for (const part of ['2026-01', '2026-03']) expect((await verify(part)).ok).toBe(true)
})

test('a part is verified alone where its first seal came before the seal of a lower number', async () => {
  const { database, db, house, time } = await openTrail()
  time.now = new Date('2026-01-31T23:59:00Z')
  await writeEntry(house, 2)
  await house.sealer.seal()
  time.now = new Date('2026-02-01T00:00:01Z')
  await writeEntry(house, 2)
  // As when the first of them is committed after the second.
  const [late] = await rowsOf<{ seq: number }>(
    db,
    sql`delete from audit_unsealed where seq in (select min(seq) from audit_unsealed) returning seq`,
  )
  await house.sealer.seal()
  await db.execute(sql`insert into audit_unsealed values (${late!.seq})`)
  await house.sealer.seal()
  expect(await verifyTrail(database, house.keys)).toEqual({ ...OK, entries: 4 })
  for (const part of ['2026-01', '2026-02'])
    expect(await verifyTrail(database, house.keys, part), part).toEqual({ ...OK, entries: 2 })
})

const before = readMigrations().filter(({ name }) => name < '0098')

test('the chain of the former version is the first part, and what that version writes while it still serves is sealed too', async () => {
  const { database, db, house } = await openTrail({ migrations: before })
  const key = house.keys.audit
  for (let n = 0; n < 5; n += 1) await writeAsBefore(database, key)
  const whole = await rowsOf(db, sql`select * from audit_entries order by seq`)
  await migrate(database)
  // It may go on before the new version has started, and afterwards.
  await writeAsBefore(database, key)
  const verify = (part?: string) => verifyTrail(database, house.keys, part)
  await house.sealer.seal()
  await Promise.all([1, 2, 3].flatMap(() => [writeAsBefore(database, key), writeEntry(house), house.sealer.seal()]))
  await house.sealer.seal()
  expect(await verify()).toEqual({ ...OK, entries: 12 })
  expect(await verify('0000-00')).toEqual({ ...OK, entries: 6 })
  expect(await rowsOf(db, sql`select * from audit_entries order by seq limit 5`)).toEqual(whole)

  const putBack = await keepTrail(database)
  for (const seq of [2, 8]) {
    for (const what of ['its actor is another', 'it is removed']) {
      await tamper(database, entryTamperings[what]!(seq, 3))
      expect((await verify()).brokenAt, what).toBe(seq)
      await putBack()
    }
  }
  expect((await verify()).ok).toBe(true)
})

test('a chain of the former version whose end was cut off before the new one started is called so', async () => {
  const { database, house } = await openTrail({ migrations: before })
  for (let n = 0; n < 3; n += 1) await writeAsBefore(database, house.keys.audit)
  await tamper(database, [sql`delete from audit_entries where seq = 3`])
  await migrate(database)
  await writeEntry(house)
  await house.sealer.seal()
  expect(await verifyTrail(database, house.keys)).toMatchObject({ ok: false, entries: 2, brokenAt: 3 })
})
