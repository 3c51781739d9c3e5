import { expect, test } from 'vitest'
import { splitByMarks } from './marks.ts'

const marked = (text: string, typed: string) =>
  splitByMarks(text, typed)
    .map((piece, i) => (i % 2 ? `<${piece}>` : piece))
    .join('')

test.each([
  ['Masjid Al-Falah', 'masjid', '<Masjid> Al-Falah'],
  ['Masjid Al-Falah', 'falah, MASJID', '<Masjid> Al-<Falah>'],
  ['Masjid Al-Falah', 'al-falah', 'Masjid <Al-Falah>'],
  ['Masjid Al-Falah', 'al', 'Masjid <Al>-Falah'],
  ['Jürgen Müller', 'muller', 'Jürgen <Müller>'],
  ['Jurgen Muller', 'müller', 'Jurgen <Muller>'],
  ['Khalid O’Connor', "o'connor", 'Khalid <O’Connor>'],
  ['مَسْجِد النور', 'مسجد', '<مَسْجِد> النور'],
  ['\u2068Fremont\u2069, \u2068CA\u2069', 'Fremont, CA', '\u2068<Fremont\u2069>, \u2068<CA\u2069>'],
  ['(510) 555-0142', '510 555', '(<510) 555>-0142'],
  ['07-5105558', '510 555', '07-<510555>8'],
  ['02:1A:7D:51:05:55', '7d51-0555', '02:1A:<7D:51:05:55>'],
  ['#1042', '1042', '#<1042>'],
  ['Lansing', 'ing', 'Lans<ing>'],
  ['Lansing', 'in', 'Lansing'],
  ['a.b axb', 'a.b (', '<a.b> axb'],
  ['Noor', '', 'Noor'],
  ['Umar', 'omar', 'Umar'],
])('in %s what was typed as %s is marked', (text, typed, expected) => {
  expect(marked(text, typed)).toBe(expected)
})
