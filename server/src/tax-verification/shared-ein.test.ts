import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { AGAINST_REASON, approved, pending, rejected, startReviews } from '../../test/tax-review.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { organizations } from '../organizations/table.ts'

const { given, house, as, admin, call, callWith, clock, db, mailsTo, statusOf } = await startReviews()
const { decideTaxReview, previewTaxLetter, submitTaxPapers, undoTaxDecision } = taxVerification

/** Whoever decides again can no longer undo what they decided before. */
const colleague = await as('owner')

/** Without a word of why, unless the body has it. */
const decide = (orgId: string, body: object, by = admin) => by(decideTaxReview, { params: { orgId }, body })
const undo = (orgId: string, version: number) => admin(undoTaxDecision, { params: { orgId }, body: { version } })
const both = { taxIdEinDetail: approved, taxExemptDetail: approved }
const neither = { taxIdEinDetail: rejected, taxExemptDetail: rejected }
const againstRecord = { codes: ['EIN_OF_ANOTHER'], reason: AGAINST_REASON }
const confirmed = { ...both, againstRecord }

const holdersNamedIn = async (orgId: string, body: object) =>
  (await decide(orgId, body)).error.contradictions?.map(({ text }) => text.replace(' has this EIN too.', ''))

let next = 1_000_001
const newEin = () => `47-${next++}`
const waitingWith = (ein: string, but: Partial<typeof organizations.$inferInsert> = {}) =>
  given.organization({ ein, einStatus: 'Pending', taxExempt: true, exemptStatus: 'Pending', ...but })

test('the exemption cannot be approved without an approved EIN', async () => {
  const { id, email } = await given.organization()
  const missing = await decide(id, { taxExemptDetail: approved })
  expect([missing.status, missing.error.fields]).toEqual([400, { taxIdEin: 'Enter the EIN to approve' }])
  const EARLY = 'Approve the EIN before the exemption, or together with it'
  const ein = newEin()
  for (const body of [
    { taxIdEin: ein, taxExemptDetail: approved },
    { taxIdEin: ein, taxIdEinDetail: pending, taxExemptDetail: approved },
    { taxIdEin: ein, taxIdEinDetail: rejected, taxExemptDetail: approved },
  ]) {
    const { status, error } = await decide(id, body)
    expect([status, error.code, error.message]).toEqual([409, 'CONFLICT', EARLY])
    const params = { orgId: id }
    expect((await admin(previewTaxLetter, { params, body })).error.message, 'in the preview too').toBe(EARLY)
  }
  expect(await statusOf(id)).toMatchObject({ taxIdEin: '', taxExemptDetail: { status: null }, events: [] })
  expect(await mailsTo(email)).toEqual([])
  expect((await decide(id, { taxIdEin: ein, ...both })).status).toBe(200)
})

test('an approved exemption does not stay with an EIN that is rejected or reopened, and is not approved anew for one that is open', async () => {
  const { id } = await waitingWith(newEin())
  await decide(id, both)
  for (const taxIdEinDetail of [rejected, pending]) {
    const alone = await decide(id, { taxIdEinDetail })
    expect([alone.status, alone.error.message]).toEqual([
      409,
      'The exemption is approved for this EIN. Reject or reopen it together with the EIN.',
    ])
  }
  expect((await decide(id, { taxIdEinDetail: pending, taxExemptDetail: pending })).status).toBe(200)
  // Kept before this was refused.
  await db.update(organizations).set({ exemptStatus: 'Approved' }).where(eq(organizations.id, id))
  await db.update(organizations).set({ irsChangedAt: clock.now() }).where(eq(organizations.id, id))
  expect((await decide(id, { taxExemptDetail: approved })).status, 'confirmed as it stands').toBe(409)
  expect((await decide(id, { taxIdEinDetail: rejected, taxExemptDetail: pending })).status).toBe(200)
})

