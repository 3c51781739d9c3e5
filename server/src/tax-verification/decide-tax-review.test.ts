import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { REASON_REQUIRED } from '@hikmah/contract/tax-verification/rules'
import { newestSubmission } from '@hikmah/contract/tax-verification/schemas'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { approved, EIN, pending, rejected, startReviews, submittedAt } from '../../test/tax-review.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { organizations } from '../organizations/table.ts'
import { taxEvents } from './table.ts'

const { given, as, callWith, audited, mailsTo, db, admin, waiting, decide } = await startReviews()
const { previewTaxLetter, readTaxStatus, submitTaxPapers } = taxVerification

test('a decision is kept as events, audited and mailed', async () => {
  const { id, email, name } = await waiting()
  const reviewer = await given.staff('owner', { firstName: 'Amina', lastName: 'Yusuf' })

  const reply = await decide(
    id,
    {
      taxIdEinDetail: approved,
      taxExemptDetail: rejected,
      reason: 'The letter is <b>older</b> than the EIN.',
      message: 'Send the\nnew letter.',
      version: 1,
    },
    callWith(reviewer.token),
  )

  expect(reply.status).toBe(200)
  expect(reply.data).toMatchObject({
    taxIdEin: EIN,
    taxIdEinDetail: { status: 'Approved', submittedAt: submittedAt.toISOString(), reviewedAt: expect.any(String) },
    taxExemptDetail: { status: 'Rejected', reviewedAt: expect.any(String) },
    version: 2,
  })
  const message = { title: 'Message', message: 'Send the\nnew letter.' }
  const reviewedBy = { title: 'Reviewer', message: 'Amina Yusuf' }
  expect(reply.data.events).toMatchObject([
    { eventType: 'EIN/Tax ID', status: 'Approved', by: 'Amina Yusuf', messages: [reviewedBy, message] },
    {
      eventType: 'Tax exemptions',
      status: 'Rejected',
      messages: [
        { title: 'Rejection reason', message: 'The letter is <b>older</b> than the EIN.' },
        reviewedBy,
        message,
      ],
    },
  ])
  const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.entityId, id))
  expect(entry).toMatchObject({
    action: 'tax-review.decided',
    actorName: 'Amina Yusuf',
    organizationId: id,
    changes: {
      einStatus: { before: 'Pending', after: 'Approved' },
      exemptStatus: { before: 'Pending', after: 'Rejected' },
      reason: { before: null, after: 'The letter is <b>older</b> than the EIN.' },
    },
  })
  const mails = await mailsTo(email)
  expect(mails).toMatchObject([
    { kind: 'tax-decision', organizationId: id, subject: `${name}: EIN approved, tax exemption rejected` },
  ])
  expect(mails[0]?.text).toContain('> The letter is <b>older</b> than the EIN.')
  expect(mails[0]?.text).toContain('> Send the\n> new letter.')
  expect(mails[0]?.text).not.toContain(EIN)
  expect(mails[0]?.html).not.toContain('<b>older')
})

test('saving what stands already changes and sends nothing', async () => {
  const { id, email } = await waiting()

  const reply = await decide(id, {
    taxIdEin: EIN,
    taxIdEinDetail: pending,
    taxExemptDetail: { status: null },
    reason: 'unused',
  })

  expect(reply.data).toMatchObject({ version: 1, events: [] })
  expect(await audited(id)).toEqual([])
  expect(await mailsTo(email)).toEqual([])
})

test('reopening is a new event and takes the review time back', async () => {
  const { id } = await waiting()
  await decide(id, { taxExemptDetail: rejected, reason: 'Too old' })

  const reply = await decide(id, { taxExemptDetail: pending })

  expect(reply.data.taxExemptDetail).toMatchObject({ status: 'Pending', reviewedAt: null })
  expect(reply.data.events.map((event) => event.status)).toEqual(['Rejected', 'Pending'])
  expect(reply.data.events[1]?.messages).toEqual([])
  expect(reply.data.version).toBe(3)
})

test('approving the exemption makes the organization tax exempt, also where nothing was submitted', async () => {
  const { id } = await given.organization()

  const reply = await decide(id, { taxIdEin: EIN, taxIdEinDetail: approved, taxExemptDetail: approved })

  expect(reply.data).toMatchObject({
    taxIdEin: EIN,
    taxExempt: true,
    taxIdEinDetail: { status: 'Approved', submittedAt: null },
    taxExemptDetail: { status: 'Approved' },
  })
})

