import { expect, test } from 'vitest'
import { compareLetters, countDifferences, looseReading } from './compare-letters.ts'
import { compareNames, type Run } from './compare-names.ts'

const same = (text: string) => ({ first: text, second: text, isSame: true })
const other = (first: string, second: string) => ({ first, second, isSame: false })

test('only what differs is marked', () => {
  expect(compareLetters('4212 Peralta Blvd Ste 10', '4212 Peralta Blvd Ste 100')).toEqual([
    same('4212 Peralta Blvd Ste 10'),
    other('', '0'),
  ])
  expect(compareLetters('Islamic Center of Fremont', 'Islamic Centre of Fremont')).toEqual([
    same('Islamic Cent'),
    other('er', 're'),
    same(' of Fremont'),
  ])
})

test.each([
  ['Islamic Center of Fremont', 'Islamic Centre of Fremont', '2 letters'],
  ['4212 Peralta Blvd Ste 10', '4212 Peralta Blvd Ste 100', '1 digit'],
  ['Fremont, CA 94536', 'Fremont, CA 94563', '2 digits'],
  ['12-3456789', '12-3456780', '1 digit'],
  ['Masjid Nur, Inc', 'Masjid Nur Inc', '1 character'],
  ['Masjid Nur', 'Masjid Nûr', '1 letter'],
  ['مسجد النور', 'مسجد النون', '1 letter'],
  ['Masjid Nur', 'Masjid Nur', undefined],
])('%s and %s: %s', (first, second, counted) => {
  expect(countDifferences(first, second)).toBe(counted)
})

test('what has hardly anything in common differs as a whole', () => {
  expect(compareLetters('Yes', 'No')).toEqual([other('Yes', 'No')])
  expect(countDifferences('Yes', 'No')).toBe('Differs')
  expect(countDifferences('', '12-3456789')).toBe('Differs')
  expect(countDifferences('x'.repeat(400), `${'x'.repeat(400)}y`)).toBe('Differs')
})

test('every letter of both texts is kept', () => {
  const [first, second] = ['2044 College St, Ste 62, Brooklyn', '2040 COLLAGE STREET SUITE 62 BROOKLIN']
  for (const reading of [undefined, looseReading]) {
    const pieces = compareLetters(first, second, reading)
    expect(pieces.map((piece) => piece.first).join('')).toBe(first)
    expect(pieces.map((piece) => piece.second).join('')).toBe(second)
  }
})

/** Marked runs in brackets. */
const shown = (runs: Run[]) => runs.map(({ text, isOnlyHere }) => (isOnlyHere ? `[${text}]` : text)).join('')

test.each([
  // Word by word.
  ['Masjid Al-Hidayah of Salem', 'MASJID AL-HIDAYAH OF WEST SALEM', '', '[West]', '1 word only in the IRS record'],
  ['Islamic Center of East Lubbock', 'ISLAMIC CENTER OF LUBBOCK', '[East]', '', '1 word not in the IRS record'],
  ['Masjid East Salem', 'MASJID WEST SALEM', '[East]', '[West]', '1 word differs'],
  ['Muslim Community of Duluth', 'MUSLIM SOCIETY OF DULUTH', '[Community]', '[Society]', '1 word differs'],
  ['Masjid Salem', 'MASJID HIDAYAH WEST SALEM', '', '[Hidayah West]', '2 words only in the IRS record'],
  ['Masjid Nur of Old Town', 'MASJID NUR GREATER BOSTON', '[Old Town]', '[Greater Boston]', '2 words differ'],
  // Letter by letter inside a word that is nearly the same.
  ['Islamic Center of Fremont', 'ISLAMIC CENTER OF FREEMONT', '', '[e]', '1 letter'],
  ['Masjid Brooklyn', 'MASJID BROOKLIN', '[y]', '[i]', '1 letter'],
  ['Masjid Salem', 'MASJID SALIM OF WEST', '[e]', '[i] [West]', '1 word only in the IRS record, 1 letter'],
  ['مسجد النور', 'مسجد النون', '[ر]', '[ن]', '1 letter'],
  // Another spelling inside a name that differs elsewhere is not marked.
  ['Masjid Noor of Salem', 'MASJID NUR OF WEST SALEM', '', '[West]', '1 word only in the IRS record'],
  ['Al-Noor Center, Salem', 'NOOR CTR WEST SALEM INC', '', '[West]', '1 word only in the IRS record'],
  ['Islamic Studies of Salem', 'ISLAMICSTUDIES OF NEW SALEM', '', '[New]', '1 word only in the IRS record'],
])('%s beside %s', (sent, irs, ours, theirs, says) => {
  const compared = compareNames(sent, irs)
  const marked = (runs: Run[]) => (shown(runs).match(/\[[^\]]*\]/g) ?? []).join(' ')
  expect(compared.kind).toBe('words')
  expect([marked(compared.sent), marked(compared.irs), compared.says]).toEqual([ours, theirs, says])
  expect(compared.sent.map(({ text }) => text).join('')).toBe(sent)
  expect(compared.irs.map(({ text }) => text.toUpperCase()).join('')).toBe(irs)
})

