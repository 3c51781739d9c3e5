import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { keepTrail, openTrail, tamper, writeAsBefore, writeEntry } from '../../test/trail.ts'
import { type ArchivedPart, describePart, verifyArchive, writeArchive } from '../kit/audit/archive.ts'
import { record } from '../kit/audit/audit.ts'
import { HEAD } from '../kit/audit/seals.ts'
import { verifyTrail } from '../kit/audit/verify-trail.ts'
import { systemActor } from '../kit/auth/actor.ts'
import { readSetting, rowsOf } from '../kit/db/db.ts'
import { migrate, readMigrations } from '../kit/db/migrate.ts'
import { ConfigError } from '../kit/process/config-error.ts'

const { database, db, house, time } = await openTrail()
const key = house.keys.audit
const headOf = new Map<string, unknown>()
for (const day of ['2026-01-05', '2026-01-31', '2026-02-01', '2026-02-14', '2026-02-28', '2026-03-01']) {
  time.now = new Date(`${day}T12:00:00Z`)
  await writeEntry(house, 2)
  await house.sealer.seal()
  headOf.set(day, await readSetting(db, HEAD))
}
const putBack = await keepTrail(database)
const verify = (part?: string) => verifyTrail(database, house.keys, part)

async function archive(part: string, of = { db, house }): Promise<{ about: ArchivedPart; lines: string[] }> {
  const about = await describePart(of.db, of.house.keys.audit, part)
  const lines: string[] = []
  for await (const line of writeArchive(of.db, of.house.keys.audit, about)) lines.push(line.slice(0, -1))
  return { about, lines }
}

async function* each(lines: string[]) {
  yield* lines
}

test('an archived part is verified alone, and says what it holds', async () => {
  const { about, lines } = await archive('2026-02')
  expect(about).toMatchObject({ part: '2026-02', first: 4, last: 6, entries: 6 })
  expect(await verifyArchive(each(lines), key)).toEqual(about)
})

test('a month that is not over is not archived, nor one that was never written', async () => {
  await expect(archive('2026-03')).rejects.toThrow(
    '2026-03 is not over. Archive it once an entry of a later month is sealed.',
  )
  await expect(archive('2025-12')).rejects.toThrow('The trail has no entries from 2025-12.')
})

