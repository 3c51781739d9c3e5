import { organizations } from '@hikmah/contract/organizations/endpoints'
import { OrganizationRow } from '@hikmah/contract/organizations/schemas'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { newId } from '../kit/db/ids.ts'
import { organizations as table } from './table.ts'

const { listOrganizations, readOrganization } = organizations
const { submitTaxPapers } = taxVerification
const { app, given, as, callWith, db } = await startServer()
const manager = await as('manager')

const statuses = ['approved', 'onboarding', 'blocked'] as const
const types = ['Masjid/Islamic Center', 'Madarsa/Islamic Center', 'Others', '']
const cities = ['Fremont', 'Dearborn', 'Ünlüköy', 'houston']

/** Many share a name, a city, a type or the very moment, so that only the id tells them apart. */
const rows = Array.from({ length: 60 }, (_, i) => ({
  id: newId(),
  name: ['Masjid Noor', 'masjid Iman', 'as-Salam', '100%_sure'][i % 4]!,
  type: types[i % 4]!,
  email: `office${i}@masjid.example`,
  status: statuses[i % 3]!,
  city: cities[i % 4]!,
  createdAt: new Date(Date.UTC(2026, i % 12, 1)),
}))
await db.insert(table).values(rows)

const byIdWithin =
  (of: (row: (typeof rows)[number]) => string) => (a: (typeof rows)[number], b: (typeof rows)[number]) =>
    of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : a.id < b.id ? -1 : 1
const expected = {
  orgName: byIdWithin((row) => row.name.toLowerCase()),
  orgType: byIdWithin((row) => row.type),
  city: byIdWithin((row) => row.city.toLowerCase()),
  createdAt: byIdWithin((row) => row.createdAt.toISOString()),
  orgStatus: byIdWithin((row) => row.status + row.createdAt.toISOString()),
}

test.each(Object.keys(expected) as (keyof typeof expected)[])('sorted by %s both ways over all pages', async (sort) => {
  const ids = rows.toSorted(expected[sort]).map((row) => row.id)
  for (const [asked, wanted] of [
    [sort, ids],
    [`-${sort}`, ids.toReversed()],
  ] as const) {
    const found: string[] = []
    for (let page = 1; page <= 3; page += 1) {
      const { data } = await manager(listOrganizations, { query: { sort: asked, page, limit: 25 } })
      found.push(...data.map((row) => row._id))
    }
    expect(found).toEqual(wanted)
  }
})

test('a page is ten rows, newest first, with the counts of every status', async () => {
  const { data, meta } = await manager(listOrganizations, { query: { page: 1 } })
  const newest = rows.toSorted(expected.createdAt).toReversed().slice(0, 10)
  expect(data.map((row) => row._id)).toEqual(newest.map((row) => row.id))
  expect(meta).toEqual({
    total: 60,
    whole: 60,
    page: 1,
    limit: 10,
    counts: { all: 60, approved: 20, onboarding: 20, blocked: 20 },
  })
})

test('a status, a search and a span of time narrow it, and the total follows', async () => {
  const only = await manager(listOrganizations, { query: { status: 'blocked', limit: 100 } })
  expect(only.meta.total).toBe(20)
  expect(new Set(only.data.map((row) => row.orgStatus))).toEqual(new Set(['blocked']))

  const span = { joinedFrom: '2026-02-01T00:00:00Z', joinedTo: '2026-04-01T00:00:00.000Z' }
  const spring = await manager(listOrganizations, { query: { ...span, limit: 100 } })
  expect(spring.meta.total).toBe(10)
  expect(spring.data).toHaveLength(10)
  expect(spring.meta.counts.all).toBe(10)
  expect(spring.meta.whole).toBe(60)

  const both = await manager(listOrganizations, { query: { ...span, status: 'blocked', q: 'iman', limit: 100 } })
  const fitting = rows.filter(
    (row) => [1, 2].includes(row.createdAt.getUTCMonth()) && row.status === 'blocked' && row.name === 'masjid Iman',
  )
  expect(both.meta.total).toBe(fitting.length)
  expect(both.data).toHaveLength(fitting.length)
})

test.each([
  ['noor', 15],
  ['SALAM', 15],
  ['100%_', 15],
  ['0%s', 0],
  ['%', 0],
  ['_', 0],
  ['ünlü', 15],
  ['ÜNLÜ', 15],
  ['fr', 15],
  ['re', 0],
  ['office7@', 1],
  ["' or 1=1 --", 0],
  ['\\', 0],
  ['', 60],
])('the search %j finds %i', async (q, many) => {
  const { status, data, meta } = await manager(listOrganizations, { query: { q, limit: 100 } })
  expect([status, data.length, meta.total]).toEqual([200, many, many])
})

