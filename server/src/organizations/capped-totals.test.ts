import { organizations } from '@hikmah/contract/organizations/endpoints'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'

const { as, db } = await startServer()
const manager = await as('manager')
const list = (query: Record<string, unknown>) => manager(organizations.listOrganizations, { query })

const found = async (name: string, many: number, status = 'approved') =>
  await db.execute(sql`insert into organizations (id, name, email, status, created_at)
    select gen_random_uuid(), ${name} || ' ' || lpad(n::text, 4, '0'), 'office@masjid.example', ${status},
      timestamptz '2020-01-01' + n * interval '1 minute'
    from generate_series(1, ${many}::int) n`)

test('up to a thousand hits are counted, however they are sorted; of more it says so', async () => {
  await found('Masjid Salam', 1000)
  await found('Masjid Noor', 1001)
  for (const sort of ['-createdAt', 'createdAt', 'orgName', '-city']) {
    const exact = await list({ q: 'salam', sort, page: 1 })
    expect(exact.meta.total).toBe(1000)
    expect(exact.meta).not.toHaveProperty('isTotalCapped')
    const capped = await list({ q: 'noor', sort, page: 1 })
    expect(capped.meta).toMatchObject({ total: 1000, isTotalCapped: true })
  }
})

test('a span of time is counted so far too, and its tabs; whole statuses are counted exactly', async () => {
  const span = { joinedFrom: '2020-01-01T00:00:00Z', joinedTo: '2020-01-01T10:00:00Z' }
  const { meta } = await list({ ...span, page: 1 })
  expect(meta).toMatchObject({ total: 1000, isTotalCapped: true, whole: 2001 })
  expect(meta.counts).toEqual({ all: 1000, approved: 1000, onboarding: 0, blocked: 0 })
  expect(meta.cappedCounts).toEqual(['all', 'approved'])
  const approved = await list({ status: 'approved' })
  expect(approved.meta.total).toBe(2001)
  expect(approved.meta).not.toHaveProperty('isTotalCapped')
})

test('a page beyond the counted rows is still a page, and one past the end is empty with its counts', async () => {
  const last = await list({ q: 'noor', sort: 'orgName', page: 101 })
  expect(last.data.map((row) => row.orgName)).toEqual(['Masjid Noor 1001'])
  const past = await list({ q: 'noor', sort: 'orgName', page: 102 })
  expect(past.data).toEqual([])
  expect(past.meta).toMatchObject({ total: 1000, isTotalCapped: true, counts: { all: 1000 }, whole: 2001 })
})

test('a search in an order of its own is the same whether the hits lie at the beginning of the order or at its end', async () => {
  const names = async (q: string, sort: string, page: number) =>
    (await list({ q, sort, page, limit: 20 })).data.map((row) => row.orgName)
  for (const [q, name, many] of [
    ['noor', 'Masjid Noor', 1001],
    ['salam', 'Masjid Salam', 1000],
  ] as const) {
    const all = Array.from({ length: many }, (_, n) => `${name} ${String(n + 1).padStart(4, '0')}`)
    for (const page of [1, 2, 40]) {
      const rows = [20 * (page - 1), 20 * page] as const
      expect(await names(q, 'orgName', page)).toEqual(all.slice(...rows))
      expect(await names(q, '-orgName', page)).toEqual(all.toReversed().slice(...rows))
    }
  }
})

test('the tabs count what the search finds, whichever of them is open', async () => {
  await found('Masjid Falah', 3)
  await found('Masjid Falah', 2, 'onboarding')
  const counts = { all: 5, approved: 3, onboarding: 2, blocked: 0 }
  for (const [status, total] of [
    [undefined, 5],
    ['onboarding', 2],
    ['blocked', 0],
  ] as const) {
    const { meta } = await list({ q: 'falah', status, page: 1 })
    expect(meta).toMatchObject({ total, counts })
    expect(meta).not.toHaveProperty('cappedCounts')
  }
})

test('of more than fifteen hundred hits a tab with few of them has no count, unless it is open', async () => {
  await found('Masjid Huda', 1600)
  await found('Masjid Huda', 4, 'blocked')
  const all = await list({ q: 'huda', page: 1 })
  expect(all.meta.cappedCounts).toEqual(['all', 'approved'])
  expect(all.meta.counts).toEqual({ all: 1000, approved: 1000 })
  const blocked = await list({ q: 'huda', status: 'blocked', page: 1 })
  expect(blocked.meta).toMatchObject({ total: 4, counts: { all: 1000, blocked: 4 } })
})
