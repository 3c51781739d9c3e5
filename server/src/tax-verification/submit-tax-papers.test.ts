import { organizations as organizationContract } from '@hikmah/contract/organizations/endpoints'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startReviews } from '../../test/tax-review.ts'
import { organizations } from '../organizations/table.ts'

const { given, as, call, callWith, audited, db, admin, decide } = await startReviews()
const { submitTaxPapers, readTaxDocument, listTaxReviews } = taxVerification
const { readOrganization } = organizationContract
const EIN = '12-3456789'
const base64 = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part)))).toString(
    'base64',
  )
const pdf = { name: 'determination.pdf', data: base64('%PDF-1.7 letter') }

async function ownOrganization() {
  const organization = await given.organization({ line1: '1 Main St', postalCode: '94536', country: 'US' })
  const member = await given.member(organization.id)
  const own = callWith(member.token)
  return {
    ...organization,
    submit: (body: object) => own(submitTaxPapers, { params: { orgId: organization.id }, body }),
  }
}

test('papers wait for a decision, with a frozen picture of what was submitted', async () => {
  const { id, name, submit } = await ownOrganization()

  const reply = await submit({ taxIdEin: EIN, taxExempt: true, documents: [pdf] })

  expect(reply.status).toBe(200)
  const snapshot = { orgName: name, taxIdEin: EIN, taxExempt: true, address: '1 Main St, Fremont, CA 94536, US' }
  expect(reply.data).toMatchObject({
    taxIdEin: EIN,
    taxExempt: true,
    taxIdEinDetail: { status: 'Pending', submittedAt: expect.any(String), reviewedAt: null },
    taxExemptDetail: { status: 'Pending', submittedAt: expect.any(String), reviewedAt: null },
    events: [
      { eventType: 'EIN/Tax ID', status: 'Submitted', by: 'Yusuf Rahmani', snapshot, messages: [] },
      { eventType: 'Tax exemptions', status: 'Submitted', snapshot },
    ],
    documents: [{ name: pdf.name, contentType: 'application/pdf', size: 15 }],
    version: 2,
  })
  expect(reply.data.documents[0]?.eventId).toBe(reply.data.events[1]?._id)
  expect(await audited(id)).toEqual(['tax-papers.submitted'])

  await db.update(organizations).set({ name: 'Renamed' }).where(eq(organizations.id, id))
  const later = await decide(id, {})
  expect(later.data.events[0]?.snapshot?.orgName).toBe(name)
})

test('of a long history the newest hundred steps and papers are shown, and how many came before', async () => {
  const { id, submit } = await ownOrganization()
  await db.execute(sql`insert into tax_events (id, organization_id, type, status, at, by_name)
    select gen_random_uuid(), ${id}, 'EIN/Tax ID', 'Resubmitted', now() - n * interval '1 day', 'Day ' || n
    from generate_series(1, 120) n`)
  await db.execute(sql`insert into tax_documents (id, organization_id, event_id, name, content_type, size, sha256, created_at)
    select gen_random_uuid(), ${id}, id, by_name || '.pdf', 'application/pdf', 15, 'none', at
    from tax_events where organization_id = ${id}`)
  const { data } = await submit({ taxIdEin: EIN, taxExempt: false, documents: [pdf] })
  expect([data.events.length, data.documents.length]).toEqual([100, 100])
  expect(data.earlier).toEqual({ events: 21, documents: 21, requests: 0 })
  expect([data.events[0]?.by, data.events.at(-1)?.status]).toEqual(['Day 99', 'Submitted'])
  expect([data.documents[0]?.name, data.documents.at(-1)?.name]).toEqual(['Day 99.pdf', pdf.name])
  const { data: organization } = await admin(readOrganization, { params: { id } })
  expect(organization.taxIdStatus).toMatchObject({ earlier: data.earlier, events: { length: 100 } })
})

