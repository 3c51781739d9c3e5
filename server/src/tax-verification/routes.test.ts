import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { newId } from '../kit/db/ids.ts'
import { organizations } from '../organizations/table.ts'

const { given, as, callWith, clock, db } = await startServer()
const { listTaxReviews, readTaxStatus, decideTaxReview } = taxVerification
const admin = await as('admin')
const day = (n: number) => new Date(Date.UTC(2026, 0, n))

const first = await given.organization({
  name: 'Zaytuna',
  ein: '12-3456789',
  einStatus: 'Pending',
  einSubmittedAt: day(1),
})
const second = await given.organization({
  name: 'Al-Noor 50%',
  ein: '98-7654321',
  einStatus: 'Approved',
  exemptStatus: 'Pending',
  exemptSubmittedAt: day(2),
})
await given.organization({ name: 'Not waiting', ein: '11-1111111', einStatus: 'Approved', einSubmittedAt: day(1) })
const list = async (query: object, by = admin) => by(listTaxReviews, { query })

test('the queue is oldest first, or as asked', async () => {
  const page = await list({ page: 1 })
  expect(page.data.map((row) => row.orgName)).toEqual(['Zaytuna', 'Al-Noor 50%'])
  expect(page.meta).toEqual({
    total: 2,
    page: 1,
    limit: 10,
    counts: {
      all: 2,
      waiting: 2,
      ein: 1,
      exemption: 1,
      resubmitted: 0,
      changed: 0,
      papers: 0,
      decided: 0,
      match: 0,
      differs: 0,
      'not-deductible': 0,
      revoked: 0,
      'not-listed': 0,
      'not-checked': 2,
      mine: 0,
      noPaper: 2,
      longWait: 2,
    },
    whole: 2,
  })
  expect(page.data[0]).toEqual({
    organizationId: first.id,
    orgName: 'Zaytuna',
    cityState: 'Fremont, CA',
    taxIdEin: '12-3456789',
    einStatus: 'Pending',
    exemptStatus: null,
    resubmitted: false,
    irsChanged: false,
    einShared: false,
    outcome: null,
    outcomeThen: null,
    against: null,
    isBlocked: false,
    decidedBy: null,
    documents: 0,
    missing: ['address'],
    claimedBy: null,
    askedAt: null,
    linkEndsAt: null,
    papersArrivedAt: null,
    waitingSince: day(1).toISOString(),
    decidedAt: null,
  })
  const names = async (sort: string) => (await list({ sort })).data.map((row) => row.orgName)
  expect(await names('-waitingSince')).toEqual(['Al-Noor 50%', 'Zaytuna'])
  expect(await names('orgName')).toEqual(['Al-Noor 50%', 'Zaytuna'])
  expect(await names('-orgName')).toEqual(['Zaytuna', 'Al-Noor 50%'])
})

test('a search narrows the total and the counts, not the whole; a page may be past the end', async () => {
  const found = await list({ q: '50%' })
  expect(found.data.map((row) => row.organizationId)).toEqual([second.id])
  expect(found.meta).toMatchObject({ total: 1, counts: { waiting: 1 }, whole: 2 })
  expect((await list({ q: '%%%' })).meta.total).toBe(0)
  expect((await list({ page: 2, limit: 1 })).data).toHaveLength(1)
  expect((await list({ page: 9 })).data).toEqual([])
  for (const query of [{ page: 0 }, { limit: 101 }, { sort: 'ein' }, { q: 'x'.repeat(101) }, { status: 'Pending' }]) {
    expect((await list(query)).status).toBe(400)
  }
})

test('what is decided leaves the queue for the list of the decided, latest first, until it is opened again', async () => {
  const reviews = await Promise.all(
    ['Ihsan', 'Rahma'].map((name, n) => given.organization({ name, ein: `55-555555${n}`, einStatus: 'Pending' })),
  )
  const decided = async () => (await list({ status: 'decided' })).data.map((row) => row.orgName)
  const decide = (orgId: string, status: string) =>
    admin(decideTaxReview, { params: { orgId }, body: { taxIdEinDetail: { status } } })
  for (const { id } of reviews) {
    await decide(id, 'Approved')
    clock.advance(60)
  }
  expect(await decided()).toEqual(['Rahma', 'Ihsan'])
  expect((await list({ status: 'decided', sort: 'orgName' })).data.map((row) => row.orgName)).toEqual([
    'Ihsan',
    'Rahma',
  ])
  expect((await list({ status: 'decided', q: 'ihsan' })).data[0]).toMatchObject({
    einStatus: 'Approved',
    waitingSince: null,
    decidedAt: expect.any(String),
  })
  expect((await list({ page: 1 })).meta.counts).toMatchObject({ all: 2, waiting: 2, decided: 2 })
  await decide(reviews[0]!.id, 'Pending')
  expect(await decided()).toEqual(['Rahma'])
  await decide(reviews[0]!.id, 'Approved')
})