test('Pending beside an approved EIN puts nothing under review that was never submitted', async () => {
  const { id } = await given.organization()
  const body = { taxIdEin: EIN, taxIdEinDetail: approved, taxExemptDetail: pending }
  const { data } = await decide(id, body)
  expect(data.taxIdEinDetail.status).toBe('Approved')
  expect(data.taxExemptDetail.status).toBeNull()
  expect(await db.$count(taxEvents, eq(taxEvents.organizationId, id))).toBe(1)
  const [row] = await db.select().from(organizations).where(eq(organizations.id, id))
  expect(row?.waitingSince).toBeNull()
})

test.each([
  ['spaces that have no width', '\u200b\u2060'],
  ['a filler of Hangul', '\u3164\u115f'],
  ['the empty pattern of Braille', '\u2800'],
])('a reason or a message of %s is none that anybody could read', async (_what, text) => {
  const { id, email } = await waiting()
  const rejectedFor = await decide(id, { taxExemptDetail: rejected, reason: text })
  expect(rejectedFor).toMatchObject({ status: 400, error: { fields: { reason: expect.any(String) } } })
  const asked = await decide(id, { askForNewSubmission: true, reason: text })
  expect(asked).toMatchObject({ status: 400, error: { fields: { reason: expect.any(String) } } })
  await decide(id, { message: text })
  expect(await mailsTo(email)).toEqual([])
})

test('a rejected exemption needs its reason', async () => {
  const { id } = await waiting()

  for (const reason of [undefined, '', '   ']) {
    const reply = await decide(id, { taxExemptDetail: rejected, reason })
    expect(reply.status).toBe(400)
    expect(reply.error.fields).toEqual({ reason: REASON_REQUIRED })
  }
  expect((await decide(id, { taxExemptDetail: rejected, reason: 'x'.repeat(101) })).status).toBe(400)
  expect(await audited(id)).toEqual([])
  expect((await decide(id, { taxExemptDetail: rejected, reason: '🕌'.repeat(100) })).status).toBe(200)
  expect((await decide(id, { taxExemptDetail: rejected, message: 'again' })).status).toBe(200)
})

test('a rejected EIN carries a reason where one is given', async () => {
  const { id } = await waiting()
  const reply = await decide(id, { taxIdEinDetail: rejected, reason: 'Not of this name' })
  expect(reply.data.events[0]?.messages[0]).toEqual({ title: 'Rejection reason', message: 'Not of this name' })
})

test('a decided EIN is reopened before it is changed', async () => {
  const { id } = await waiting()
  await decide(id, { taxIdEinDetail: approved })

  const refused = await decide(id, { taxIdEin: '98-7654321' })
  expect(refused.status).toBe(409)
  expect(refused.error.message).toBe('Reopen the EIN review before changing a decided EIN')
  expect((await decide(id, { taxIdEin: '98-7654321', taxIdEinDetail: approved })).status).toBe(409)

  const reply = await decide(id, { taxIdEin: '98-7654321', taxIdEinDetail: pending })
  expect(reply.data).toMatchObject({ taxIdEin: '98-7654321', taxIdEinDetail: { status: 'Pending' } })
})

test('an EIN under review can be corrected without an event', async () => {
  const { id, email } = await waiting()
  const reply = await decide(id, { taxIdEin: '98-7654321' })
  expect(reply.data).toMatchObject({ taxIdEin: '98-7654321', events: [], version: 2 })
  expect(await audited(id)).toEqual(['tax-review.decided'])
  expect(await mailsTo(email)).toMatchObject([{ subject: expect.stringMatching(/: EIN corrected$/) }])
})

test('no EIN cannot be approved', async () => {
  const { id } = await given.organization()
  const reply = await decide(id, { taxIdEinDetail: approved })
  expect(reply.status).toBe(400)
  expect(reply.error.fields).toHaveProperty('taxIdEin')
})

test('a stale version is refused with the current tax status', async () => {
  const { id } = await waiting()
  await decide(id, { taxIdEinDetail: approved, version: 1 })

  const reply = await decide(id, { taxIdEinDetail: rejected, version: 1 })

  expect(reply.status).toBe(409)
  expect(reply.error).toMatchObject({ code: 'CONFLICT', current: { taxIdEin: EIN, version: 2 } })
  expect((await admin(previewTaxLetter, { params: { orgId: id }, body: { version: 1 } })).status).toBe(409)
})

