import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { startServer } from '../../../test/start.ts'
import { rowsOf } from '../db/db.ts'
import { bareNumber, matches } from './search.ts'

const { db } = await startServer()

test.each([
  ['(510) 555-0142', '5105550142'],
  ['510.555.0142', '5105550142'],
  ['12-3456789', '123456789'],
  ['AA-BB-CC-DD-EE-FF', 'aabbccddeeff'],
  ['aa:bb:cc:d', 'aabbccd'],
  ['aabb.ccdd.eeff', 'aabbccddeeff'],
  ['AABBCC-DDEEFF', 'aabbccddeeff'],
  ['aabbccddeeff', 'aabbccddeeff'],
  ['DED7559B-0003', undefined],
  ['123', undefined],
  ['masjid', undefined],
])('%s is looked for as the number %s', (q, bare) => {
  expect(bareNumber(q)).toBe(bare)
})

test.each([
  ['office500000@masjid.example', 'office500000@masjid.example', true],
  ['office500000@masjid.example', 'office500000@other.example', false],
  ['500000@masjid', 'office500000@masjid.example', true],
  ['info@masjid-noor.example', 'info@masjid-noor.example', true],
  ['info@masjid-noor.example', 'info@masjid-nur.example', false],
  ['ahmad.khan@gmail.example', 'ahmad.khan@gmail.example', true],
  ['ahmad.khan@gmail.example', 'ahmad.khan@mail.example', false],
  ['DED7559B-0003', 'ded7559b-0003', true],
  ['DED7559B-0003', 'ded7559b-0004', false],
  ['50%', 'save 50 percent', false],
  ['Khan, Ahmad', 'ahmad ali khan', true],
  ['الانصار', 'مسجد الأنصار', true],
  ['انصار', 'مسجد الأنصار', true],
  ['مسجد الأنصار', 'مسجد الانصار', true],
  ['مكتبه', 'مكتبة الهدى', true],
  ['الهدي', 'مكتبة الهدى', true],
  ['النور', 'مكتبة الهدى', false],
  ['أن', 'مسجد انصار', true],
  ['José', 'jose müller', true],
  ['Müller', 'jose müller', true],
  ['Möller', 'jose müller', false],
  ['مسجد (الانصار)*', 'مسجد الأنصار', false],
  ['مَسْجِد', 'مَسْجِد النور', true],
  ["O'Connor", 'bilal o’connor', true],
  ['O’Connor', "bilal o'connor", true],
  ["O'Connor", 'bilal oconnor', true],
  ['🕌 noor', '🕌 noor', true],
  ['St. Louis', 'st louis hall', true],
  ['St Louis', 'st. louis hall', true],
  ['Noor: a Center.', 'noor, a center', true],
  ['مسجد النور۔', 'مسجد النور', true],
  ['خان، احمد', 'احمد خان', true],
  ['U.S. Hall', 'u.s. hall', true],
])('a search for %s in "%s" finds it: %s', async (q, text, isFound) => {
  const [row] = await rowsOf<{ found: boolean }>(db, sql`select ${matches(sql`searched(${text})`, q)} as found`)
  expect(row?.found).toBe(isFound)
})

test('a search looks for so many words only, and finds what has more all the same', async () => {
  const words = Array.from({ length: 25 }, (_, n) => `w${n}`)
  const column = sql`searched(${words.join(' ')})`
  const { params } = new PgDialect().sqlToQuery(matches(sql`search`, words.toReversed().join(' ')))
  expect(params.length).toBeLessThan(13)
  const [row] = await rowsOf<{ found: boolean; alike: boolean }>(
    db,
    sql`select ${matches(column, words.toReversed().join(' '))} as found,
      ${matches(column, words.toReversed().join(' ').replaceAll('w', 'v'))} as alike`,
  )
  expect(row).toEqual({ found: true, alike: false })
})
