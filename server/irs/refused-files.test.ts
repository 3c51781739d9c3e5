import { expect, test } from 'vitest'
import { readSources, registryVersion } from '../src/irs-registry/queries.ts'
import { ROWS, startImports, zipOf, zipWith } from '../test/irs-imports.ts'
import { BMF_HEADER } from './eo-bmf.ts'

const { db, whole, file, run, countRows } = await startImports()
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
  ['other columns', swapped.join('\r\n'), 'bad, line 1: column 1 is “NAME”, but EIN belongs there'],
  [
    'a column too few',
    lines.map((line) => line.split(',').slice(0, 27).join(',')).join('\n'),
    'line 1: column 28 is nothing, but SORT_NAME belongs there',
  ],
  ['no header', lines.slice(1).join('\n'), 'bad, line 1: the header of the EO BMF is missing'],
  ['UTF-16', Buffer.from(`\ufeff${whole}`, 'utf16le'), 'bad, line 1: the file is UTF-16'],
  [
    'Latin-1',
    Buffer.from(change(5, set('NAME', 'CAF\xc9')), 'latin1'),
    'bad, line 6: a character is neither ASCII nor UTF-8',
  ],
  [
    'an EIN without its zeros',
    change(3, (cells) => [String(Number(cells[0])), ...cells.slice(1)]),
    'bad, line 4: EIN “10989999” has fewer than 9 digits. It looks as if a spreadsheet',
  ],
  [
    'an EIN as a spreadsheet shows it',
    change(9, set('EIN', '1.23E+08')),
    'bad, line 10: EIN “1.23E+08” is not a code. It looks as if a spreadsheet',
  ],
  ['a ZIP without its zeros', change(12, set('ZIP', '6604')), 'bad, line 13: ZIP “6604” has fewer than 5 digits'],
  [
    'a code without its zeros',
    change(12, set('SUBSECTION', '3')),
    'bad, line 13: SUBSECTION “3” has fewer than 2 digits',
  ],
  ['an EIN twice', `${whole}${lines[7]}\r\n`, 'appears twice'],
  [
    'too many lines that cannot be read',
    lines.map((line, n) => (n > 0 && n < 40 ? line.replace(/^\d/, 'X') : line)).join('\r\n'),
    'bad, line 2: EIN “X',
  ],
  ['far fewer rows than before', lines.slice(0, 1700).join('\r\n'), 'fewer than 95% looks like only part of the files'],
  [
    'a quotation mark in the middle',
    change(8, set('NAME', 'THE "BEST" CLUB')),
    'bad, line 9: a quotation mark is out of place',
  ],
  [
    'a line that does not end',
    `${whole}${'x'.repeat(30_000)}`,
    'the line does not end within 20,000 characters, or a quotation mark is not closed',
  ],
  [
    'a header with a million columns',
    `${BMF_HEADER.join(',')}${',X'.repeat(1_000_000)}\n`,
    'the line does not end within',
  ],
  [
    'what would steer a terminal',
    'EIN,\x1b]0;owned\x07,ICO,STREET,CITY,STATE,ZIP\n',
    'column 2 is “\ufffd]0;owned\ufffd”',
  ],
  [
    'a zip with a password',
    zipWith({ 'eo.csv': Buffer.from(whole) }, { flags: 1 }),
    'the zip is locked with a password',
  ],
  [
    'a zip packed in another way',
    zipWith({ 'eo.csv': Buffer.from(whole) }, { method: 14 }),
    'packed in an unusual way',
  ],
  [
    'a zip of far too many files',
    zipWith(Object.fromEntries(lines.slice(1, 90).map((line, n) => [`${n}.csv`, Buffer.from(line)]))),
    'there are more than 80 files in this zip',
  ],
  [
    'a zip that unpacks to far too much',
    zipWith({ 'eo1.csv': Buffer.from(whole), 'eo2.csv': Buffer.from(whole) }, { size: 3 * 2 ** 30 }),
    'unpacked, it is larger than all the files of the IRS',
  ],
  ['something else', 'Dear Sir or Madam,\nplease find enclosed', 'bad, line 1: this is not one of the files'],
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

test('a file that was made on a day to come is refused, unless somebody says when it was published', async () => {
  const name = file('later.zip', zipWith({ 'eo.csv': Buffer.from(whole) }, { year: 2099 }))
  const { status, problem } = await run([name], { snapshotOn: null })
  expect([status, problem]).toEqual(['refused', expect.stringContaining('it was made on 2099-11-10')])
  expect((await run([name])).status).toBe('imported')
})

test('what a zip calls its files is shown as one plain line', async () => {
  const [header, first, ...rest] = lines
  const name = file(
    'two.zip',
    zipWith(
      {
        'a\x1b[31m\n.csv': Buffer.from([header, first, ''].join('\n')),
        'b.csv': Buffer.from([header, ...rest].join('\n')),
      },
      { flags: 0x800 },
    ),
  )
  expect((await run([name])).status).toBe('imported')
  expect((await readSources(db))[0]!.fileNames).toEqual(['two.zip (a\ufffd[31m\ufffd.csv)', 'two.zip (b.csv)'])
})

test.each([
  ['a name longer than any', set('NAME', 'MASJID '.repeat(40))],
  ['a name with a control character', set('NAME', 'MASJID \x1b[31m')],
  ['a second name that turns the direction of writing', set('SORT_NAME', '\u202eDIJSAM')],
  ['a code longer than any', set('NTEE_CD', 'X'.repeat(300))],
])('a line with %s is left out', async (_what, edit) => {
  expect((await run([file('eo.csv', change(5, edit))])).status).toBe('imported')
  expect(await countRows()).toBe(ROWS - 1)
})

test('a line with a day of the year 0 or with far too many codes is left out', async () => {
  const revoked = (ein: number, day: string) =>
    `${ein}|MASJID NOOR||1 MAIN ST|TACOMA|WA|98402|US|03|${day}|01-FEB-2022|\n`
  const some = Array.from({ length: 150 }, (_, n) => revoked(100_000_000 + n, '15-JAN-2022')).join('')
  await run([file('revocation.txt', revoked(900_000_000, '01-JAN-0000') + some)])
  expect(await countRows('irs_revocations')).toBe(150)
  const listed = (ein: number, codes: string) => `${ein}|Masjid Noor|Tacoma|WA|United States|${codes}\n`
  const others = Array.from({ length: 150 }, (_, n) => listed(100_000_000 + n, 'PC')).join('')
  await run([file('pub78.txt', listed(900_000_000, 'PC,'.repeat(300).slice(0, -1)) + others)])
  expect(await countRows('irs_deductibles')).toBe(150)
})

test('a folder is no file', async () => {
  expect(await run(['.'])).toMatchObject({ status: 'refused', problem: '.: this is not a file' })
})

test('a few lines that cannot be read are left out', async () => {
  const { status } = await run([file('eo.csv', change(5, set('NAME', '')))])
  expect(status).toBe('imported')
  expect(await countRows()).toBe(ROWS - 1)
})
