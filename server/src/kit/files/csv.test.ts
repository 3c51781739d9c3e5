import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('every cell is quoted, as RFC 4180 says', () => {
  expect(csvLine(['plain', 'a,b', 'say "salam"', 'two\nlines', 'two\r\nlines', 7, ''])).toBe(
    '"plain","a,b","say ""salam""","two\nlines","two\r\nlines","7",""\r\n',
  )
})

test.each(['=1+1', '+1', '-1+1', '-1-', '@sum', '\tx', '\rx', '=HYPERLINK("x","y")', '＝cmd', '＋1', '－1', '＠sum'])(
  'what a spreadsheet would run begins with an apostrophe: %j',
  (text) => {
    expect(csvLine([text])).toMatch(/^"'/)
    expect(csvLine(['x', text])).toMatch(/^"x","'/)
  },
)

test('a cell with a semicolon stays one cell where lists are parted by semicolons', () => {
  expect(csvLine(['x;=1+1'])).toBe('"x;=1+1"\r\n')
})

test('the marks are left alone inside a text, and a number stays one', () => {
  expect(csvLine(['a=b', 'x-y', 'me@masjid.example', -5, '-18.00'])).toBe(
    '"a=b","x-y","me@masjid.example","-5","-18.00"\r\n',
  )
})

test('what is no number keeps its digits in Excel: a ZIP code, an EIN, a phone, a long id', () => {
  expect(csvLine(['02115', '01-2345678', '+15105550142', '4000056655665556'])).toBe(
    `"'02115","01-2345678","'+15105550142","'4000056655665556"\r\n`,
  )
  expect(csvLine(['0', '0.50', '02115-0042', 0, '2115']), 'what Excel shows as it is').toBe(
    '"0","0.50","02115-0042","0","2115"\r\n',
  )
})