test('the papers stand in the order in which they were sent', async () => {
  const { submit } = await ownOrganization()
  const names = ['e', 'd', 'c', 'b', 'a'].map((name) => `${name}.pdf`)
  const documents = names.map((name) => ({ ...pdf, name }))
  const { data } = await submit({ taxIdEin: EIN, taxExempt: true, documents })
  expect(data.documents.map(({ name }) => name)).toEqual(names)
})

test('without a claim of exemption only the EIN waits, with the documents', async () => {
  const { submit } = await ownOrganization()
  const { data } = await submit({ taxIdEin: EIN, taxExempt: false, documents: [pdf] })
  expect(data.events).toMatchObject([{ eventType: 'EIN/Tax ID', status: 'Submitted' }])
  expect(data.taxExemptDetail.status).toBeNull()
  expect(data.documents[0]?.eventId).toBe(data.events[0]?._id)
})

test('what was rejected is resubmitted, what is approved stays approved', async () => {
  const { id, submit } = await ownOrganization()
  await submit({ taxIdEin: EIN, taxExempt: true })
  await decide(id, {
    taxIdEinDetail: { status: 'Approved' },
    taxExemptDetail: { status: 'Rejected' },
    reason: 'No letter',
  })

  const { data } = await submit({ taxIdEin: EIN, taxExempt: true, documents: [pdf] })

  expect(data.taxIdEinDetail.status).toBe('Approved')
  expect(data.taxExemptDetail).toMatchObject({ status: 'Pending', reviewedAt: null })
  expect(data.events.map((event) => event.status)).toEqual([
    'Submitted',
    'Submitted',
    'Approved',
    'Rejected',
    'Resubmitted',
  ])
})

test('another EIN opens both reviews again', async () => {
  const { id, submit } = await ownOrganization()
  await submit({ taxIdEin: EIN, taxExempt: true })
  await decide(id, { taxIdEinDetail: { status: 'Approved' }, taxExemptDetail: { status: 'Approved' } })

  const { data } = await submit({ taxIdEin: '98-7654321', taxExempt: true })

  expect([data.taxIdEinDetail.status, data.taxExemptDetail.status]).toEqual(['Pending', 'Pending'])
  expect(data.events.slice(-2).map((event) => event.status)).toEqual(['Resubmitted', 'Resubmitted'])
})

test('an approved exemption does not pass to another EIN, even where it is not claimed for that', async () => {
  const { id, submit } = await ownOrganization()
  await submit({ taxIdEin: EIN, taxExempt: true })
  await decide(id, { taxIdEinDetail: { status: 'Approved' }, taxExemptDetail: { status: 'Approved' } })

  const other = { taxIdEin: '98-7654321', taxExempt: false }
  const { data } = await submit(other)

  expect(data).toMatchObject({
    taxIdEinDetail: { status: 'Pending' },
    taxExempt: false,
    taxExemptDetail: { status: 'Pending', reviewedAt: null },
  })
  expect(data.events.slice(-2)).toMatchObject([
    { eventType: 'EIN/Tax ID', status: 'Resubmitted', messages: [] },
    { eventType: 'Tax exemptions', status: 'Resubmitted', messages: [{ title: 'Reopened' }] },
  ])
  expect((await submit(other)).data.taxExemptDetail.status, 'sent twice').toBe('Pending')
  const decided = await decide(id, { taxIdEinDetail: { status: 'Approved' } })
  expect(decided.data).toMatchObject({ taxExempt: false, taxExemptDetail: { status: 'Pending' } })
})

