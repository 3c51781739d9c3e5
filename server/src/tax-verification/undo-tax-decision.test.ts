import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { UNDO_S } from '@hikmah/contract/tax-verification/rules'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { putRegistry } from '../../test/registry.ts'
import { approved, EIN, rejected, startReviews, submittedAt } from '../../test/tax-review.ts'
import { mailTable } from '../kit/mail/post.ts'
import { recheckOrganizations } from './recheck-organizations.ts'

const { given, callWith, house, as, audited, mailsTo, db, admin, waiting, decide, clock } = await startReviews()
const undo = (orgId: string, version: number, by = admin) =>
  by(taxVerification.undoTaxDecision, { params: { orgId }, body: { version } })

test('a decision that is taken back leaves the review as it was, in its place, and nothing is mailed', async () => {
  const { id, email } = await waiting()
  const decided = (
    await decide(id, { taxIdEin: '98-7654321', taxIdEinDetail: approved, taxExemptDetail: rejected, reason: 'Too old' })
  ).data
  expect(await mailsTo(email)).toHaveLength(1)

  const reply = await undo(id, decided.version)

  expect(reply.message).toBe('The decision was taken back. No email was sent.')
  expect(reply.data).toMatchObject({
    taxIdEin: EIN,
    taxIdEinDetail: { status: 'Pending', submittedAt: submittedAt.toISOString(), reviewedAt: null },
    taxExempt: true,
    taxExemptDetail: { status: 'Pending', reviewedAt: null },
    waitingSince: submittedAt.toISOString(),
    version: decided.version + 1,
  })
  expect(reply.data.events.map(({ eventType, status }) => `${eventType} ${status}`)).toEqual([
    'EIN/Tax ID Approved',
    'Tax exemptions Rejected',
    'EIN/Tax ID Pending',
    'Tax exemptions Pending',
  ])
  expect(reply.data.events.at(-1)?.messages).toMatchObject([{ title: 'Undone' }])
  expect(await mailsTo(email)).toEqual([])
  expect(await audited(id)).toEqual(['tax-review.decided', 'tax-review.decision-undone'])
})

test('an approval is taken back with the exemption it gave', async () => {
  const { id } = await waiting()
  const { version } = (await decide(id, { taxIdEinDetail: approved, taxExemptDetail: approved })).data
  expect((await undo(id, version)).data).toMatchObject({ taxExemptDetail: { status: 'Pending' } })
})

test('a look at a changed record that is taken back says so in the history, to staff alone', async () => {
  const { id, name } = await waiting()
  await putRegistry(house, { listed: [{ ein: EIN.replace('-', ''), name }] })
  await recheckOrganizations(house)
  const statuses = { taxIdEinDetail: approved, taxExemptDetail: approved }
  await decide(id, statuses)
  await putRegistry(house, {})
  await recheckOrganizations(house)
  const looked = await decide(id, { ...statuses, message: 'All is well' })
  expect(looked.data.irsChange).toBeNull()

  clock.advance(1)
  const { data } = await undo(id, looked.data.version)

  expect(data.irsChange).not.toBeNull()
  expect(data.events.slice(0, -1)).toEqual(looked.data.events)
  expect(data.events.at(-1)).toMatchObject({
    eventType: 'IRS record',
    status: 'Changed',
    messages: [
      { title: 'IRS record', message: 'The change is waiting to be reviewed again.' },
      { title: 'Undone', message: expect.stringMatching(/ took the decision back\. No email was sent\.$/) },
    ],
  })
  const member = callWith((await given.member(id)).token)
  const body = { taxIdEin: EIN, taxExempt: true }
  const own = await member(taxVerification.submitTaxPapers, { params: { orgId: id }, body })
  expect(own.data.events.map(({ eventType }) => eventType)).toEqual(['EIN/Tax ID', 'Tax exemptions'])
})

test('the letter waits as long as the decision can be taken back', async () => {
  const { id, email } = await waiting()
  await decide(id, { taxIdEinDetail: approved })
  const [mail] = await db.select().from(mailTable).where(eq(mailTable.recipient, email))
  expect(mail!.nextAttemptAt.getTime() - mail!.createdAt.getTime()).toBe(60_000)
})

test('it cannot be taken back by another, twice, after a newer save, after a minute or once its letter is leaving', async () => {
  const refused = async (prepare: (id: string, version: number, email: string) => Promise<unknown>) => {
    const { id, email } = await waiting()
    const { version } = (await decide(id, { taxIdEinDetail: approved })).data
    await prepare(id, version, email)
    const reply = await undo(id, version)
    expect(reply.status).toBe(409)
    expect(reply.error.message).toBe('This decision can no longer be undone. Reopen the review instead.')
  }
  const other = await as('owner')
  const { id } = await waiting()
  const { version } = (await decide(id, { taxIdEinDetail: approved })).data
  expect((await undo(id, version, other)).status).toBe(409)
  expect((await undo(id, version)).status, 'the refusal of another changed nothing').toBe(200)

  await refused((orgId, of) => undo(orgId, of))
  await refused((orgId) => decide(orgId, { taxExemptDetail: approved }))
  await refused((_id, _version, email) =>
    db.update(mailTable).set({ attempts: 1 }).where(eq(mailTable.recipient, email)),
  )
  await refused(async () => clock.advance(61))
})

test('it can be taken back in its sixtieth second to the end, and not a millisecond later', async () => {
  onTestFinished(clock.stop())
  const after = async (seconds: number) => {
    // Without an address there is no letter that may leave at that moment.
    const { id } = await given.organization({ ein: EIN, einStatus: 'Pending', email: '' })
    const { version } = (await decide(id, { taxIdEinDetail: rejected })).data
    clock.advance(seconds)
    return (await undo(id, version)).status
  }
  expect(await after(UNDO_S)).toBe(200)
  expect(await after(UNDO_S + 0.001)).toBe(409)
})

test('a manager may not take a decision back', async () => {
  const { id } = await waiting()
  const { version } = (await decide(id, { taxIdEinDetail: approved })).data
  expect((await undo(id, version, await as('manager'))).status).toBe(403)
})