/** The first line says what the archive holds; then come, three times, two entries and their seal. */
const forgeries: Record<string, (lines: string[]) => string[]> = {
  'an entry has another actor': (lines) => lines.with(1, lines[1]!.replace('"Test"', '"Somebody else"')),
  'an entry is missing': (lines) => lines.toSpliced(4, 1),
  'an entry stands twice': (lines) => lines.toSpliced(2, 0, lines[1]!),
  'two entries change places': (lines) => lines.with(1, lines[2]!).with(2, lines[1]!),
  'a seal is missing with its entries': (lines) => lines.toSpliced(4, 3),
  'a seal is missing, and the next has its entries': (lines) => lines.toSpliced(6, 1),
  'the first seal is missing with its entries': (lines) => lines.toSpliced(1, 3),
  'the last seal is missing with its entries': (lines) => lines.slice(0, -3),
  'the last seal is missing': (lines) => lines.slice(0, -1),
  'it ends early and says so': (lines) => lines.slice(0, -3).with(0, lines[0]!.replace('"last":6', '"last":5')),
  'it says another month': (lines) => lines.map((line) => line.replace('2026-02', '2026-01')),
  'a time is none': (lines) => lines.with(1, lines[1]!.replace(/"at":"[^"]+"/, '"at":"never"')),
  'a line is cut off': (lines) => lines.with(3, lines[3]!.slice(0, 40)),
  'a line says nothing': (lines) => lines.with(2, '{}'),
  'a line is null': (lines) => lines.with(2, 'null'),
  'its first line is null': (lines) => lines.with(0, 'null'),
  'a time is an object': (lines) =>
    lines.with(1, lines[1]!.replace(/"at":"[^"]+"/, '"at":{"toString":null,"valueOf":null}')),
  'it is empty': () => [],
  'something stands before an entry': (lines) => lines.with(1, lines[1]!.replace('{', '{"forged":{"by":"Forged"},')),
  'something stands beside a seal': (lines) => lines.with(3, lines[3]!.replace(/}$/, ',"forged":true}')),
  'an entry stands before another in one line': (lines) =>
    lines.with(1, lines[1]!.replace('{', '{"entry":{"action":"person.erased","actorName":"Forged"},')),
  'an entry names two actors': (lines) =>
    lines.with(1, lines[1]!.replace('"actorName":', '"actorName":"Forged","actorName":')),
  'its first line names two months': (lines) => lines.with(0, lines[0]!.replace('{', '{"part":"1999-01",')),
  'a seal stands beside an entry': (lines) => lines.with(1, lines[1]!.replace(/}$/, `,${lines[3]!.slice(1)}`)),
  'a time is written in another way': (lines) => lines.with(1, lines[1]!.replace(/("at":"[^"]+)Z"/, '$1+00:00"')),
}

test.each(Object.keys(forgeries))('a forged archive is refused: %s', async (what) => {
  const { lines } = await archive('2026-02')
  await expect(verifyArchive(each(forgeries[what]!(lines)), key)).rejects.toThrow(ConfigError)
})

test('an archive of another key is refused', async () => {
  const { lines } = await archive('2026-02')
  await expect(verifyArchive(each(lines), Buffer.from('another key'))).rejects.toThrow('written with this key')
})

test('the chain of the version before seals is archived too', async () => {
  const former = await openTrail({ migrations: readMigrations().filter(({ name }) => name < '0098') })
  const key = former.house.keys.audit
  for (let n = 0; n < 5; n += 1) await writeAsBefore(former.database, key)
  await migrate(former.database)
  await former.house.sealer.seal()
  // What that version still writes names the entry before, also one of the part before.
  for (let n = 0; n < 2; n += 1) {
    await writeAsBefore(former.database, key)
    await writeAsBefore(former.database, key)
    await writeEntry(former.house)
    await former.house.sealer.seal()
  }
  const month = former.time.now.toISOString().slice(0, 7)
  former.time.now = new Date(former.time.now.getTime() + 32 * 86_400_000)
  await writeEntry(former.house)
  await former.house.sealer.seal()
  const { lines } = await archive('0000-00', former)
  expect(await verifyArchive(each(lines), key)).toMatchObject({ part: '0000-00', first: 1, last: 1, entries: 5 })
  await expect(verifyArchive(each(lines.toSpliced(2, 1)), key)).rejects.toThrow('Entry 3')
  expect(await verifyTrail(former.database, former.house.keys, month)).toMatchObject({ ok: true, entries: 6 })
  expect(await verifyArchive(each((await archive(month, former)).lines), key)).toMatchObject({
    part: month,
    entries: 6,
  })
})

test('a part is whole of which an entry names a seal of the month before that is not its last', async () => {
  const trail = await openTrail()
  const { db, house, time } = trail
  const seal = async (day: string) => {
    time.now = new Date(`${day}T12:00:00Z`)
    await house.sealer.seal()
  }
  for (const day of ['2026-01-30', '2026-01-31']) {
    await writeEntry(house)
    await seal(day)
  }
  await writeEntry(house, 2)
  // As when it is committed after the others were sealed, twice.
  const [late] = await rowsOf<{ seq: number }>(
    db,
    sql`delete from audit_unsealed where seq in (select min(seq) from audit_unsealed) returning seq`,
  )
  await seal('2026-01-31')
  await writeEntry(house)
  await seal('2026-01-31')
  await db.execute(sql`insert into audit_unsealed values (${late!.seq})`)
  for (const day of ['2026-02-01', '2026-03-01']) {
    await writeEntry(house)
    await seal(day)
  }
  expect(await verifyTrail(trail.database, house.keys, '2026-02')).toMatchObject({ ok: true, entries: 2 })
  const { lines } = await archive('2026-02', trail)
  expect(await verifyArchive(each(lines), house.keys.audit)).toMatchObject({ entries: 2 })
})

test.each([
  ['', []],
  [
    ', and January has the hashes of the seals that are gone',
    [4, 5].flatMap((gone) => {
      const hash = sql`(select hash from kept_audit_seals where number = ${gone})`
      return [
        sql`update audit_seals set hash = ${hash} where number = ${gone}::bigint - 3`,
        sql`update audit_seals set previous_hash = ${hash} where number = ${gone}::bigint - 2`,
      ]
    }),
  ],
])(
  'a part from which an entry was removed, and which was sealed anew, is whole neither here nor as an archive%s',
  async (_what, more) => {
    await tamper(database, [
      sql`delete from audit_entries where seq = (select entries[2] from audit_seals where number = 5)
        or seq in (select unnest(entries) from audit_seals where part > '2026-02')`,
      sql`insert into audit_unsealed select seq from audit_seals, unnest(entries) seq where number > 3
      and seq in (select seq from audit_entries)`,
      sql`delete from audit_seals where number > 3`,
      ...more,
      sql`update settings set value = ${JSON.stringify(headOf.get('2026-01-31'))}::jsonb where key = ${HEAD}`,
    ])
    for (const day of ['2026-02-28', '2026-03-01']) {
      time.now = new Date(`${day}T12:00:00Z`)
      await house.sealer.seal()
      await writeEntry(house)
    }
    await house.sealer.seal()
    const { lines } = await archive('2026-02')
    await expect(verifyArchive(each(lines), key)).rejects.toThrow(/^Entry \d+ is not as it was written\.$/)
    expect(await verify('2026-02')).toMatchObject({ ok: false, problem: 'changed' })
    expect((await verify()).ok).toBe(false)
    await putBack()
    expect((await verify('2026-02')).ok).toBe(true)
  },
)

const removed = (where: string) => [
  sql.raw(`delete from audit_entries where seq in (select unnest(entries) from audit_seals where ${where})`),
  sql.raw(`delete from audit_seals where ${where}`),
]

test.each([
  ['whole', "part = '2026-02'", '2026-02'],
  ['whole, and the next is asked for', "part = '2026-02'", '2026-03'],
  ['at its beginning', 'number = 4', '2026-02'],
  ['at its end', 'number = 6', '2026-02'],
  ['which is the first', "part = '2026-01'", '2026-01'],
  ['which is the last', "part = '2026-03'", '2026-03'],
])('a part that was removed %s does not verify alone', async (_what, where, part) => {
  await tamper(database, removed(where))
  expect((await verify(part)).ok).toBe(false)
  expect((await verify()).ok).toBe(false)
  await putBack()
  expect((await verify(part)).ok).toBe(true)
})

test('where the trail says that a part was archived, the next is verified alone without it, and the part itself is missed', async () => {
  const { about } = await archive('2026-02')
  const { part, ...how } = about
  const write = (after: Record<string, unknown>) =>
    house.change(systemActor('Archive'), async (tx) =>
      record(tx, { action: 'audit.exported', entity: 'audit', entityId: part, entityName: part, after }),
    )
  await write({ ...how, hash: 'another' })
  await house.sealer.seal()
  await tamper(database, removed("part = '2026-02'"))
  expect((await verify('2026-03')).ok).toBe(false)
  await putBack()

  await write(how)
  await house.sealer.seal()
  await tamper(database, removed("part = '2026-02'"))
  expect(await verify('2026-03')).toMatchObject({ ok: true })
  expect((await verify('2026-02')).ok).toBe(false)
  await tamper(database, [
    sql`update audit_entries set changes = changes || '{"first":{"before":null,"after":1}}' where entity = 'audit'`,
  ])
  expect((await verify('2026-03')).ok).toBe(false)
  await putBack()
})
