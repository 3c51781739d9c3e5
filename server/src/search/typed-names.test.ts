import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldText } from '@hikmah/contract/fold-text'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { search } from '@hikmah/contract/search'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { rowsOf } from '../kit/db/db.ts'
import { migrate } from '../kit/db/migrate.ts'
import { foldMissingNames } from '../organizations/find-duplicates.ts'

const { given, as, db, house } = await startServer()
const admin = await as('admin')

/** Lines of a name and what is typed for it, separated by bars. */
const readNames = (file: string) =>
  readFileSync(join(import.meta.dirname, '../../test', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' | ') as [name: string, ...ways: string[]])

async function readFound(q: string) {
  const [list, palette, duplicates] = await Promise.all([
    admin(organizations.listOrganizations, { query: { q, page: 1, limit: 100 } }),
    admin(search.findAnything, { query: { q, types: 'organization' } }),
    admin(organizations.findDuplicates, { query: { orgName: q } }),
  ])
  return {
    list: list.data.map(({ _id }) => _id),
    palette: palette.data.map(({ _id }) => _id),
    duplicates: duplicates.data.organizations.map(({ _id }) => _id),
  }
}

test('names in eight scripts and more are found as written and as typed, by list, by palette and by duplicates', async () => {
  const names = readNames('typed-names.txt')
  expect(names.length).toBeGreaterThanOrEqual(120)
  const ids = new Map<string, string>()
  for (const [name] of names) ids.set(name, (await given.organization({ name })).id)
  await foldMissingNames(house)
  const missed: string[] = []
  for (const [name, ...ways] of names) {
    const typed = [name, name.normalize('NFD'), name.toLowerCase(), name.toUpperCase(), `\u200f${name}`, ...ways]
    for (const way of new Set(typed)) {
      for (const [where, found] of Object.entries(await readFound(way))) {
        if (!found.includes(ids.get(name)!)) missed.push(`${name} as ${way}: ${where}`)
      }
    }
  }
  expect(missed).toEqual([])
}, 240_000)

test('names that only look alike are found by none', async () => {
  const pairs = readNames('other-names.txt')
  expect(pairs.length).toBeGreaterThanOrEqual(60)
  const wrong: string[] = []
  for (const [name, typed] of pairs) {
    const { id } = await given.organization({ name })
    await foldMissingNames(house)
    for (const [where, found] of Object.entries(await readFound(typed!))) {
      if (found.includes(id)) wrong.push(`${name} as ${typed}: ${where}`)
    }
  }
  expect(wrong).toEqual([])
}, 120_000)

/** Since Unicode 11, letters that the database's libraries may not know yet. */
const isNew = (text: string) =>
  /[\u1c80-\u1cbf\u2c2f\u2c5f\ua7b8-\ua7ff\u{10d50}-\u{10d8f}\u{10570}-\u{105ff}\u{16e40}-\u{16eff}\u{1e900}-\u{1ffff}]/u.test(
    text,
  )

test('the database folds each letter as the contract does', async () => {
  const letters = Array.from({ length: 0x1_10_00 }, (_, n) => String.fromCodePoint(n + 1)).filter(
    (letter) => !/\p{Surrogate}|\p{Unassigned}/u.test(letter) && !isNew(letter),
  )
  const texts = [
    ...letters,
    ...fc
      .sample(fc.string({ unit: 'grapheme', maxLength: 20 }), 500)
      .filter((text) => !isNew(text) && !text.includes('\0')),
  ]
  const rows = await rowsOf<{ text: string; folded: string }>(
    db,
    sql`select text, folded(text) as folded from unnest(${sql.param(texts)}::text[]) as text`,
  )
  expect(rows.filter(({ text, folded }) => folded !== foldText(text))).toEqual([])
})

test('lists sort by name as a reader expects', async () => {
  const names = [
    'Zz 2 Hall',
    'Zz 10 Hall',
    'Zz Abc',
    'Zz ʿAbd',
    'Zz Abe',
    'Zz an-Nur',
    'Zz Émile',
    'Zz Emma',
    'Zz O’Connor',
    'Zz Odin',
    'Zz sehit',
    'Zz Şehit',
    'Zz Serin',
    'Zz Ёлка',
    'Zz ель',
    'Zz Жук',
    'Zz أحمد',
    'Zz احمدي',
    'Zz بلال',
  ]
  const [server] = await rowsOf<{ isNew: boolean }>(
    db,
    sql`select current_setting('server_version_num')::integer >= 160000 as "isNew"`,
  )
  // Before version 16 these have a place of their own.
  const expected = names.filter((name) => server?.isNew || !/[ʿ’]/.test(name))
  for (const name of expected.toReversed()) await given.organization({ name })
  const read = async (sort: 'orgName' | '-orgName') =>
    (await admin(organizations.listOrganizations, { query: { q: 'zz', sort, page: 1, limit: 100 } })).data
      .map(({ orgName }) => orgName)
      .filter((name) => name.startsWith('Zz '))
  const sorted = await read('orgName')
  expect(await read('-orgName')).toEqual(sorted.toReversed())
  expect(sorted).toEqual(expected)
})

test.each(['0501234567', '00966501234567', '+966 (0)50 123 4567', '٠٥٠١٢٣٤٥٦٧', '966-50-123-4567', '501234567'])(
  '%s finds +966 50 123 4567',
  async (q) => {
    const { id } = await given.organization({ name: 'Riyadh Liaison', primaryPhone: '+966501234567' })
    const { list, palette } = await readFound(q)
    expect(list).toContain(id)
    expect(palette).toContain(id)
  },
)

test('the indexes of names are rebuilt once the database sorts by another version of ICU', async () => {
  const [server] = await rowsOf<{ isSuper: boolean }>(
    db,
    sql`select current_setting('is_superuser') = 'on' as "isSuper"`,
  )
  // Nobody else may say that it was another.
  if (!server?.isSuper) return
  const read = async () =>
    (
      await rowsOf<{ version: string; file: number }>(
        db,
        sql`select collversion as version, pg_relation_filenode('organizations_name') as file
            from pg_collation where collname = 'names'`,
      )
    )[0]
  const before = await read()
  await db.execute(sql`update pg_collation set collversion = '1' where collname = 'names'`)
  await migrate(house.database)
  const after = await read()
  expect(after?.version).toBe(before?.version)
  expect(after?.file).not.toBe(before?.file)
  await migrate(house.database)
  expect(await read()).toEqual(after)
})
