import { expect, test } from 'vitest'
import { compareLetters, countDifferences, looseReading } from './irs-facts.ts'

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

test('beside a file in capitals, the case and the signs are no differences', () => {
  expect(countDifferences("Masjid An-Nur, Fremont's", 'MASJID AN NUR FREMONTS', looseReading)).toBeUndefined()
  expect(compareLetters('Islamic Center', 'ISLAMIC CENTRE', looseReading)).toEqual([
    { first: 'Islamic Cent', second: 'ISLAMIC CENT', isSame: true },
    other('er', 'RE'),
  ])
  expect(countDifferences('Masjid Nur, Inc.', 'MASJID NOOR INC', looseReading)).toBe('2 letters')
})

test('every letter of both texts is kept', () => {
  const [first, second] = ['2044 College St, Ste 62, Brooklyn', '2040 COLLAGE STREET SUITE 62 BROOKLIN']
  for (const reading of [undefined, looseReading]) {
    const pieces = compareLetters(first, second, reading)
    expect(pieces.map((piece) => piece.first).join('')).toBe(first)
    expect(pieces.map((piece) => piece.second).join('')).toBe(second)
  }
})
