import { applications as endpoints } from '@hikmah/contract/applications'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { startCatalogue } from '../../../test/catalogue.ts'
import { auditEntries } from '../audit/audit.ts'

const { admin, manager, addApplication, listed, db } = await startCatalogue()

const sort = (ids: string[], by = admin) =>
  by(endpoints.sortApplications, { body: { sortedList: ids.map((_id, order) => ({ _id, order })) } })
const idsNow = async () => (await listed()).map(({ _id }) => _id)

beforeAll(async () => {
  for (let i = 0; i < 6; i += 1) await addApplication({ displayName: `Product ${i}` })
})

test('rows stand in the order that was saved', async () => {
  const before = await idsNow()
  const [first, ...others] = before
  expect((await sort([...others, first!])).status).toBe(200)
  const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.action, 'application.list-sorted'))
  expect(entry!.changes).toEqual({ order: { before, after: [...others, first] } })
  expect(await idsNow()).toEqual([...others, first])
  expect((await sort(await idsNow(), manager)).status).toBe(403)
})

test('an order that does not name each row once is refused, and nothing changes', async () => {
  const ids = await idsNow()
  const [a, b, ...rest] = ids as [string, string, ...string[]]
  const refused = async (sortedList: object) => {
    const reply = await admin(endpoints.sortApplications, { body: { sortedList } })
    return [reply.status, ...Object.keys(reply.error.fields ?? {})]
  }
  const places = (all: string[]) => all.map((_id, order) => ({ _id, order }))
  expect(await refused(places([b, ...rest]))).toEqual([400, 'sortedList'])
  expect(await refused(places([crypto.randomUUID(), b, ...rest]))).toEqual([400, 'sortedList.0._id'])
  expect(await refused(places([b, b, ...rest]))).toEqual([400, 'sortedList.1._id'])
  expect(await refused([{ _id: a, order: 1 }, { _id: b, order: 1 }, ...places(rest)])).toEqual([
    400,
    'sortedList.1.order',
  ])
  expect(await refused([{ _id: 'a', order: 0 }])).toEqual([400, 'sortedList.0._id'])
  expect(await refused([{ _id: a, order: -1 }])).toEqual([400, 'sortedList.0.order'])
  expect(await idsNow()).toEqual(ids)
})

test('of eight who sort at once one has the last word, and no place is taken twice', async () => {
  const ids = await idsNow()
  const orders = Array.from({ length: 8 }, (_, i) => [...ids.slice(i % ids.length), ...ids.slice(0, i % ids.length)])
  const replies = await Promise.all(orders.map((order) => sort(order)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  const after = await listed()
  expect(orders).toContainEqual(after.map(({ _id }) => _id))
  expect(new Set(after.map(({ order }) => order)).size).toBe(ids.length)
})