test('a page beyond the last is empty and keeps the total', async () => {
  const { data, meta } = await manager(listOrganizations, { query: { page: 1_000_000, limit: 100 } })
  expect([data, meta.total]).toEqual([[], 60])
})

test.each([
  [{ page: 0 }, 'page'],
  [{ page: 1.5 }, 'page'],
  [{ page: 'x' }, 'page'],
  [{ limit: 101 }, 'limit'],
  [{ status: 'deleted' }, 'status'],
  [{ sort: 'createdAt; drop table organizations' }, 'sort'],
  [{ sort: 'orgEmail' }, 'sort'],
  [{ q: 'x'.repeat(101) }, 'q'],
  [{ q: '\u200f' }, 'q'],
  [{ q: 'a\u202eb' }, 'q'],
  [{ joinedFrom: 'yesterday' }, 'joinedFrom'],
  [{ joinedFrom: '2026-02-31T00:00:00Z' }, 'joinedFrom'],
  [{ joinedTo: '0000-01-01T00:00:00Z' }, 'joinedTo'],
])('%j is refused by name', async (query, field) => {
  const { status, error } = await manager(listOrganizations, { query })
  expect(status).toBe(400)
  expect(error.code).toBe('VALIDATION')
  expect(Object.keys(error.fields ?? {})).toEqual([field])
})

test('without parameters the whole array comes, newest first, and the audit trail says who took it', async () => {
  await db.execute(sql`insert into organizations (id, name, email, status, created_at)
    select gen_random_uuid(), 'Masjid ' || n, 'many' || n || '@masjid.example', 'approved',
      timestamptz '2020-01-01' + (n / 7) * interval '1 minute'
    from generate_series(1, 1200) n`)

  const reply = await manager(listOrganizations, {})

  expect(Object.keys(JSON.parse(reply.text))).toEqual(['data'])
  const keys = reply.data.map((row) => `${row.createdAt} ${row._id}`)
  expect(new Set(keys).size).toBe(1260)
  expect(keys).toEqual(keys.toSorted().reverse())
  const entries = await db.select().from(auditEntries)
  expect(entries.map((entry) => entry.action)).toEqual(['organization.list-exported'])
  await given.organization()
  expect((await manager(listOrganizations, {})).data).toHaveLength(1261)
})

test.each(['q=noor&q=iman', 'page=1&page=2', 'q[]=noor&page=1&q=iman&q=sure'])(
  'a parameter that comes twice is refused by name: %s',
  async (search) => {
    const { token } = await given.staff('manager')
    const reply = await app.inject({ url: `/api${listOrganizations.path}?${search}`, headers: { token } })
    expect(reply.statusCode).toBe(400)
    expect(Object.keys(reply.json().fields)).toEqual([search[0] === 'q' ? 'q' : 'page'])
  },
)

test('the whole array carries the entity as the document names it, and a page its rows alone', async () => {
  const { id: _id } = await given.organization({
    name: 'Masjid of the whole array',
    website: 'https://whole.example',
    primaryPhone: '+15105550142',
    secondaryPhone: '+15105550143',
  })
  const member = callWith((await given.member(_id)).token)
  await member(submitTaxPapers, { params: { orgId: _id }, body: { taxIdEin: '12-3456789', taxExempt: true } })
  const owner = await as('owner')
  const whole = (await owner(listOrganizations, {})).data.find((row) => row._id === _id)
  const detail = (await owner(readOrganization, { params: { id: _id } })).data
  expect(whole).toMatchObject({
    orgWebsite: 'https://whole.example',
    phoneFax: { primaryPhone: '+15105550142', secondaryPhone: '+15105550143' },
    deen_fund_side_info: {},
    taxIdStatus: {
      taxIdEin: '12-3456789',
      taxIdEinDetail: detail.taxIdStatus.taxIdEinDetail,
      taxExempt: true,
      taxExemptDetail: detail.taxIdStatus.taxExemptDetail,
      events: detail.taxIdStatus.events.map(({ _id, eventType, status, submittedAt, messages }) => ({
        _id,
        eventType,
        status,
        submittedAt,
        messages,
      })),
    },
    registration: detail.registration,
    orgIcon: detail.orgIcon,
    orgLogo: detail.orgLogo,
  })
  const masked = (await manager(listOrganizations, {})).data.find((row) => row._id === _id)
  expect(masked?.taxIdStatus?.taxIdEin).not.toContain('12-34')
  const [row] = (await owner(listOrganizations, { query: { q: 'of the whole array' } })).data
  expect([row?._id, row && Object.keys(row)]).toEqual([_id, Object.keys(OrganizationRow.shape)])
})
