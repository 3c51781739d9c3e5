import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import { findRowsByName, readEvidence, readSources, registryVersion } from '../src/irs-registry/queries.ts'
import { systemActor } from '../src/kit/auth/actor.ts'
import { loadKeys } from '../src/kit/auth/keys.ts'
import { openPostgres, rowsOf } from '../src/kit/db/db.ts'
import { newId } from '../src/kit/db/ids.ts'
import { createDatabase, temporaryFolder } from '../test/cluster.ts'
import { BMF_HEADER } from './eo-bmf.ts'
import { generate } from './generate.ts'
import { bmfLine, makeRow, pub78Line, revocationLines } from './generate-rows.ts'
import { importFiles } from './import-files.ts'

const ROWS = 2000
const folder = temporaryFolder('hikmah-irs-')
const { url, drop } = await createDatabase(inject('serverUrl'), inject('template'))
const database = openPostgres(url)
const { db } = database
const keys = loadKeys({ secretKey: 'x'.repeat(40), dataDir: folder, databaseUrl: url, production: false })
afterAll(async () => {
  await database.close()
  await drop()
  rmSync(folder, { recursive: true })
})

const whole = readFileSync(await generate('eo-bmf', ROWS, 1, folder), 'latin1')
const file = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content)
  return name
}

const run = (
  names: string[],
  more: { force?: boolean; snapshotOn?: string | null } = {},
  cancelAt = Number.POSITIVE_INFINITY,
) => {
  let cancel: () => void = () => undefined
  return importFiles(
    { url, keys, isOwn: false },
    {
      id: newId(),
      by: systemActor('Test'),
      paths: names.map((name) => ({ name, path: join(folder, name) })),
      force: false,
      snapshotOn: '2026-11-10',
      ...more,
      begun: (stop) => {
        cancel = stop
        if (cancelAt === 0) cancel()
      },
      tell: ({ rows }) => rows >= cancelAt && cancel(),
    },
  )
}

const countRows = async (table = 'irs_organizations') =>
  Number((await rowsOf<{ n: string }>(db, sql.raw(`select count(*) as n from ${table}`)))[0]!.n)

/** One entry in it, as a packer writes it. */
function zipOf(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content)
  const fixed = Buffer.alloc(26)
  fixed.writeUInt16LE(20, 0)
  fixed.writeUInt16LE(8, 4)
  fixed.writeUInt16LE(0x6000, 6)
  // 2026-11-10
  fixed.writeUInt16LE(((2026 - 1980) << 9) | (11 << 5) | 10, 8)
  fixed.writeUInt32LE(crc32(content), 10)
  fixed.writeUInt32LE(packed.length, 14)
  fixed.writeUInt32LE(content.length, 18)
  fixed.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fixed, Buffer.from(name), packed])
  const more = Buffer.alloc(14)
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fixed, more, Buffer.from(name)])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(local.length, 12)
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06', 'latin1'), end])
}

beforeEach(async () => {
  await database.script('truncate irs_organizations, irs_deductibles, irs_revocations, irs_sources, irs_imports')
})

test('a file of the EO BMF is put in place, with its source, and found by EIN, by name and by sound', async () => {
  expect(await run([file('eo.csv', whole)])).toEqual({
    status: 'imported',
    problem: '',
    made: [{ kind: 'eo-bmf', rows: ROWS }],
  })
  expect(await readSources(db)).toEqual([
    {
      kind: 'eo-bmf',
      fileNames: ['eo.csv'],
      snapshotOn: '2026-11-10',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      rows: ROWS,
      importedAt: expect.any(String),
    },
  ])
  const { ein, bmf, name, state } = makeRow(607, 1, ROWS)
  const dashed = `${ein.slice(0, 2)}-${ein.slice(2)}`
  const { row } = await readEvidence(db, dashed)
  expect(row).toEqual({
    ein: dashed,
    name: bmf.NAME,
    sortName: bmf.SORT_NAME,
    city: bmf.CITY,
    state,
    zip: bmf.ZIP!.slice(0, 5),
    group: bmf.GROUP,
    subsection: '03',
    affiliation: bmf.AFFILIATION,
    ruling: bmf.RULING,
    deductibility: bmf.DEDUCTIBILITY,
    foundation: bmf.FOUNDATION,
    status: bmf.STATUS,
    filingRequirement: bmf.FILING_REQ_CD,
    ntee: bmf.NTEE_CD,
  })
  expect((await findRowsByName(db, { name, state }, 3))[0]!.ein).toBe(dashed)
  expect((await readEvidence(db, '99-9999999')).row).toBeNull()
})

test('a mosque is found in its state however its name is spelled', async () => {
  const lines = ['MASJID AN-NUR', 'MASJID UTHMAN', 'NOORI HARDWARE'].map((NAME, n) =>
    bmfLine({ ...makeRow(n, 1, 3), bmf: { ...makeRow(n, 1, 3).bmf, NAME, STATE: 'OH', SORT_NAME: '' } }),
  )
  await run([file('eo.csv', `${BMF_HEADER.join(',')}\n${lines.join('')}`)])
  const find = async (name: string, state = 'OH') => (await findRowsByName(db, { name, state }, 1))[0]?.name
  expect(await find('Masjid al-Noor')).toBe('MASJID AN-NUR')
  expect(await find('Mosque Othmaan')).toBe('MASJID UTHMAN')
  expect(await find('Masjid Noor', 'CA')).toBeUndefined()
})

