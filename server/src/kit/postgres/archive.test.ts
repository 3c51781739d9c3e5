import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../test/cluster.ts'
import { archiveTo, findRestorePoint, pruneArchive } from './archive.ts'

/** With bases, each by its moment, timeline and first segment, and with segments. */
function makeArchive(bases: [at: string, timeline: number, segment: number][], segments: string[]) {
  const archive = temporaryFolder('hikmah-archive-')
  onTestFinished(() => rmSync(archive, { recursive: true, force: true }))
  mkdirSync(join(archive, 'wal'))
  for (const name of segments) writeFileSync(join(archive, 'wal', `${name}.gz`), '')
  for (const [at, timeline, segment] of bases) {
    const folder = join(archive, 'bases', at)
    mkdirSync(folder, { recursive: true })
    const range = `{ "Timeline": ${timeline}, "Start-LSN": "0/${segment.toString(16).toUpperCase()}000028", "End-LSN": "0/0" }`
    writeFileSync(
      join(folder, 'backup_manifest'),
      `{\n"System-Identifier": 7712894938150164673,\n"WAL-Ranges": [\n${range}\n]}`,
    )
  }
  return archive
}

/** From the first to the last, of a timeline. */
const segments = (timeline: number, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) =>
    [timeline, 0, first + n].map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join(''),
  )

const nights: [string, number, number][] = [
  ['2026-11-20T023000Z', 1, 2],
  ['2026-11-21T023000Z', 1, 9],
  ['2026-11-22T101600Z', 2, 12],
  ['2026-11-23T023000Z', 2, 17],
]
const whole = [...segments(1, 2, 16), ...segments(2, 12, 30)]

test('the newest base before the moment is taken, and of a time that an earlier restore left behind, the one of then', () => {
  const archive = makeArchive(nights, whole)
  const baseOf = (to?: string) => findRestorePoint(archive, to === undefined ? undefined : new Date(to)).base.at
  expect(baseOf('2026-11-20T02:30:00Z')).toEqual(new Date('2026-11-20T02:30:00Z'))
  expect(baseOf('2026-11-22T10:15:59Z')).toEqual(new Date('2026-11-21T02:30:00Z'))
  expect(baseOf('2026-11-22T12:00:00Z')).toEqual(new Date('2026-11-22T10:16:00Z'))
  expect(baseOf()).toEqual(new Date('2026-11-23T02:30:00Z'))
  expect(findRestorePoint(archive, new Date('2026-11-22T10:00:00Z'))).toMatchObject({ segments: 8 })
})

test('a moment before the first base is refused, and an archive without one', () => {
  const early = new Date('2026-11-20T02:29:59Z')
  expect(() => findRestorePoint(makeArchive(nights, whole), early)).toThrow(
    '--to: the archive begins at 2026-11-20T02:30:00.000Z. Nothing was restored.',
  )
  expect(() => findRestorePoint(makeArchive([], whole))).toThrow('holds no base of a database. Nothing was restored.')
})

test.each([
  [segments(2, 17, 19), segments(2, 21, 30), '000000020000000000000014'],
  [segments(2, 18, 30), [], '000000020000000000000011'],
  [segments(1, 2, 16), [], '000000020000000000000011'],
])('a segment that is missing is named', (before, after, missing) => {
  expect(findRestorePoint(makeArchive(nights, [...before, ...after]))).toMatchObject({ missing })
})

test.each([
  [['00000003.history', ...whole], 3],
  [[...whole, ...segments(3, 31, 31)], 3],
  [['00000002.history', ...whole], undefined],
])('what was written after a restore without a base since is told', (names, baseless) => {
  expect(findRestorePoint(makeArchive(nights, names)).baseless).toBe(baseless)
})

test('what is not needed for the days that are kept is removed, but never the only base', () => {
  const archive = makeArchive(nights, whole)
  expect(pruneArchive(archive, new Date('2026-11-22T00:00:00Z'))?.at).toEqual(new Date('2026-11-21T02:30:00Z'))
  expect(readdirSync(join(archive, 'bases'))).toEqual(nights.slice(1).map(([at]) => at))
  const kept = [...segments(1, 9, 16), ...segments(2, 12, 30)].map((name) => `${name}.gz`)
  expect(readdirSync(join(archive, 'wal')).sort()).toEqual(kept)
  pruneArchive(archive, new Date('2027-11-22T00:00:00Z'))
  expect(readdirSync(join(archive, 'bases'))).toEqual(['2026-11-23T023000Z'])
  expect(readdirSync(join(archive, 'wal'))).toHaveLength(14)
})

