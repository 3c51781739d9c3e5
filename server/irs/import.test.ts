import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findRowsByName, readEvidence, readSources, registryVersion } from '../src/irs-registry/queries.ts'
import { rowsOf } from '../src/kit/db/db.ts'
import { ROWS, startImports, zipOf } from '../test/irs-imports.ts'
import { BMF_HEADER } from './eo-bmf.ts'
import { bmfLine, makeRow, pub78Line, revocationLines } from './generate-rows.ts'

const { db, database, whole, file, run, countRows } = await startImports()

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
  // A name of hundreds of words is looked for by its first twelve.
  const other = (words: number) => Array.from({ length: words }, (_, n) => `W${n}`).join(' ')
  expect(await find(`${other(10)} Masjid Noor`)).toBe('MASJID AN-NUR')
  expect(await find(`${other(12)} Masjid Noor`)).toBeUndefined()
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
  expect((await run([file('new.csv', whole.replace(/^(\d{9}),[^,]*/m, '$1,NEW'))], {}, 0)).status).toBe('cancelled')
  expect(await countRows()).toBe(ROWS)
  expect((await run(['new.csv'])).status).toBe('imported')
})