test('an EIN that another organization holds is approved only once somebody has confirmed it', async () => {
  const ein = newEin()
  const first = await waitingWith(ein, { name: 'Masjid An-Noor' })
  const second = await waitingWith(ein, { name: 'Masjid Hamza' })
  const asked = await decide(first.id, { taxIdEinDetail: approved })
  const organization = { _id: second.id, orgName: 'Masjid Hamza' }
  expect([asked.status, asked.error.code, asked.error.contradictions]).toEqual([
    409,
    'AGAINST_RECORD',
    [{ code: 'EIN_OF_ANOTHER', text: 'Masjid Hamza (Pending) has this EIN too.', organization }],
  ])
  expect(await statusOf(first.id)).toMatchObject({ taxIdEinDetail: { status: 'Pending' }, events: [], version: 1 })
  expect(await mailsTo(first.email)).toEqual([])

  const reviewer = await given.staff('owner', { firstName: 'Amina', lastName: 'Yusuf' })
  const { status, data } = await decide(first.id, confirmed, callWith(reviewer.token))
  expect(status).toBe(200)
  const shared = { title: 'Shared EIN', message: 'Confirmed, although also held by Masjid Hamza (Pending)' }
  for (const event of data.events) {
    expect(event.by).toBe('Amina Yusuf')
    expect(event.messages).toContainEqual(shared)
  }
  const isDecision = and(eq(auditEntries.entityId, first.id), eq(auditEntries.action, 'tax-review.decided'))
  const [entry] = await db.select().from(auditEntries).where(isDecision)
  expect(entry).toMatchObject({
    actorName: 'Amina Yusuf',
    changes: { einSharedWith: { after: 'Masjid Hamza (Pending)' } },
  })

  expect(await holdersNamedIn(second.id, both)).toEqual(['Masjid An-Noor (Approved)'])
  await decide(second.id, confirmed)
  const third = await waitingWith(newEin(), { name: 'Masjid Zayd' })
  expect(await holdersNamedIn(third.id, { taxIdEin: ein, ...both })).toEqual([
    'Masjid An-Noor (Approved)',
    'Masjid Hamza (Approved)',
  ])
})

test('nobody is asked where nothing is approved, or about an EIN that nobody else holds', async () => {
  const ein = newEin()
  const first = await waitingWith(ein)
  const second = await waitingWith(ein, { einStatus: 'Rejected' })
  await waitingWith(newEin())
  expect((await decide(first.id, both)).status, 'what was rejected is held by nobody').toBe(200)
  const reason = 'The EIN is of another organization.'
  expect((await decide(second.id, { taxExemptDetail: rejected, reason })).status).toBe(200)
  const { data } = await decide(second.id, { taxIdEinDetail: pending })
  expect(JSON.stringify(data.events)).not.toContain('Shared EIN')
})

test('the exemption asks as well, and a blocked organization or an EIN that was never submitted counts', async () => {
  const ein = newEin()
  await waitingWith(ein, { name: 'Blocked', status: 'blocked', einStatus: 'Approved' })
  await waitingWith(ein, { name: 'By phone', einStatus: null, exemptStatus: null })
  const { id } = await waitingWith(ein, { einStatus: 'Approved' })
  expect(await holdersNamedIn(id, { taxExemptDetail: approved })).toEqual([
    'Blocked (Approved, blocked)',
    'By phone (not submitted)',
  ])
})

test('of many that hold an EIN each is a contradiction, and the history names five', async () => {
  const ein = newEin()
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) await waitingWith(ein, { name })
  const { id } = await waitingWith(ein, { name: 'Z' })
  expect(await holdersNamedIn(id, both)).toHaveLength(7)
  const { data } = await decide(id, confirmed)
  expect(data.events.at(-1)?.messages).toContainEqual({
    title: 'Shared EIN',
    message:
      'Confirmed, although also held by A (Pending), B (Pending), C (Pending), D (Pending), E (Pending), and 2 more',
  })
})