test('a base that was removed half way stops neither the console nor a restore that does not need it', () => {
  const archive = makeArchive(nights, whole)
  const base = (night: number) => join(archive, 'bases', nights[night]![0])
  rmSync(join(base(1), 'backup_manifest'))
  expect(archiveTo(archive)(makeData(archive, {}), {})).toMatchObject({ settings: { archive_mode: 'on' } })
  const baseOf = (to?: string) => findRestorePoint(archive, to === undefined ? undefined : new Date(to)).base.at
  expect(baseOf()).toEqual(new Date('2026-11-23T02:30:00Z'))
  expect(baseOf('2026-11-20T12:00:00Z')).toEqual(new Date('2026-11-20T02:30:00Z'))
  expect(() => baseOf('2026-11-21T12:00:00Z')).toThrow(`The base ${base(1)} is damaged`)
  for (const night of [0, 2, 3]) rmSync(join(base(night), 'backup_manifest'))
  expect(() => archiveTo(archive)(makeData(archive, {}), {})).toThrow(`The base ${base(0)} is damaged`)
})

test('what a removal of a base that was killed left goes with the next', () => {
  const archive = makeArchive(nights, whole)
  mkdirSync(join(archive, 'bases/2026-11-19T023000Z.removed'))
  pruneArchive(archive, new Date('2026-11-22T00:00:00Z'))
  expect(readdirSync(join(archive, 'bases'))).toEqual(nights.slice(1).map(([at]) => at))
})

/** A data folder of the database that made the archive, with the timelines that its restores began. */
function makeData(archive: string, histories: Record<string, string>) {
  const data = join(archive, 'data')
  rmSync(data, { recursive: true, force: true })
  for (const folder of ['global', 'pg_wal/archive_status']) mkdirSync(join(data, folder), { recursive: true })
  const system = Buffer.alloc(8)
  system.writeBigUInt64LE(7712894938150164673n)
  writeFileSync(join(data, 'global/pg_control'), system)
  for (const [name, text] of Object.entries(histories)) writeFileSync(join(data, 'pg_wal', `${name}.history`), text)
  return data
}

test('an archive that was restored since is refused to the database of before, and to another copy', () => {
  const archive = makeArchive(nights, whole)
  const start = (histories: Record<string, string>) => archiveTo(archive)(makeData(archive, histories), {})
  expect(start({})).toMatchObject({ settings: { archive_mode: 'on' } })
  writeFileSync(join(archive, 'wal/00000002.history.gz'), gzipSync('1\t0/C000000\n'))
  const since = 'the archive was restored since and belongs to another database now. Use a new folder.'
  expect(() => start({})).toThrow(since)
  expect(() => start({ '00000002': '1\t0/9000000\n' })).toThrow(since)
  expect(start({ '00000002': '1\t0/C000000\n' })).toMatchObject({ settings: { archive_mode: 'on' } })
  expect(start({ '00000003': '2\t0/E000000\n' })).toMatchObject({ settings: { archive_mode: 'on' } })
})

test('of two copies that were restored to the same moment, the first that archives owns the archive', () => {
  const archive = makeArchive(nights, whole)
  const copy = (name: string) => {
    mkdirSync(join(archive, name))
    return makeData(join(archive, name), { '00000002': '1\t0/C000000\n' })
  }
  const [first, second] = [copy('first'), copy('second')]
  const start = (data: string) => archiveTo(archive)(data, {})
  expect(start(first)).toMatchObject({ settings: { archive_mode: 'on' } })
  const since = 'the archive was restored since and belongs to another database now. Use a new folder.'
  expect(() => start(second)).toThrow(since)
  writeFileSync(join(archive, 'wal/00000002.history.gz'), gzipSync('1\t0/C000000\n'))
  expect(() => start(second)).toThrow(since)
  expect(start(first)).toMatchObject({ settings: { archive_mode: 'on' } })
})

test('a restored database that archived before there were marks goes on', () => {
  const archive = makeArchive(nights, whole)
  writeFileSync(join(archive, 'wal/00000002.history.gz'), gzipSync('1\t0/C000000\n'))
  const data = makeData(archive, { '00000002': '1\t0/C000000\n' })
  for (const _ of ['with the first console that knows marks', 'later'])
    expect(archiveTo(archive)(data, {})).toMatchObject({ settings: { archive_mode: 'on' } })
})

test('an archive of another database is left alone', () => {
  const archive = makeArchive(nights, whole)
  const data = join(archive, 'new/data')
  expect(() => archiveTo(archive)(data, {})).toThrow('holds another database than DATA_DIR')
  expect(archiveTo(undefined)(data, {})).toEqual({})
  expect(existsSync(join(archive, 'uploads'))).toBe(false)
})