test.each([
  ['Masjid An-Nur, Inc.', 'MASJID AN NUR', 'same', ''],
  ["Masjid An-Nur, Fremont's", 'MASJID AN NUR FREMONTS INCORPORATED', 'same', ''],
  ['Masjid Nûr', 'MASJID NUR', 'same', ''],
  ['Center & School', 'CENTER AND SCHOOL', 'same', ''],
  ['Islamic Center Fremont', 'FREMONT ISLAMIC CENTER', 'order', 'Same words, other order'],
  ['Masjid Noor', 'MASJID NUR', 'spelling', 'Same name, other spelling'],
  ['Muhammad Mosque', 'MOHAMMED MOSQUE INC', 'spelling', 'Same name, other spelling'],
  ['Masjid Al-Noor', 'THE NOOR MASJID', 'spelling', 'Same name, other spelling'],
  ['Islamic Centre of Fremont', 'ISLAMIC CTR FREMONT', 'spelling', 'Same name, other spelling'],
  ['Darul Huda', 'DAR AL HUDA', 'spelling', 'Same name, other spelling'],
  ['Masjid Noor مسجد النور', 'MASJID NUR', 'spelling', 'Same name, other spelling'],
  ['Masjid Nur', 'SUNRISE BAKERY', 'other', 'Differs'],
  ['', 'MASJID NUR', 'other', 'Differs'],
  ['مسجد النور', 'MASJID NUR', 'other', 'Differs'],
])('nothing is marked in %s beside %s: %s', (sent, irs, kind, says) => {
  const compared = compareNames(sent, irs)
  expect([compared.kind, compared.says]).toEqual([kind, says])
  expect([...compared.sent, ...compared.irs].some(({ isOnlyHere }) => isOnlyHere)).toBe(false)
})

test.each([
  ['Masjid Al-Hidayah of Salem', 'MASJID AL-HIDAYAH OF SALEM', 'Masjid Al-Hidayah of Salem'],
  ['ISNA of Salem', 'ISNA OF WEST SALEM', 'ISNA of West Salem'],
  ['Masjid Noor', 'MASJID NUR', 'Masjid Nur'],
  ['masjid noor', 'MASJID NUR', 'masjid nur'],
  ['Bakery', 'THE MCC CENTER OF ST PAUL INC', 'The MCC Center of St Paul Inc'],
  ['Masjid Nur', 'Masjid an-Nur', 'Masjid an-Nur'],
])('the record is shown in the case of the form: %s, %s', (sent, irs, expected) => {
  expect(shown(compareNames(sent, irs).irs).replace(/[[\]]/g, '')).toBe(expected)
})

test('what is marked is said in sentences, for who does not see it', () => {
  const spoken = (sent: string, irs: string) => compareNames(sent, irs).spoken
  expect(spoken('Masjid Salem', 'MASJID WEST SALEM')).toBe('Only in the IRS record: West.')
  expect(spoken('Old Masjid Salem', 'MASJID WEST SALIM')).toBe(
    'Only in the IRS record: West. Not in the IRS record: Old. Salem is Salim in the IRS record.',
  )
})

test('a state is the same in two letters and in words', () => {
  expect(compareNames('Islamic Center of CA', 'ISLAMIC CENTER OF CALIFORNIA', 'CA').kind).toBe('spelling')
})