test('no name of a person is kept', async () => {
  expect(whole).toMatch(/,% [A-Z]+ [A-Z]+,/)
  const [, person] = /,% ([A-Z]+ [A-Z]+),/.exec(whole)!
  await run([file('eo.csv', whole)])
  const found = await rowsOf(db, sql`select 1 from irs_organizations r where r::text like ${`%${person}%`}`)
  expect(found).toEqual([])
})

test('several files of the EO BMF are one snapshot, quoted or with other line ends', async () => {
  const lines = whole.split('\r\n').slice(1, -1)
  const half = (from: number, to: number, end: string) =>
    [BMF_HEADER.join(','), ...lines.slice(from, to)].join(end) + end
  const quoted = half(0, 1000, '\n')
    .split('\n')
    .map((line) => line && `"${line.replaceAll('"', '').split(',').join('","')}"`)
    .join('\n')
  const commas = lines.slice(0, 1000).filter((line) => line.includes('"')).length
  expect(commas).toBe(0)
  const { made } = await run([file('eo1.csv', `\ufeff${quoted}`), file('eo2.csv', half(1000, ROWS, '\r\n'))])
  expect(made).toEqual([{ kind: 'eo-bmf', rows: ROWS }])
  expect((await readSources(db))[0]!.fileNames).toEqual(['eo1.csv', 'eo2.csv'])
})

test('Publication 78 and the revocations come along, zipped, each known by its content', async () => {
  const rows = Array.from({ length: 300 }, (_, n) => makeRow(n, 1, ROWS))
  const pub78 = rows.map((row) => pub78Line(row) ?? '').join('')
  const revoked = rows.flatMap(revocationLines).join('')
  const names = [
    file('a.zip', zipOf('anything.dat', Buffer.from(`\r\n\r\n${pub78}\r\n`))),
    file(
      'b.csv',
      `\r\n\r\n${revoked}111111111|REVOKED EXAMPLE||10 MAIN ST|TACOMA|WA|98402|US|03|20220115|01-FEB-2022|\r\n`,
    ),
  ]
  const { status, problem } = await run(names, { snapshotOn: null })
  expect([status, problem]).toEqual(['imported', ''])
  const [first, second] = await readSources(db)
  expect(first).toMatchObject({ kind: 'pub78', fileNames: ['a.zip'], snapshotOn: '2026-11-10' })
  expect(second).toMatchObject({ kind: 'revocations', fileNames: ['b.csv'] })
  expect(await readEvidence(db, '11-1111111')).toMatchObject({
    row: null,
    revocations: [{ name: 'REVOKED EXAMPLE', revokedOn: '2022-01-15', postedOn: '2022-02-01', reinstatedOn: null }],
  })
  const group = rows.find((row) => pub78Line(row)?.includes('PC,GROUP'))!
  const { deductible } = await readEvidence(db, `${group.ein.slice(0, 2)}-${group.ein.slice(2)}`)
  expect(deductible).toMatchObject({ state: group.state, country: 'United States', codes: ['PC', 'GROUP'] })
  const twice = rows.find(({ ein }) => ein.endsWith('9'))!
  const { revocations } = await readEvidence(db, `${twice.ein.slice(0, 2)}-${twice.ein.slice(2)}`)
  expect(revocations.map(({ revokedOn }) => revokedOn.slice(0, 4))).toEqual(['2023', '2018'])
})

test('the same file again changes nothing', async () => {
  await run([file('eo.csv', whole)])
  const version = await registryVersion(db)
  const { status, made } = await run(['eo.csv'])
  expect(status).toBe('unchanged')
  expect(made).toEqual([{ kind: 'eo-bmf', rows: ROWS, isUnchanged: true }])
  expect(await registryVersion(db)).toBe(version)
})

test('an import is in the audit trail', async () => {
  await run([file('eo.csv', whole)])
  const entries = await rowsOf<{ action: string; changes: { rows: { after: number } } }>(
    db,
    sql`select action, changes from audit_entries where entity = 'irs-registry' order by seq desc limit 1`,
  )
  expect(entries[0]).toMatchObject({ action: 'irs-registry.imported', changes: { rows: { after: ROWS } } })
})

const lines = whole.split('\r\n')
const change = (n: number, edit: (cells: string[]) => string[]) =>
  lines.map((line, at) => (at === n ? edit(line.split(',')).join(',') : line)).join('\r\n')
const set = (column: string, value: string) => (cells: string[]) => cells.with(BMF_HEADER.indexOf(column), value)
const swapped = lines.map((line) => {
  const [ein = '', name = '', ...rest] = line.split(',')
  return line && [name, ein, ...rest].join(',')
})
const zipped = zipOf('eo.csv', Buffer.from(whole))