test('a decision made on older papers is refused, whatever version it names', async () => {
  const { id } = await waiting()
  const member = callWith((await given.member(id)).token)
  const submit = () =>
    member(submitTaxPapers, { params: { orgId: id }, body: { taxIdEin: '98-7654321', taxExempt: true } })
  const seen = newestSubmission((await submit()).data)!._id
  const newer = (await submit()).data

  const reply = await decide(id, { taxIdEinDetail: approved, submissionId: seen, version: newer.version })

  expect(reply.status).toBe(409)
  expect(reply.error.message).toBe('Newer documents were submitted. Look at them before you decide.')
  expect(reply.error).toMatchObject({ code: 'CONFLICT', current: { version: newer.version } })
  expect((await admin(readTaxStatus, { params: { orgId: id } })).data.taxIdEinDetail.status).toBe('Pending')
  const submissionId = newestSubmission(newer)!._id
  expect((await decide(id, { taxIdEinDetail: approved, submissionId })).status).toBe(200)
})

test('of two reviewers at once one is refused', async () => {
  const { id, email } = await waiting()
  const other = await as('owner')

  const replies = await Promise.all([
    decide(id, { taxIdEinDetail: approved, version: 1 }),
    decide(id, { taxIdEinDetail: rejected, version: 1 }, other),
  ])

  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
  expect(await mailsTo(email)).toHaveLength(1)
  const { data } = await admin(readTaxStatus, { params: { orgId: id } })
  expect(data.events).toHaveLength(1)
})

test('a review that is opened again keeps its place in the queue', async () => {
  const { id } = await waiting()
  expect((await decide(id, { taxIdEinDetail: approved })).data.waitingSince).toBe(submittedAt.toISOString())
  expect((await decide(id, { taxExemptDetail: approved })).data.waitingSince).toBeNull()
  const reopened = await decide(id, { taxIdEinDetail: pending, taxExemptDetail: pending })
  expect(reopened.data.waitingSince).toBe(submittedAt.toISOString())
  expect(reopened.data.taxIdEinDetail.submittedAt).toBe(submittedAt.toISOString())
})

test('a manager and an organization may not decide', async () => {
  const { id } = await waiting()
  const manager = await as('manager')
  expect((await decide(id, { taxIdEinDetail: approved }, manager)).status).toBe(403)
  expect((await manager(previewTaxLetter, { params: { orgId: id }, body: {} })).status).toBe(403)
  const member = await given.member(id)
  expect((await decide(id, { taxIdEinDetail: approved }, callWith(member.token))).status).toBe(401)
  expect(await audited(id)).toEqual([])
})

test.each([
  ['taxIdEin', { taxIdEin: '12345678' }],
  ['taxIdEin', { taxIdEin: '123-45-6789' }],
  ['taxIdEin', { taxIdEin: '12-34567890' }],
  ['taxIdEin', { taxIdEin: 12 }],
  ['taxIdEinDetail.status', { taxIdEinDetail: { status: 'Submitted' } }],
  ['taxExemptDetail.status', { taxExemptDetail: { status: 'approved' } }],
  ['taxExemptDetail', { taxExemptDetail: 'Approved' }],
  ['reason', { reason: 'x'.repeat(101) }],
  ['message', { message: 'x'.repeat(101) }],
  ['message', { message: 'a\u202eb' }],
  ['version', { version: '1' }],
])('refuses a wrong %s', async (field, body) => {
  const { id } = await waiting()
  const reply = await decide(id, body)
  expect(reply.status).toBe(400)
  expect(reply.error.fields).toHaveProperty([field])
  expect(await audited(id)).toEqual([])
})

test('forged history in the body is ignored, and an unknown organization is 404', async () => {
  const { id } = await waiting()
  const reply = await decide(id, {
    taxIdEinDetail: { status: 'Approved', reviewedAt: '1999-01-01T00:00:00.000Z' },
    events: [{ eventType: 'EIN/Tax ID', status: 'Approved' }],
    taxExempt: false,
  })
  expect(reply.data.taxExempt).toBe(true)
  expect(reply.data.events).toHaveLength(1)
  expect(reply.data.taxIdEinDetail.reviewedAt).not.toContain('1999')
  expect((await decide(crypto.randomUUID(), {})).status).toBe(404)
  expect((await decide('1', {})).status).toBe(400)
})
