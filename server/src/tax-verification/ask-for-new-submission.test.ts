import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import {
  ASK_WHILE_PENDING,
  ASK_WITH_REASON,
  NOBODY_TO_ASK,
  REASON_OF_CODE,
  REJECTION_ASKS,
} from '@hikmah/contract/tax-verification/rules'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { approved, EIN, rejected, startReviews, submittedAt } from '../../test/tax-review.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { mailTable } from '../kit/mail/post.ts'
import { papersLinks } from './table.ts'

const { given, as, call, callWith, audited, mailsTo, db, admin, waiting, decide, clock } = await startReviews()
const { listTaxReviews, previewTaxLetter, readTaxStatus, submitTaxPapers, undoTaxDecision } = taxVerification

const ask = {
  askForNewSubmission: true,
  reasonCode: 'letter-unreadable',
  reason: 'Page 2 cannot be read.',
  missing: ['bank-letter', 'by-laws', 'bank-letter'],
}
const read = async (orgId: string) => (await admin(readTaxStatus, { params: { orgId } })).data
const inQueue = async (id: string, query: object) =>
  (await admin(listTaxReviews, { query })).data.find(({ organizationId }) => organizationId === id)
const undo = (orgId: string, version: number) => admin(undoTaxDecision, { params: { orgId }, body: { version } })

test('the organization is asked again, its review waits for papers, and no status makes an event', async () => {
  const { id, email, name } = await waiting()
  const reviewer = await given.staff('admin', { firstName: 'Amina', lastName: 'Yusuf' })

  const preview = await admin(previewTaxLetter, { params: { orgId: id }, body: ask })
  const reply = await decide(id, { ...ask, message: 'Both sides, please.', version: 1 }, callWith(reviewer.token))

  expect(reply.status).toBe(200)
  expect(reply.data).toMatchObject({
    taxIdEinDetail: { status: 'Pending', reviewedAt: null },
    taxExemptDetail: { status: 'Pending', reviewedAt: null },
    events: [],
    requests: [
      {
        status: 'Asked',
        by: 'Amina Yusuf',
        reasonCode: 'letter-unreadable',
        reason: 'Page 2 cannot be read.',
        missing: ['by-laws', 'bank-letter'],
        message: 'Both sides, please.',
      },
    ],
    askedAt: expect.any(String),
    waitingSince: null,
    linkEndsAt: expect.any(String),
    version: 2,
  })
  expect(new Date(reply.data.askedAt!).getTime()).toBe(reply.data.requests[0]?.at)
  expect((await inQueue(id, { q: name, status: 'papers' }))?.askedAt).toBe(reply.data.askedAt)

  const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.entityId, id))
  expect(entry).toMatchObject({
    action: 'tax-review.papers-requested',
    actorName: 'Amina Yusuf',
    changes: {
      reasonCode: { before: null, after: 'letter-unreadable' },
      reason: { before: null, after: 'Page 2 cannot be read.' },
      missing: { before: null, after: ['by-laws', 'bank-letter'] },
    },
  })
  const [mail] = await mailsTo(email)
  expect(mail?.subject).toBe(`${name}: new documents needed`)
  expect(mail?.text).toContain(`We are reviewing the tax documents of ${name}.`)
  expect(mail?.text).toContain('Reason:\n> Page 2 cannot be read.')
  expect(mail?.text).toContain('Missing documents:\n- By-laws\n- Letter from the bank')
  expect(mail?.text).toContain('send your documents with the link above')
  expect(mail?.text).not.toContain('rejected')
  expect(mail?.text).toContain(preview.data!.parts[0]!.closing)
})

test('one half may be approved while the other is asked for', async () => {
  const { id, email, name } = await waiting()
  const reply = await decide(id, { ...ask, taxIdEinDetail: approved })
  expect(reply.data).toMatchObject({
    events: [{ eventType: 'EIN/Tax ID', status: 'Approved' }],
    requests: [{ status: 'Asked' }],
    taxExemptDetail: { status: 'Pending' },
  })
  const [mail] = await mailsTo(email)
  expect(mail?.subject).toBe(`${name}: EIN approved, new documents needed`)
})

test('it ends with the next submission, and stays in the history', async () => {
  const { id, name } = await waiting()
  await decide(id, ask)
  const member = callWith((await given.member(id)).token)

  await member(submitTaxPapers, { params: { orgId: id }, body: { taxIdEin: EIN, taxExempt: true } })

  expect(await read(id)).toMatchObject({ askedAt: null, requests: [{ status: 'Asked' }] })
  expect(await inQueue(id, { q: name })).toMatchObject({ askedAt: null, resubmitted: true })
})

test('it ends when nothing waits any more, and not before', async () => {
  const { id } = await waiting()
  const { askedAt } = (await decide(id, ask)).data
  expect((await decide(id, { taxIdEinDetail: approved })).data.askedAt).toBe(askedAt)
  expect((await decide(id, { taxExemptDetail: approved })).data.askedAt).toBeNull()
})

