import { organizations } from '@hikmah/contract/organizations/endpoints'
import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { newId } from '../kit/db/ids.ts'
import { keepOrder } from './keep-order.ts'
import { organizationSearch, organizations as table } from './table.ts'

const { db, as } = await startServer()
const manager = await as('manager')

const COUNT = 12_000
/** Names that lie far from each other follow each other: 7919 is a prime. */
const nameOf = (n: number) => `Masjid ${String((n * 7919) % COUNT).padStart(5, '0')} ${'x'.repeat(60)}`
const rows = Array.from({ length: COUNT }, (_, n) => ({
  id: newId(),
  name: nameOf(n),
  email: `office${n}@masjid.example`,
  city: n % 2 ? 'Fremont' : 'Akron',
  status: 'approved' as const,
  createdAt: new Date(Date.UTC(2022, 0, 1, 0, n)),
}))
for (let from = 0; from < COUNT; from += 1000) await db.insert(table).values(rows.slice(from, from + 1000))
await db.execute(sql`analyze organization_search`)

const kept = () => db.select().from(organizationSearch).orderBy(asc(organizationSearch.id))
const expected = async () =>
  (await db.select().from(table).orderBy(asc(table.id))).map((row) => ({
    id: row.id,
    name: row.name.toLowerCase(),
    type: row.type,
    city: row.city.toLowerCase(),
    status: row.status,
    createdAt: row.createdAt,
    ein: row.ein,
    search: row.search,
  }))

async function pagesOf(names: string) {
  const found = await db
    .select({ page: sql<number>`(ctid::text::point)[0]` })
    .from(organizationSearch)
    .where(sql`name like ${names}`)
  return { rows: found.length, pages: new Set(found.map(({ page }) => page)).size }
}

test('neighbours by name come to lie near each other, while organizations change, and none is lost', async () => {
  const before = await pagesOf('masjid 03%')
  expect(before).toMatchObject({ rows: 1000 })
  expect(before.pages).toBeGreaterThan(300)

  let isDone = false
  const moving = keepOrder(db).finally(() => {
    isDone = true
  })
  let changed = 0
  while (!isDone) {
    const { id } = rows[(changed * 5) % COUNT]!
    await db
      .update(table)
      .set({ city: `Town ${changed}`, status: 'blocked' })
      .where(eq(table.id, id))
    changed += 1
  }
  await moving

  expect(changed).toBeGreaterThan(20)
  expect(await kept()).toEqual(await expected())
  const after = await pagesOf('masjid 03%')
  expect(after.rows).toBe(1000)
  expect(after.pages).toBeLessThan(before.pages / 4)
})

test('what is in place already stays where it is', async () => {
  const places = () =>
    db.select({ at: sql<string>`ctid::text` }).from(organizationSearch).orderBy(organizationSearch.id)
  const before = await places()
  await keepOrder(db)
  expect(await places()).toEqual(before)
})

test('a search finds by every field what was just created or changed, in any order', async () => {
  const id = newId()
  const search = async (q: string, sort: 'orgName' | '-city' | 'orgType' | '-orgStatus' | 'createdAt' = 'orgName') =>
    (await manager(organizations.listOrganizations, { query: { q, page: 1, sort } })).data.map(({ _id }) => _id)
  await db
    .insert(table)
    .values({ id, name: 'Zaytuna House', email: 'salam@masjid.example', status: 'onboarding', createdAt: new Date() })
  expect(await search('zaytuna')).toEqual([id])
  await db.update(table).set({ name: 'Cordoba House', admin: 'Hafsa Idrisi' }).where(eq(table.id, id))
  expect(await search('zaytuna house')).toEqual([])
  for (const sort of ['orgName', '-city', 'orgType', '-orgStatus', 'createdAt'] as const)
    expect(await search('hafsa idrisi', sort)).toEqual([id])
})

test('of more hits than are looked up at once, at the end of the order, each page is the right one', async () => {
  const towns = Array.from({ length: 2000 }, (_, n) => ({
    id: newId(),
    name: `Zawiya ${String((n * 1009) % 2000).padStart(4, '0')}`,
    email: `zawiya${n}@masjid.example`,
    city: `Zafar ${String((n * 703) % 2000).padStart(4, '0')}`,
    status: n % 200 ? ('approved' as const) : ('blocked' as const),
    createdAt: new Date(),
  }))
  await db.insert(table).values(towns)
  const byName = towns.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const byCity = towns.toSorted((a, b) => (a.city < b.city ? -1 : 1))
  const blocked = byName.filter(({ status }) => status === 'blocked')
  for (const [sort, status, page, right] of [
    ['orgName', undefined, 1, byName.slice(0, 10)],
    ['orgName', undefined, 3, byName.slice(20, 30)],
    ['-orgName', undefined, 2, byName.toReversed().slice(10, 20)],
    ['-orgName', undefined, 190, byName.toReversed().slice(1890, 1900)],
    ['city', undefined, 1, byCity.slice(0, 10)],
    ['-city', undefined, 5, byCity.toReversed().slice(40, 50)],
    ['orgName', 'blocked', 1, blocked],
    ['-orgName', 'blocked', 1, blocked.toReversed()],
  ] as const) {
    const query = { q: 'zawiya', page, sort, ...(status && { status }) }
    const { data, meta } = await manager(organizations.listOrganizations, { query })
    expect(
      data.map(({ orgName }) => orgName),
      JSON.stringify(query),
    ).toEqual(right.map(({ name }) => name))
    expect(meta.total).toBe(status ? 10 : 1000)
  }
})
