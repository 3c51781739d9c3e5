import {
  DEMO_DELETED,
  demoRequests as demoContract,
  INQUIRY_DELETED,
  contactInquiries as inquiryContract,
} from '@hikmah/contract/communication/endpoints'
import { navigation } from '@hikmah/contract/navigation'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { systemActor } from '../kit/auth/actor.ts'
import { newId } from '../kit/db/ids.ts'
import { appendEntry } from './queries.ts'
import { contactInquiries, demoRequests } from './table.ts'

const { house, given, as, db, audited, call } = await startServer()
const [manager, admin] = [await as('manager'), await as('admin')]
const { readNavigationCounts } = navigation

const names = ['Aisha Karimi', 'Bilal Osman', 'bilal Begum']
const organizations = ['Masjid Noor', 'Masjid Iman', '']
const kinds = [
  {
    name: 'demo requests',
    entity: 'demo-request',
    statuses: ['New', 'Scheduled', 'Done'],
    make: (i: number, status: string, more: object) => {
      const [firstName = '', lastName = ''] = names[i % 3]!.split(' ')
      return given.demoRequest({
        firstName,
        lastName,
        organization: organizations[i % 3]!,
        ...more,
        status: status as 'New',
      })
    },
    list: demoContract.listDemoRequests,
    read: demoContract.readDemoRequest,
    ownerOf: (demoRequestId: string) => ({ demoRequestId }),
    put: demoContract.respondToDemoRequest,
    remove: demoContract.deleteDemoRequest,
    restore: demoContract.restoreDemoRequest,
    table: demoRequests,
    deleted: DEMO_DELETED,
    sorts: ['name', 'organizationName', 'status', 'createdAt', 'updatedAt'],
    column: { organizationName: 'organization' } as Record<string, string>,
    arrivals: 'demoRequests' as const,
  },
  {
    name: 'inquiries',
    entity: 'contact-inquiry',
    statuses: ['New', 'In-progress', 'Closed', 'Done'],
    make: (i: number, status: string, more: object) =>
      given.inquiry({
        name: names[i % 3]!,
        inquiryType: organizations[i % 3]!,
        message: `About ${organizations[i % 3]} and 100% of it`,
        ...more,
        status: status as 'New',
      }),
    list: inquiryContract.listInquiries,
    read: inquiryContract.readInquiry,
    ownerOf: (inquiryId: string) => ({ inquiryId }),
    put: inquiryContract.respondToInquiry,
    remove: inquiryContract.deleteInquiry,
    restore: inquiryContract.restoreInquiry,
    table: contactInquiries,
    deleted: INQUIRY_DELETED,
    sorts: ['name', 'inquiryType', 'status', 'createdAt', 'updatedAt'],
    column: {} as Record<string, string>,
    arrivals: 'contactInquiries' as const,
  },
]

type Row = Record<string, unknown> & { id: string; status: string; spam: boolean }
const made = new Map<string, Row[]>()
for (const kind of kinds) {
  const rows: Row[] = []
  for (let i = 0; i < 33; i += 1) {
    const more = {
      spam: i % 8 === 0,
      createdAt: new Date(Date.UTC(2026, i % 4, 1, i)),
      updatedAt: new Date(Date.UTC(2026, 6, 1, (i * 7) % 24)),
    }
    const status = kind.statuses[i % kind.statuses.length]!
    rows.push((await kind.make(i, status, more)) as unknown as Row)
  }
  await db.update(kind.table).set({ deletedAt: new Date() }).where(eq(kind.table.id, rows.pop()!.id))
  made.set(kind.name, rows)
}
const madeOf = (kind: (typeof kinds)[number]) => made.get(kind.name)!

test.each(kinds.flatMap((kind) => kind.sorts.map((sort) => ({ ...kind, sort }))))(
  '$name sorted by $sort both ways over all pages',
  async ({ sort, ...kind }) => {
    const keyOf = (row: Row): string[] => {
      const text = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value).toLowerCase())
      if (sort === 'name' && 'firstName' in row) return [text(row.firstName), text(row.lastName), row.id]
      if (sort === 'status') return [row.status, text(row.createdAt), row.id]
      return [text(row[kind.column[sort] ?? sort]), row.id]
    }
    const compare = (a: Row, b: Row) => {
      const [left, right] = [keyOf(a), keyOf(b)]
      const at = left.findIndex((part, index) => part !== right[index])
      return left[at]! < right[at]! ? -1 : 1
    }
    const expected = madeOf(kind as never)
      .toSorted(compare)
      .map((row) => row.id)
    for (const [asked, ids] of [
      [sort, expected],
      [`-${sort}`, expected.toReversed()],
    ] as const) {
      const found: string[] = []
      for (const page of [1, 2, 3, 4, 5]) {
        const { data } = await manager(kind.list, { query: { sort: asked, page } })
        found.push(...data.map((row) => row._id))
      }
      expect(found).toEqual(ids)
    }
  },
)

