import { expect, test } from 'vitest'
import { howManyDiffer, piecesOf } from './differences.ts'

test('only what differs is marked', () => {
  expect(piecesOf('4212 Peralta Blvd Ste 10', '4212 Peralta Blvd Ste 100')).toEqual([
    { both: '4212 Peralta Blvd Ste 10' },
    { second: '0' },
  ])
  expect(piecesOf('Islamic Center of Fremont', 'Islamic Centre of Fremont')).toEqual([
    { both: 'Islamic Cent' },
    { first: 'er', second: 're' },
    { both: ' of Fremont' },
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
])('%s and %s: %s', (first, second, counted) => {
  expect(howManyDiffer(first, second)).toBe(counted)
})

test('what has hardly anything in common differs as a whole', () => {
  expect(piecesOf('Yes', 'No')).toEqual([{ first: 'Yes', second: 'No' }])
  expect(howManyDiffer('Yes', 'No')).toBe('Differs')
  expect(howManyDiffer('', '12-3456789')).toBe('Differs')
  expect(howManyDiffer('x'.repeat(400), `${'x'.repeat(400)}y`)).toBe('Differs')
})

test('every letter of both texts is kept', () => {
  const [first, second] = ['2044 College St, Ste 62, Brooklyn', '2040 Collage Street, Suite 62, Brooklin']
  const pieces = piecesOf(first, second)
  expect(pieces.map((piece) => piece.both ?? piece.first ?? '').join('')).toBe(first)
  expect(pieces.map((piece) => piece.both ?? piece.second ?? '').join('')).toBe(second)
})