const refused: [string, string | Buffer, string][] = [
  [
    'a web page of errors',
    '<!DOCTYPE html>\n<html><body>Service unavailable</body></html>',
    'bad, line 1: this is a web page',
  ],
  ['a file that is cut off', whole.slice(0, -400), 'the file was cut off before its end'],
  ['a zip that is cut off', zipped.subarray(0, zipped.length - 300), 'the zip is damaged or was cut off'],
  [
    'a zip whose content was damaged',
    Buffer.concat([zipped.subarray(0, 900), Buffer.alloc(40, 7), zipped.subarray(940)]),
    'the zip is damaged',
  ],
  ['other columns', swapped.join('\r\n'), 'bad, line 1: column 1 is “NAME”, and EIN belongs there'],
  [
    'a column too few',
    lines.map((line) => line.split(',').slice(0, 27).join(',')).join('\n'),
    'line 1: column 28 is nothing, and SORT_NAME belongs there',
  ],
  ['no header', lines.slice(1).join('\n'), 'bad, line 1: the header of the EO BMF is missing'],
  ['UTF-16', Buffer.from(`\ufeff${whole}`, 'utf16le'), 'bad, line 1: the file is UTF-16'],
  [
    'Latin-1',
    Buffer.from(change(5, set('NAME', 'CAF\xc9')), 'latin1'),
    'bad, line 6: a letter is neither ASCII nor UTF-8',
  ],
  [
    'an EIN without its zeros',
    change(3, (cells) => [String(Number(cells[0])), ...cells.slice(1)]),
    'bad, line 4: EIN “10989999” has fewer than 9 digits. It looks as if a spreadsheet',
  ],
  [
    'an EIN as a spreadsheet shows it',
    change(9, set('EIN', '1.23E+08')),
    'bad, line 10: EIN “1.23E+08” is no code. It looks as if a spreadsheet',
  ],
  ['a ZIP without its zeros', change(12, set('ZIP', '6604')), 'bad, line 13: ZIP “6604” has fewer than 5 digits'],
  [
    'a code without its zeros',
    change(12, set('SUBSECTION', '3')),
    'bad, line 13: SUBSECTION “3” has fewer than 2 digits',
  ],
  ['an EIN twice', `${whole}${lines[7]}\r\n`, 'is there twice'],
  [
    'too many lines that cannot be read',
    lines.map((line, n) => (n > 0 && n < 40 ? line.replace(/^\d/, 'X') : line)).join('\r\n'),
    'bad, line 2: EIN “X',
  ],
  ['far fewer rows than before', lines.slice(0, 1700).join('\r\n'), 'fewer than 95 % look like a part of the files'],
  [
    'a quotation mark in the middle',
    change(8, set('NAME', 'THE "BEST" CLUB')),
    'bad, line 9: a quotation mark is where none may be',
  ],
  ['something else', 'Dear Sir or Madam,\nplease find enclosed', 'bad, line 1: this is none of the files'],
  ['nothing', '', 'the file is empty'],
]

test.each(refused)('%s is refused with where and why, and what was in place stays', async (_what, content, reason) => {
  await run([file('eo.csv', whole)])
  const version = await registryVersion(db)
  const { status, problem } = await run([file('bad', content)])
  expect([status, problem]).toEqual(['refused', expect.stringContaining(reason)])
  expect(await countRows()).toBe(ROWS)
  expect(await registryVersion(db)).toBe(version)
})

test('fewer rows are taken when whoever imports says so', async () => {
  await run([file('eo.csv', whole)])
  const { status } = await run([file('less.csv', lines.slice(0, 1001).join('\r\n'))], { force: true })
  expect(status).toBe('imported')
  expect(await countRows()).toBe(1000)
})

test('a few lines that cannot be read are left out', async () => {
  const { status } = await run([file('eo.csv', change(5, set('NAME', '')))])
  expect(status).toBe('imported')
  expect(await countRows()).toBe(ROWS - 1)
})

test('the tables in place keep their indexes and who may read them', async () => {
  const shape = () =>
    rowsOf(
      db,
      sql`select indexname, indexdef from pg_indexes where tablename like '%irs_%' union
          select c.relname, c.relacl::text from pg_class c where relname like '%irs_%' and relkind = 'r' order by 1`,
    )
  await database.script('grant select on irs_organizations to pg_monitor')
  const before = await shape()
  await run([file('eo.csv', whole)])
  expect(await shape()).toEqual(before)
})

test('of two imports at once the second is refused', async () => {
  const [one, other] = await Promise.all([run([file('eo.csv', whole)]), run(['eo.csv'])])
  expect([one.status, other.status].sort()).toEqual(['imported', 'refused'])
  expect([one, other].find(({ status }) => status === 'refused')!.problem).toContain('Another import is running')
})

test('an import that is cancelled leaves what was in place', async () => {
  await run([file('eo.csv', whole)])
  expect((await run([file('new.csv', change(5, set('NAME', 'NEW')))], {}, 0)).status).toBe('cancelled')
  expect(await countRows()).toBe(ROWS)
  expect((await run(['new.csv'])).status).toBe('imported')
})