test.each(kinds)('$name are found by status and suspicion, with the counts of each', async (kind) => {
  const rows = madeOf(kind)
  for (const spam of [undefined, 'true', 'false'] as const) {
    const those = rows.filter((row) => spam === undefined || String(row.spam) === spam)
    const counts: Record<string, number> = { all: those.length }
    for (const status of kind.statuses) counts[status] = those.filter((row) => row.status === status).length
    for (const status of [undefined, ...kind.statuses]) {
      const isOfStatus = (row: (typeof rows)[number]) => status === undefined || row.status === status
      const wanted = those.filter(isOfStatus)
      counts.spam = rows.filter((row) => row.spam && isOfStatus(row)).length
      const { data, meta } = await manager(kind.list, { query: { status, spam, limit: 100, page: 1 } })
      expect(data.map((row) => row._id).sort()).toEqual(wanted.map((row) => row.id).sort())
      expect(meta).toEqual({ total: wanted.length, page: 1, limit: 100, counts, whole: rows.length })
    }
  }
})

test.each(kinds)('$name are searched by any part of three letters, or by how a word begins', async (kind) => {
  const rows = madeOf(kind)
  const found = async (query: object) => (await manager(kind.list, { query })).meta.total
  expect(await found({ q: 'BILAL' })).toBe(rows.filter((_, i) => i % 3 !== 0).length)
  expect(await found({ q: 'lal beg' })).toBe(rows.filter((_, i) => i % 3 === 2).length)
  expect(await found({ q: 'No' })).toBe(rows.filter((_, i) => i % 3 === 0).length)
  expect(await found({ q: 'oo' })).toBe(0)
  expect(await found({ q: '%_%' })).toBe(0)
  expect(await found({ q: String(rows[4]!.email) })).toBe(1)
  const narrowed = { q: 'Noor', status: 'New', spam: 'false' }
  expect(await found(narrowed)).toBe(rows.filter((row, i) => i % 3 === 0 && row.status === 'New' && !row.spam).length)
})

test.each([
  [{ status: 'Open' }, 'status'],
  [{ sort: 'email' }, 'sort'],
  [{ spam: 'maybe' }, 'spam'],
  [{ limit: 101 }, 'limit'],
  [{ page: 0 }, 'page'],
  [{ page: 1.5 }, 'page'],
  [{ q: '\u200f' }, 'q'],
  [{ q: 'a'.repeat(101) }, 'q'],
])('%j is refused by name', async (query, field) => {
  for (const kind of kinds) {
    const { status, error } = await manager(kind.list, { query })
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]])
  }
})

test.each(kinds)('what is deleted of $name is nowhere until it is restored', async (kind) => {
  const { id } = await kind.make(0, kind.statuses[1]!, {})
  await manager(kind.put, { params: { id }, body: { status: kind.statuses[1], responseTimeline: { note: 'Kept' } } })
  const total = async () => (await manager(kind.list, { query: { page: 1 } })).meta.counts
  const before = await total()

  const reply = await admin(kind.remove, { params: { id } })
  expect([reply.status, reply.message, reply.data]).toEqual([200, kind.deleted, null])
  expect((await manager(kind.read, { params: { id } })).status).toBe(404)
  expect((await admin(kind.remove, { params: { id } })).status).toBe(404)
  expect((await manager(kind.list, {})).data.map((row) => row._id)).not.toContain(id)
  expect(await total()).toEqual({
    ...before,
    all: before.all! - 1,
    [kind.statuses[1]!]: before[kind.statuses[1]!]! - 1,
  })

  const restored = await admin(kind.restore, { params: { id } })
  expect(restored.data).toMatchObject({ _id: id, status: kind.statuses[1], responseTimeline: [{ note: 'Kept' }] })
  expect(await total()).toEqual(before)
  expect((await admin(kind.restore, { params: { id } })).data.version).toBe(restored.data.version)
  expect(await audited(id)).toEqual([`${kind.entity}.responded`, `${kind.entity}.deleted`, `${kind.entity}.restored`])
})

test.each(kinds)('a manager deletes and restores none of the $name', async (kind) => {
  const { id } = await kind.make(0, 'New', {})
  for (const endpoint of [kind.remove, kind.restore]) {
    expect((await manager(endpoint, { params: { id } })).status).toBe(403)
    expect((await admin(endpoint, { params: { id: newId() } })).status).toBe(404)
    expect((await admin(endpoint, { params: { id: 'x' } })).status).toBe(400)
  }
  expect((await manager(kind.read, { params: { id } })).status).toBe(200)
})

