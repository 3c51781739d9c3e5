import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('commas, quotes and line breaks are quoted as RFC 4180 says', () => {
  expect(csvLine(['plain', 'a,b', 'say "salam"', 'two\nlines', 'two\r\nlines', 7, ''])).toBe(
    'plain,"a,b","say ""salam""","two\nlines","two\r\nlines",7,\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx', '=HYPERLINK("x","y")'])(
  'what a spreadsheet would run begins with an apostrophe: %j',
  (text) => {
    expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/)
    expect(csvLine(['x', text]).split(',')[1]?.replace(/^"/, '')).toMatch(/^'/)
  },
)

test('the marks are left alone inside a text', () => {
  expect(csvLine(['a=b', 'x-y', 'me@masjid.example'])).toBe('a=b,x-y,me@masjid.example\r\n')
})