test('the queue is looked through by what waits, each kind with its count', async () => {
  const { id } = await given.organization({ name: 'Iqra' })
  const member = callWith((await given.member(id)).token)
  const submit = () =>
    member(taxVerification.submitTaxPapers, {
      params: { orgId: id },
      body: { taxIdEin: '44-4444444', taxExempt: true },
    })
  const names = async (status: string) => (await list({ status, page: 1 })).data.map((row) => row.orgName)
  const counts = async () => (await list({ page: 1 })).meta.counts

  await submit()
  expect(await names('ein')).toEqual(['Zaytuna', 'Iqra'])
  expect(await names('exemption')).toEqual(['Al-Noor 50%', 'Iqra'])
  expect(await names('resubmitted')).toEqual([])
  expect(await counts()).toMatchObject({ all: 3, waiting: 3, ein: 2, exemption: 2, resubmitted: 0 })

  await submit()
  expect((await list({ status: 'resubmitted', page: 1 })).data[0]).toMatchObject({ orgName: 'Iqra', resubmitted: true })
  expect(await counts()).toMatchObject({ ein: 2, exemption: 2, resubmitted: 1 })
  expect((await list({ status: 'exemption', page: 1 })).meta.total).toBe(2)

  const approved = { status: 'Approved' }
  const body = { taxIdEinDetail: approved, taxExemptDetail: approved }
  await admin(decideTaxReview, { params: { orgId: id }, body })
  expect(await counts()).toMatchObject({ all: 2, ein: 1, exemption: 1, resubmitted: 0, decided: 3 })
})

test('an EIN that staff changed after the papers came names who did it', async () => {
  const { id } = await given.organization({ name: 'Tawhid' })
  const member = callWith((await given.member(id)).token)
  const papers = (taxIdEin: string) =>
    member(taxVerification.submitTaxPapers, { params: { orgId: id }, body: { taxIdEin, taxExempt: false } })
  expect((await papers('12-3456789')).data.einChange).toBeNull()

  const reviewer = await given.staff('admin', { firstName: 'Amina', lastName: 'Yusuf' })
  const body = { taxIdEin: '12-3456780', taxIdEinDetail: { status: 'Approved' } }
  const changed = await callWith(reviewer.token)(decideTaxReview, { params: { orgId: id }, body })
  expect(changed.data.einChange).toEqual({ by: 'Amina Yusuf', at: expect.any(String) })

  await admin(decideTaxReview, { params: { orgId: id }, body: { taxIdEinDetail: { status: 'Pending' } } })
  expect((await papers('12-3456780')).data.einChange, 'the organization says so itself').toBeNull()
  await admin(decideTaxReview, { params: { orgId: id }, body: { taxIdEinDetail: { status: 'Approved' } } })
})

test('without parameters the whole queue is streamed', async () => {
  const whole = await list({})
  expect(whole.data.map((row) => row.organizationId)).toEqual([first.id, second.id])
  expect(whole.meta).toBeUndefined()
})

test('a manager sees the EIN masked everywhere', async () => {
  const manager = await as('manager')
  for (const query of [{}, { page: 1 }]) {
    expect((await list(query, manager)).data.map((row) => row.taxIdEin)).toEqual(['**-***6789', '**-***4321'])
  }
  const status = await manager(readTaxStatus, { params: { orgId: first.id } })
  expect(status.data.taxIdEin).toBe('**-***6789')
  expect((await admin(readTaxStatus, { params: { orgId: first.id } })).data.taxIdEin).toBe('12-3456789')
  expect((await manager(readTaxStatus, { params: { orgId: crypto.randomUUID() } })).status).toBe(404)
})

test('what is decided leaves the queue', async () => {
  const { id } = await given.organization({ ein: '22-2222222', einStatus: 'Pending', einSubmittedAt: day(3) })
  expect((await list({ limit: 1 })).meta.total).toBe(3)
  await admin(decideTaxReview, { params: { orgId: id }, body: { taxIdEinDetail: { status: 'Approved' } } })
  expect((await list({ limit: 1 })).meta.total).toBe(2)
})

test('a queue longer than a batch is streamed whole, in order, also where many came at once', async () => {
  const { data: before } = await list({})
  const many = Array.from({ length: 1100 }, (_, i) => ({
    id: newId(),
    name: `Masjid ${i}`,
    email: 'office@masjid.example',
    status: 'onboarding' as const,
    createdAt: day(1),
    einStatus: 'Pending' as const,
    einPendingSince: day(5 + Math.floor(i / 600)),
  }))
  await db.insert(organizations).values(many)

  const { data } = await list({})

  expect(new Set(data.map((row) => row.organizationId)).size).toBe(before.length + 1100)
  const times = data.map((row) => row.waitingSince)
  expect(times).toEqual(times.toSorted())
  expect((await list({ limit: 1 })).meta.total).toBe(before.length + 1100)
})

test('whoever takes the whole queue away is written down in the audit trail, once', async () => {
  const exported = async () =>
    (await db.select().from(auditEntries).where(eq(auditEntries.action, 'tax-review.list-exported'))).length
  const before = await exported()
  await list({ page: 1 })
  expect(await exported()).toBe(before)
  await list({})
  expect(await exported()).toBe(before + 1)
})
