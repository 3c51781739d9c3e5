import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { keepTrail, openTrail, tamper, writeAsBefore, writeEntry } from '../../test/trail.ts'
import { type ArchivedPart, describePart, verifyArchive, writeArchive } from '../kit/audit/archive.ts'
import { record } from '../kit/audit/audit.ts'
import { verifyTrail } from '../kit/audit/verify-trail.ts'
import { systemActor } from '../kit/auth/actor.ts'
import { migrate, readMigrations } from '../kit/db/migrate.ts'

const { database, db, house, time } = await openTrail()
const key = house.keys.audit
for (const day of ['2026-01-05', '2026-01-31', '2026-02-01', '2026-02-14', '2026-02-28', '2026-03-01']) {
  time.now = new Date(`${day}T12:00:00Z`)
  await writeEntry(house, 2)
  await house.sealer.seal()
}
const putBack = await keepTrail(database)
const verify = (part?: string) => verifyTrail(database, house.keys, part)

async function archive(part: string): Promise<{ about: ArchivedPart; lines: string[] }> {
  const about = await describePart(db, part)
  const lines: string[] = []
  for await (const line of writeArchive(db, key, about)) lines.push(line)
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

test('a month that may still grow is not archived, nor one that was never written', async () => {
  await expect(archive('2026-03')).rejects.toThrow('Part 2026-03 may still grow')
  await expect(archive('2025-12')).rejects.toThrow('There is no part 2025-12')
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
  'it is empty': () => [],
}

test.each(Object.keys(forgeries))('a forged archive is refused: %s', async (what) => {
  const { lines } = await archive('2026-02')
  await expect(verifyArchive(each(forgeries[what]!(lines)), key)).rejects.toThrow(/\.$/)
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
  await writeEntry(former.house)
  await former.house.sealer.seal()
  const about = await describePart(former.db, '0000-00')
  const lines: string[] = []
  for await (const line of writeArchive(former.db, key, about)) lines.push(line)
  expect(await verifyArchive(each(lines), key)).toMatchObject({ part: '0000-00', first: 1, last: 1, entries: 5 })
  await expect(verifyArchive(each(lines.toSpliced(2, 1)), key)).rejects.toThrow('Entry 3')
})

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
