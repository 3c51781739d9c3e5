import { expect, test } from 'vitest'
import { startResponses } from '../../test/responses.ts'
import { newId } from '../kit/db/ids.ts'

const { manager, as, kinds } = await startResponses()

const numbersOf = (entries: { note: string }[]) => entries.map(({ note }) => Number(note))
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)

test.each(kinds)('of a long timeline $name shows the newest twenty, and earlier ones page by page', async (kind) => {
  const { id } = await kind.make()
  const params = { id }
  for (const n of range(0, 45)) {
    await manager(kind.put, { params, body: { status: kind.status, responseTimeline: { note: String(n) } } })
  }
  const { data } = await manager(kind.read, { params })
  expect([numbersOf(data.responseTimeline), data.earlierEntries]).toEqual([range(25, 45), 25])

  const before = await manager(kind.timeline, { params, query: { cursor: data.responseTimeline[0]!._id } })
  expect(numbersOf(before.data)).toEqual(range(5, 25).toReversed())
  expect(before.meta).toEqual({ cursor: before.data.at(-1)!._id })
  const first = await manager(kind.timeline, { params, query: before.meta })
  expect([numbersOf(first.data), first.meta]).toEqual([range(0, 5).toReversed(), {}])

  const newest = await manager(kind.timeline, { params })
  expect(newest.data.toReversed()).toEqual(data.responseTimeline)
  const whole = (await (await as('admin'))(kind.list, {})).data.find((row) => row._id === id)
  expect(whole).toMatchObject({ responseTimeline: data.responseTimeline, earlierEntries: 25 })
})

test.each(kinds)('a timeline of $name goes on by its own entries only, and not where nothing is', async (kind) => {
  const [one, other] = [await kind.make(), await kind.make()]
  const body = { status: kind.status, responseTimeline: { note: 'Salam' } }
  for (const { id } of [one, other]) await manager(kind.put, { params: { id }, body })
  const page = (id: string, query: object = {}) => manager(kind.timeline, { params: { id }, query })
  const [entry] = (await page(other.id)).data
  expect((await page(one.id, { cursor: entry!._id })).data).toEqual([])
  expect((await page(newId())).status).toBe(404)
  const { status, error } = await page(one.id, { cursor: 'first' })
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['cursor']])
})