test.each(kinds)('a console that asks what arrived of $name sees every change', async (kind) => {
  const look = async () => (await manager(readNavigationCounts, {})).data
  const marks = new Set<string>()
  const before = await look()
  const { id } = await kind.make(0, 'New', {})
  const steps = [
    () => kind.make(0, 'New', { spam: true }),
    () => manager(kind.put, { params: { id }, body: { status: 'New', responseTimeline: { note: 'Read' } } }),
    () => admin(kind.remove, { params: { id } }),
    () => admin(kind.restore, { params: { id } }),
    () => manager(kind.put, { params: { id }, body: { status: kind.statuses[1] } }),
  ]
  const waiting: number[] = []
  for (const step of [async () => undefined, ...steps]) {
    await step()
    const now = await look()
    marks.add(now.mark)
    waiting.push(now[kind.arrivals]! - before[kind.arrivals]!)
  }
  expect(waiting).toEqual([1, 1, 1, 0, 1, 0])
  expect(marks.size).toBe(6)
  expect(marks).not.toContain(before.mark)
  const other = kind.arrivals === 'demoRequests' ? 'contactInquiries' : 'demoRequests'
  const last = await look()
  expect(last[other]).toEqual(before[other])
  expect(await look()).toEqual(last)
  expect((await call(readNavigationCounts, {})).status).toBe(401)
})

test.each(kinds)('whatever is done to $name in whatever order, the counts are those of the rows', async (kind) => {
  const ids: string[] = []
  const step = fc.record({
    verb: fc.constantFrom('make', 'put', 'remove', 'restore'),
    which: fc.nat(),
    status: fc.nat(),
  })
  const run = async ({ verb, which, status }: { verb: string; which: number; status: number }) => {
    const id = ids[which % ids.length]
    const to = kind.statuses[status % kind.statuses.length]!
    if (verb === 'make') ids.push((await kind.make(which, to, { spam: which % 3 === 0 })).id)
    else if (!id) return
    else if (verb === 'put') await manager(kind.put, { params: { id }, body: { status: to } })
    else await admin(verb === 'remove' ? kind.remove : kind.restore, { params: { id } })
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      for (let i = 0; i < steps.length; i += 4) await Promise.all(steps.slice(i, i + 4).map(run))
      const all = (await manager(kind.list, {})).data
      const { meta } = await manager(kind.list, { query: { page: 1 } })
      for (const status of kind.statuses) {
        expect([status, meta.counts[status]]).toEqual([status, all.filter((row) => row.status === status).length])
      }
      expect([meta.counts.all, meta.counts.spam]).toEqual([all.length, all.filter((row) => row.spam).length])
    }),
    { numRuns: 8 },
  )
})

test('without parameters the whole array comes, newest first, and the audit trail says who took it', async () => {
  await db.execute(sql`insert into contact_inquiries (id, name, email, phone, stream, inquiry_type, message, status, created_at, updated_at)
    select gen_random_uuid(), 'Name ' || n, 'many' || n || '@masjid.example', '', 'DCWEBSITE', '', 'Words', 'Done',
      timestamptz '2020-01-01' + (n / 7) * interval '1 minute', timestamptz '2020-02-01'
    from generate_series(1, 1100) n`)
  await db.execute(sql`insert into demo_requests (id, first_name, last_name, email, phone, organization, applications, stream, schedule_date, schedule_time, queries, status, created_at, updated_at)
    select gen_random_uuid(), 'Name', n::text, 'many' || n || '@masjid.example', '', '', '[]', 'DCWEBSITE', '', '', '[]', 'Done',
      timestamptz '2020-01-01' + (n / 7) * interval '1 minute', timestamptz '2020-02-01'
    from generate_series(1, 1100) n`)
  const exports = async (entity: string) =>
    (
      await db
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.action, `${entity}.list-exported`))
    ).length
  for (const kind of kinds) {
    const { meta } = await manager(kind.list, { query: { page: 1 } })
    const before = await exports(kind.entity)
    const { id } = madeOf(kind)[0]!
    const entry = { status: 'Done', assignee: 'DC Admin', note: 'Called back', reviewedBy: 'Samira Haddad' }
    await house.change(systemActor('Test'), (tx) =>
      appendEntry(tx, kind.ownerOf(id), { ...entry, fromWebsite: false, mailId: null }),
    )
    const reply = await manager(kind.list, {})
    expect(Object.keys(JSON.parse(reply.text))).toEqual(['data'])
    expect(reply.data).toHaveLength(meta.total)
    expect(meta.total).toBeGreaterThan(1100)
    const { data: answered } = await manager(kind.read, { params: { id } })
    expect(answered.responseTimeline).toMatchObject([
      { status: 'Done', note: 'Called back', reviewedBy: 'Samira Haddad' },
    ])
    expect(reply.data.find((row) => row._id === id)).toEqual(answered)
    const keys = reply.data.map((row) => `${row.createdAt} ${row._id}`)
    expect(keys).toEqual(keys.toSorted().reverse())
    expect((await exports(kind.entity)) - before).toBe(1)
  }
})