test('a claim of exemption that is withdrawn waits no more, and may be made again', async () => {
  const { id, submit } = await ownOrganization()
  await submit({ taxIdEin: EIN, taxExempt: true })

  const withdrawn = await submit({ taxIdEin: EIN, taxExempt: false, documents: [pdf] })

  const none = { taxExempt: false, taxExemptDetail: { status: null, submittedAt: null, reviewedAt: null } }
  expect(withdrawn.data).toMatchObject({ ...none, taxIdEinDetail: { status: 'Pending' } })
  const [ein, exemption] = withdrawn.data.events.slice(-2)
  expect(exemption).toMatchObject({
    eventType: 'Tax exemptions',
    messages: [{ title: 'Withdrawn', message: 'The organization no longer claims the exemption.' }],
    snapshot: { taxExempt: false },
  })
  expect(withdrawn.data.documents).toMatchObject([{ eventId: ein!._id }])
  const decided = await decide(id, { taxIdEinDetail: { status: 'Approved' } })
  expect(decided.data).toMatchObject({ ...none, waitingSince: null })

  expect((await submit({ taxIdEin: EIN, taxExempt: true })).data.taxExemptDetail.status).toBe('Pending')
  const again = await submit({ taxIdEin: EIN, taxExempt: false })
  expect(again.data, 'with nothing else to review').toMatchObject({ ...none, waitingSince: null })
  expect((await submit({ taxIdEin: EIN, taxExempt: false })).data, 'sent twice').toEqual(again.data)
})

test('a claim of exemption that was rejected may be withdrawn, and its history stays', async () => {
  const { id, submit } = await ownOrganization()
  await submit({ taxIdEin: EIN, taxExempt: true })
  await decide(id, {
    taxIdEinDetail: { status: 'Approved' },
    taxExemptDetail: { status: 'Rejected' },
    reason: 'The letter is not readable',
  })
  const { data } = await submit({ taxIdEin: EIN, taxExempt: false })
  expect(data).toMatchObject({ taxExempt: false, taxExemptDetail: { status: null, reviewedAt: null } })
  const ofExemption = data.events.filter(({ eventType }) => eventType === 'Tax exemptions')
  expect(ofExemption.map(({ status }) => status)).toEqual(['Submitted', 'Rejected', 'Resubmitted'])
})

test('with everything approved there is nothing to submit', async () => {
  const { id, submit } = await ownOrganization()
  await submit({ taxIdEin: EIN, taxExempt: false })
  await decide(id, { taxIdEinDetail: { status: 'Approved' } })

  const same = await submit({ taxIdEin: EIN, taxExempt: false })
  expect(same.data).toMatchObject({ version: 3, taxIdEinDetail: { status: 'Approved' } })
  const useless = await submit({ taxIdEin: EIN, taxExempt: false, documents: [pdf] })
  expect(useless.status).toBe(400)
  expect(useless.error.fields).toHaveProperty('documents')
  expect(await audited(id)).toEqual(['tax-papers.submitted', 'tax-review.decided'])
})

test('a blocked organization, another organization and staff are refused', async () => {
  const { id, submit } = await ownOrganization()
  const other = await ownOrganization()
  const papers = { taxIdEin: EIN, taxExempt: false }
  const params = { orgId: id }
  const stranger = await given.member(other.id)
  expect((await callWith(stranger.token)(submitTaxPapers, { params, body: papers })).status).toBe(403)
  expect((await admin(submitTaxPapers, { params, body: papers })).status).toBe(401)
  expect((await call(submitTaxPapers, { params, body: papers })).status).toBe(401)

  await db.update(organizations).set({ status: 'blocked' }).where(eq(organizations.id, id))
  expect((await submit(papers)).status).toBe(409)
  expect(await audited(id)).toEqual([])
})

const big = base64('%PDF-', Array(1_048_576 - 5).fill(0))

