import { expect, test } from 'vitest'
import { registryVersion } from '../src/irs-registry/queries.ts'
import { ROWS, startImports, zipOf } from '../test/irs-imports.ts'
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
