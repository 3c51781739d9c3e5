import { organizations } from '@hikmah/contract/organizations/endpoints'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { newId } from '../kit/db/ids.ts'
import { organizations as table } from './table.ts'

const { listOrganizations } = organizations
const { db, as } = await startServer()
const manager = await as('manager')

const HITS = 10_100
const OTHERS = 1200
const nameOf = (prefix: string, n: number) => `${prefix} ${String(n).padStart(5, '0')}`

/** Every hundredth is blocked. */
const rows = (prefix: string, count: number, year: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: newId(),
    name: nameOf(prefix, i + 1),
    email: `office${i}@masjid.example`,
    status: (i + 1) % 100 === 0 ? ('blocked' as const) : ('approved' as const),
    createdAt: new Date(Date.UTC(year, 0, 1, 0, i)),
  }))
// The others are the first by name and the oldest.
const all = [...rows('Aa Hall', OTHERS, 2020), ...rows('Zawiya Noor', HITS, 2022)]
for (let from = 0; from < all.length; from += 2000) await db.insert(table).values(all.slice(from, from + 2000))

async function search(query: object) {
  const { data, meta } = await manager(listOrganizations, { query: { q: 'noor', page: 1, ...query } })
  return { names: data.map(({ orgName }) => orgName), meta }
}
const tenFrom = (n: number, step: 1 | -1) => Array.from({ length: 10 }, (_, i) => nameOf('Zawiya Noor', n + step * i))

test('a search that finds thousands is sorted by all that it finds, wherever in the order they lie', async () => {
  expect((await search({ page: 1, sort: 'orgName' })).names).toEqual(tenFrom(1, 1))
  expect((await search({ page: 7, sort: 'orgName' })).names).toEqual(tenFrom(61, 1))
  expect((await search({ page: 1, sort: '-orgName' })).names).toEqual(tenFrom(HITS, -1))
  expect((await search({})).names).toEqual(tenFrom(HITS, -1))
  expect((await search({ page: 3, sort: 'createdAt' })).names).toEqual(tenFrom(21, 1))
})

test('it tells a thousand and more, and what is rare among them exactly', async () => {
  expect((await search({})).meta).toMatchObject({ total: 1000, isTotalCapped: true, whole: HITS + OTHERS })
  const blocked = await search({ page: 1, status: 'blocked', sort: 'orgName' })
  expect(blocked.names).toEqual(Array.from({ length: 10 }, (_, i) => nameOf('Zawiya Noor', 100 * (i + 1))))
  expect(blocked.meta).toMatchObject({ total: 101, counts: { blocked: 101 } })
  expect(blocked.meta.isTotalCapped).toBeUndefined()
})

test('a page behind the last one is empty and tells the counts all the same', async () => {
  const behind = await search({ page: HITS })
  expect(behind.names).toEqual([])
  expect(behind.meta).toMatchObject({ total: 1000, isTotalCapped: true })
  const few = await search({ q: 'noor 00017', page: 9 })
  expect(few).toMatchObject({ names: [], meta: { total: 1, counts: { all: 1, approved: 1, blocked: 0 } } })
})

test('a search finds by every field what was just created or changed, in any order', async () => {
  const id = newId()
  const findIds = async (q: string, sort: 'orgName' | '-city' | 'orgType' | '-orgStatus' | 'createdAt' = 'orgName') =>
    (await manager(listOrganizations, { query: { q, page: 1, sort } })).data.map(({ _id }) => _id)
  await db
    .insert(table)
    .values({ id, name: 'Zaytuna House', email: 'salam@masjid.example', status: 'onboarding', createdAt: new Date() })
  expect(await findIds('zaytuna')).toEqual([id])
  await db.update(table).set({ name: 'Cordoba House', admin: 'Hafsa Idrisi' }).where(eq(table.id, id))
  expect(await findIds('zaytuna house')).toEqual([])
  for (const sort of ['orgName', '-city', 'orgType', '-orgStatus', 'createdAt'] as const)
    expect(await findIds('hafsa idrisi', sort)).toEqual([id])
})

test('of more hits than are looked up at once, at the end of the order, each page is the right one', async () => {
  const towns = Array.from({ length: 2000 }, (_, n) => ({
    id: newId(),
    name: `Zuhd ${String((n * 1009) % 2000).padStart(4, '0')}`,
    email: `zuhd${n}@masjid.example`,
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
    const query = { q: 'zuhd', page, sort, ...(status && { status }) }
    const { data, meta } = await manager(listOrganizations, { query })
    expect(
      data.map(({ orgName }) => orgName),
      JSON.stringify(query),
    ).toEqual(right.map(({ name }) => name))
    expect(meta.total).toBe(status ? 10 : 1000)
  }
})