test.each([
  ['documents.0.data', { documents: [{ name: 'a.pdf', data: base64('not a document') }] }],
  ['documents.0.data', { documents: [{ name: 'a.svg', data: base64('<svg xmlns="x"/>') }] }],
  ['documents.0.data', { documents: [{ name: 'a.gif', data: base64('GIF89a') }] }],
  ['documents.0.data', { documents: [{ name: 'a.pdf', data: '' }] }],
  ['documents.0.data', { documents: [{ name: 'a.pdf', data: '%%%' }] }],
  ['documents.1.data', { documents: [pdf, { name: 'a.pdf', data: base64('%PDF-', Array(1_048_572).fill(0)) }] }],
  ['documents.0.name', { documents: [{ name: ' ', data: pdf.data }] }],
  ['documents.0.name', { documents: [{ name: 'x'.repeat(101), data: pdf.data }] }],
  ['documents', { documents: Array(6).fill(pdf) }],
  ['documents', { documents: 'x' }],
  ['taxIdEin', { taxIdEin: '12-34567' }],
  ['taxExempt', { taxExempt: 'true' }],
])('refuses a wrong %s and stores nothing', async (field, wrong) => {
  const { id, submit } = await ownOrganization()
  const reply = await submit({ taxIdEin: EIN, taxExempt: true, ...wrong })
  expect(reply.status).toBe(400)
  expect(reply.error.fields).toHaveProperty([field])
  expect(await audited(id)).toEqual([])
})

test('five documents of exactly 1 MB are taken, by their content', async () => {
  const { submit } = await ownOrganization()
  const documents = Array.from({ length: 5 }, (_, i) => ({ name: `${i}.html`, data: big }))
  const { status, data } = await submit({ taxIdEin: EIN, taxExempt: true, documents })
  expect(status).toBe(200)
  expect(data.documents.map((document) => document.size)).toEqual(Array(5).fill(1_048_576))
})

test('a document comes back as a harmless download, of its own organization only', async () => {
  const { id, submit } = await ownOrganization()
  const name = '../..\\evil"\u00e9;.html'
  const { data } = await submit({ taxIdEin: EIN, taxExempt: false, documents: [{ ...pdf, name }] })
  const documentId = data.documents[0]!._id

  const reply = await admin(readTaxDocument, { params: { orgId: id, documentId } })

  expect(reply.status).toBe(200)
  expect(reply.text).toBe('%PDF-1.7 letter')
  expect(reply.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="evil_?;.html.pdf"; filename*=UTF-8''evil_%C3%A9%3B.html.pdf`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
    'cache-control': 'no-store',
  })
  const other = await given.organization()
  expect((await admin(readTaxDocument, { params: { orgId: other.id, documentId } })).status).toBe(404)
  const manager = await as('manager')
  expect((await manager(readTaxDocument, { params: { orgId: id, documentId } })).status).toBe(403)
})

test('twenty submissions at once leave one history without a gap', async () => {
  const { id, submit } = await ownOrganization()
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => submit({ taxIdEin: EIN, taxExempt: false, documents: [pdf] })),
  )
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
  const { data } = await decide(id, {})
  expect(data.version).toBe(21)
  expect(data.events.filter((event) => event.status === 'Submitted')).toHaveLength(1)
  const waiting = await admin(listTaxReviews, { query: { q: id.slice(0, 3) } })
  expect(waiting.status).toBe(200)
})

test('nobody piles up papers', async () => {
  const { submit } = await ownOrganization()
  for (let i = 0; i < 50; i += 1) expect((await submit({ taxIdEin: EIN, taxExempt: false })).status).toBe(200)
  expect((await submit({ taxIdEin: EIN, taxExempt: false })).status).toBe(429)
})

test('an editor of the organization hands in no papers, an admin of it does', async () => {
  const { id } = await given.organization()
  const submitAs = async (roles: 'Editor' | 'Admin') => {
    const { token } = await given.member(id, { roles: [{ application: 'Others', roles }] })
    return callWith(token)(submitTaxPapers, { params: { orgId: id }, body: { taxIdEin: EIN, taxExempt: false } })
  }
  const refused = await submitAs('Editor')
  expect(refused).toMatchObject({ status: 403, error: { message: 'Your role does not allow this' } })
  expect(await audited(id)).toEqual([])
  expect((await submitAs('Admin')).status).toBe(200)
})