test('it is taken back within a minute: nothing was mailed, and both stay in the history', async () => {
  const { id, email } = await waiting()
  const { version } = (await decide(id, ask)).data
  const [mail] = await db.select().from(mailTable).where(eq(mailTable.recipient, email))
  expect(mail!.nextAttemptAt.getTime() - mail!.createdAt.getTime()).toBe(60_000)

  const reply = await undo(id, version)

  expect(reply.data).toMatchObject({
    askedAt: null,
    events: [],
    requests: [{ status: 'Asked' }, { status: 'Undone', reason: '', missing: [] }],
    waitingSince: submittedAt.toISOString(),
  })
  expect(await mailsTo(email)).toEqual([])
  expect(await audited(id)).toEqual(['tax-review.papers-requested', 'tax-review.decision-undone'])

  const again = (await decide(id, ask)).data
  clock.advance(61)
  expect((await undo(id, again.version)).status).toBe(409)
})

test('what was asked before comes back with a decision that is undone', async () => {
  const { id } = await waiting()
  const { askedAt } = (await decide(id, ask)).data
  const { version } = (await decide(id, { taxIdEinDetail: approved, taxExemptDetail: approved })).data
  expect((await undo(id, version)).data).toMatchObject({ askedAt, requests: [{ status: 'Asked' }] })
})

test('a stale version is refused with the review as it stands', async () => {
  const { id, email } = await waiting()
  await decide(id, { ...ask, version: 1 })
  const reply = await decide(id, { ...ask, version: 1 })
  expect(reply.status).toBe(409)
  expect(reply.error).toMatchObject({ code: 'CONFLICT', current: { version: 2, requests: [{ status: 'Asked' }] } })
  expect(await mailsTo(email)).toHaveLength(1)
})

test('it needs something to say, something that waits, and somebody to ask', async () => {
  const { id } = await waiting()
  const refused = async (body: object, status: number, told: object, orgId = id) => {
    const reply = await decide(orgId, { askForNewSubmission: true, ...body })
    expect(reply.status).toBe(status)
    expect(reply.error).toMatchObject(told)
  }
  await refused({}, 400, { fields: { reason: ASK_WITH_REASON } })
  await refused({ reasonCode: 'articles', reason: 'x' }, 400, { fields: { reasonCode: expect.any(String) } })
  await refused({ reasonCode: 'name-differs' }, 400, { fields: { reason: REASON_OF_CODE } })
  await refused({ missing: ['passport'] }, 400, { fields: { 'missing.0': expect.any(String) } })
  await refused({ missing: 'articles' }, 400, { fields: { missing: expect.any(String) } })
  await refused({ reason: 'x'.repeat(101) }, 400, { fields: { reason: expect.any(String) } })
  await refused({ ...ask, taxIdEinDetail: rejected }, 400, { fields: { askForNewSubmission: REJECTION_ASKS } })
  await refused({ ...ask, taxIdEinDetail: approved, taxExemptDetail: approved }, 409, { message: ASK_WHILE_PENDING })
  const silent = await given.organization({ email: '', einStatus: 'Pending', ein: EIN })
  await refused(ask, 400, { fields: { askForNewSubmission: NOBODY_TO_ASK } }, silent.id)
  expect(await audited(id)).toEqual([])
  expect(await audited(silent.id)).toEqual([])
  expect((await decide(id, { askForNewSubmission: true, missing: ['articles'] })).status).toBe(200)
})

test('managers, organizations and strangers cannot ask', async () => {
  const { id } = await waiting()
  expect((await decide(id, ask, await as('manager'))).status).toBe(403)
  expect((await decide(id, ask, callWith((await given.member(id)).token))).status).toBe(401)
  expect((await decide(id, ask, call)).status).toBe(401)
  expect(await audited(id)).toEqual([])
})

test('a rejection keeps its code and what is missing beside the words, at the exemption where both are rejected', async () => {
  const { id } = await waiting()
  const missing = ['determination-letter'] as const
  const reply = await decide(id, {
    taxIdEinDetail: rejected,
    taxExemptDetail: rejected,
    reasonCode: 'exemption-revoked',
    reason: 'Revoked on Jan 15, 2022.',
    missing,
  })
  const said = reply.data.events.map(({ reasonCode, missing: papers, messages }) => [
    reasonCode,
    papers,
    messages.length,
  ])
  expect(said).toEqual([
    [null, [], 1],
    ['exemption-revoked', ['determination-letter'], 2],
  ])
})

test('a second press is the same request; another link ends the one before it', async () => {
  const { id, email } = await waiting()
  const [first, second] = await Promise.all([decide(id, ask), decide(id, ask)])
  expect([first.status, second.status]).toEqual([200, 200])
  expect((await read(id)).requests).toHaveLength(1)
  expect(await db.select().from(mailTable).where(eq(mailTable.recipient, email))).toHaveLength(1)
  expect(await audited(id)).toEqual(['tax-review.papers-requested'])

  await decide(id, { ...ask, reason: 'Page 3 cannot be read.' })
  expect((await read(id)).requests.map(({ reason }) => reason)).toEqual([ask.reason, 'Page 3 cannot be read.'])
  clock.advance(61)
  await decide(id, { ...ask, reason: 'Page 3 cannot be read.' })
  expect((await read(id)).requests, 'a minute later it is another').toHaveLength(3)
  const links = await db.select().from(papersLinks).where(eq(papersLinks.organizationId, id))
  expect(links.filter(({ replacedBy }) => replacedBy === null)).toHaveLength(1)
})