test('of two that get the same EIN approved at the same moment one is asked about', async () => {
  for (let round = 0; round < 5; round += 1) {
    const ein = newEin()
    const two = [await waitingWith(newEin()), await waitingWith(newEin())]
    const replies = await Promise.all(two.map(({ id }) => decide(id, { taxIdEin: ein, ...both })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  }
})

test('a decision is not taken back onto an EIN that was approved for another organization since', async () => {
  const ein = newEin()
  const first = await waitingWith(ein, { name: 'Masjid An-Noor' })
  const second = await waitingWith(ein, { name: 'Masjid Hamza', einStatus: 'Rejected' })
  await decide(first.id, { taxIdEinDetail: approved })
  const { version } = (await decide(first.id, { taxIdEinDetail: rejected })).data
  expect((await decide(second.id, { taxIdEinDetail: approved }, colleague)).status).toBe(200)
  const undone = await undo(first.id, version)
  expect([undone.status, undone.error.message]).toEqual([409, expect.stringContaining('Masjid Hamza (Approved)')])
  expect((await statusOf(first.id)).taxIdEinDetail.status).toBe('Rejected')
})

test('a decision is not taken back onto an EIN whose approval for another organization began before it', async () => {
  const ein = newEin()
  const first = await waitingWith(ein, { name: 'Masjid An-Noor' })
  const second = await waitingWith(newEin(), { name: 'Masjid Hamza' })
  await decide(first.id, { taxIdEinDetail: approved })
  const { approval, rejection } = await house.database.transaction(async (tx) => {
    await tx.select().from(organizations).where(eq(organizations.id, second.id)).for('update')
    const waits = decide(second.id, { taxIdEin: ein, taxIdEinDetail: approved }, colleague)
    const isWaiting = sql`datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(() => db.$count(sql`pg_stat_activity`, isWaiting)).toBe(1)
    clock.advance(1)
    return { approval: waits, rejection: (await decide(first.id, { taxIdEinDetail: rejected })).data }
  })
  expect((await approval).status).toBe(200)
  const undone = await undo(first.id, rejection.version)
  expect([undone.status, undone.error?.message]).toEqual([409, expect.stringContaining('Masjid Hamza (Approved)')])
  expect((await statusOf(first.id)).taxIdEinDetail.status).toBe('Rejected')
})

test('a rejection is taken back onto an EIN whose sharing was confirmed before it', async () => {
  const ein = newEin()
  const parent = await waitingWith(ein)
  const branch = await waitingWith(ein)
  await decide(parent.id, confirmed)
  await decide(branch.id, confirmed)
  for (const { id } of [parent, branch]) {
    const { version } = (await decide(id, { ...neither, reason: 'Too old' })).data
    expect((await undo(id, version)).data).toMatchObject(both)
  }
})

test('a rejection is not taken back to an exemption that lacks its approved EIN', async () => {
  const ein = newEin()
  const first = await waitingWith(ein, { exemptStatus: 'Approved' })
  const second = await waitingWith(newEin())
  const { version } = (await decide(first.id, { ...neither, reason: 'Too old' })).data
  expect((await decide(second.id, { taxIdEin: ein, ...both }, colleague)).status).toBe(200)
  const undone = await undo(first.id, version)
  expect([undone.status, undone.error?.message]).toEqual([
    409,
    'Undoing this would leave the exemption approved without an approved EIN. Decide on this review again.',
  ])
  expect(await statusOf(first.id)).toMatchObject(neither)
})

test('the organization itself reads nothing of the others, and a manager and a stranger cannot ask', async () => {
  const ein = newEin()
  await waitingWith(ein, { name: 'Masjid Hamza' })
  const { id } = await waitingWith(ein)
  await decide(id, confirmed)
  const member = callWith((await given.member(id)).token)
  const body = { taxIdEin: newEin(), taxExempt: true }
  const { status, text } = await member(submitTaxPapers, { params: { orgId: id }, body })
  expect([status, text.includes('Hamza'), text.includes('Shared EIN')]).toEqual([200, false, false])
  const other = await waitingWith(ein)
  for (const [who, refused] of [
    [await as('manager'), 403],
    [member, 401],
    [call, 401],
  ] as const) {
    const reply = await decide(other.id, both, who)
    expect([reply.status, reply.text.includes(ein)]).toEqual([refused, false])
  }
  const shapeless = await decide(other.id, { ...both, againstRecord: 'yes' })
  expect([shapeless.status, Object.keys(shapeless.error.fields ?? {})]).toEqual([400, ['againstRecord']])
})
