import { profile } from '@hikmah/contract/profile/endpoints'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { putRegistry, type Registry } from '../../test/registry.ts'
import { AGAINST_REASON, approved, pending, rejected, startReviews } from '../../test/tax-review.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { mailTable } from '../kit/mail/post.ts'
import { staffNotices } from '../notices/table.ts'
import { organizations } from '../organizations/table.ts'
import { recheckOrganizations } from './recheck-organizations.ts'
import { taxEvents } from './table.ts'

const { given, house, as, admin, call, callWith, clock, db, mailsTo, statusOf } = await startReviews()
const { decideTaxReview, previewTaxLetter, submitTaxPapers, undoTaxDecision, readTaxStatus } = taxVerification
const owner = await as('owner')

const decide = (orgId: string, body: object, by = admin) => by(decideTaxReview, { params: { orgId }, body })
const undo = (orgId: string, version: number, by = admin) =>
  by(undoTaxDecision, { params: { orgId }, body: { version } })
const both = { taxIdEinDetail: approved, taxExemptDetail: approved }
const neither = { taxIdEinDetail: rejected, taxExemptDetail: rejected, reason: 'The letter names another one.' }
const against = (...codes: string[]) => ({ againstRecord: { codes, reason: AGAINST_REASON } })

let next = 2_000_001
/** An organization that waits, and what the IRS has under its EIN. */
async function waitingWith(kind: keyof typeof records, but: Partial<typeof organizations.$inferInsert> = {}) {
  const digits = `47${next++}`
  const ein = `47-${digits.slice(2)}`
  const type = 'Masjid/Islamic Center'
  const pendingBoth = { einStatus: 'Pending', taxExempt: true, exemptStatus: 'Pending' } as const
  const organization = await given.organization({ name: 'Masjid Al-Huda', type, ein, ...pendingBoth, ...but })
  registry = join(registry, records[kind](digits))
  await putRegistry(house, registry)
  await recheckOrganizations(house)
  return { ...organization, ein }
}

let registry: Registry = { listed: [{ ein: '990000001', name: 'SOMEBODY ELSE' }] }
const join = (first: Registry, second: Registry): Registry => ({
  listed: [...(first.listed ?? []), ...(second.listed ?? [])],
  revoked: [...(first.revoked ?? []), ...(second.revoked ?? [])],
})

const name = 'MASJID AL HUDA'
const revokedOn = '2025-05-15'
const records = {
  match: (ein: string): Registry => ({ listed: [{ ein, name }] }),
  revoked: (ein: string): Registry => ({
    revoked: [{ ein, revokedOn, name, postedOn: null, reinstatedOn: null }],
  }),
  league: (ein: string): Registry => ({ listed: [{ ein, name, subsection: '04', deductibility: '2' }] }),
  undeductible: (ein: string): Registry => ({ listed: [{ ein, name, deductibility: '2' }] }),
  unlike: (ein: string): Registry => ({ listed: [{ ein, name: 'DULUTH HARBOR FOOD BANK' }] }),
  nothing: (): Registry => ({}),
}

test.each([
  ['revoked', both, ['REVOKED'], 'on May 15, 2025'],
  ['league', both, ['NOT_C3'], 'section 501(c)(4)'],
  ['undeductible', both, ['NOT_DEDUCTIBLE'], 'not deductible'],
  ['unlike', { taxIdEinDetail: approved }, ['NAME_DIFFERS'], 'as DULUTH HARBOR FOOD BANK'],
  ['unlike', both, ['NAME_DIFFERS'], 'as DULUTH HARBOR FOOD BANK'],
  ['match', { taxIdEinDetail: rejected }, ['REJECTED_MATCH'], 'under this name'],
  ['match', neither, ['REJECTED_MATCH'], 'under this name'],
] as const)(
  'against a record that is %s, %j is refused without a reason and kept with it',
  async (kind, body, codes, text) => {
    const { id, email } = await waitingWith(kind)
    const before = await statusOf(id)

    for (const refused of [
      body,
      { ...body, ...against('EIN_OF_ANOTHER') },
      { ...body, ...against(...codes, 'EIN_OF_ANOTHER') },
    ]) {
      const { status, error } = await decide(id, refused)
      expect([status, error.code, error.contradictions]).toEqual([
        409,
        'AGAINST_RECORD',
        codes.map((code) => ({ code, text: expect.stringContaining(text) })),
      ])
    }
    expect(await statusOf(id)).toEqual(before)
    expect(await mailsTo(email)).toEqual([])
    expect((await admin(previewTaxLetter, { params: { orgId: id }, body })).status, 'the letter may be looked at').toBe(
      200,
    )

    const { status, data } = await decide(id, { ...body, ...against(...codes, ...codes) })
    expect(status).toBe(200)
    const kept = data.events.filter((event) => event.against)
    expect(kept.length).toBeGreaterThan(0)
    for (const event of kept)
      expect(event).toMatchObject({
        against: { codes, reason: AGAINST_REASON },
        evidence: { outcome: before.verdict?.outcome },
      })
    const [mail] = await mailsTo(email)
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toContain(AGAINST_REASON)
  },
)

test('what agrees with the record needs no reason, and one is refused', async () => {
  const { id } = await waitingWith('match')
  const surplus = await decide(id, { ...both, ...against('REVOKED') })
  expect([surplus.status, surplus.error.code, surplus.error.contradictions]).toEqual([409, 'AGAINST_RECORD', []])
  expect((await decide(id, both)).data.events.map((event) => event.against)).toEqual([null, null])
  const unlisted = await waitingWith('nothing')
  expect((await decide(unlisted.id, both)).status).toBe(200)
  const revoked = await waitingWith('revoked')
  expect((await decide(revoked.id, { taxIdEinDetail: approved })).status, 'the number is still its own').toBe(200)
  expect((await decide(revoked.id, { ...neither, taxIdEinDetail: undefined })).status).toBe(200)
})

test('an event keeps what it contradicts itself: a revocation says nothing about the EIN', async () => {
  const { id } = await waitingWith('revoked')
  const { data } = await decide(id, { ...both, ...against('REVOKED') })
  const decided = data.events.filter(({ status }) => status === 'Approved')
  expect(decided.map((event) => [event.eventType, event.against?.codes])).toEqual([
    ['EIN/Tax ID', undefined],
    ['Tax exemptions', ['REVOKED']],
  ])
})

test('a reason has 15 to 200 characters after trimming, and what is wrong is named', async () => {
  const { id } = await waitingWith('revoked')
  for (const reason of [
    '',
    'x'.repeat(14),
    `  ${'x'.repeat(14)}\n `,
    'x'.repeat(201),
    'x'.repeat(100_000),
    `x${'\u200b'.repeat(14)}`,
    `x${'\u200e\u2060'.repeat(14)}y`,
    `seen${' '.repeat(20)}it`,
    'ab\u202e'.repeat(15),
    '👨‍👩‍👧‍👦'.repeat(14),
    '👨‍👩‍👧‍👦'.repeat(201),
    undefined,
    7,
  ]) {
    const { status, error } = await decide(id, { ...both, againstRecord: { codes: ['REVOKED'], reason } })
    expect([status, Object.keys(error.fields ?? {})], `${reason}`.slice(0, 20)).toEqual([400, ['againstRecord.reason']])
  }
  for (const codes of [[], ['PRIVATE'], 'REVOKED']) {
    const { status, error } = await decide(id, { ...both, againstRecord: { codes, reason: AGAINST_REASON } })
    expect([status, Object.keys(error.fields ?? {})[0]]).toEqual([400, expect.stringMatching(/^againstRecord\.codes/)])
  }
  const family = await decide(id, { ...both, againstRecord: { codes: ['REVOKED'], reason: '👨‍👩‍👧‍👦'.repeat(15) } })
  expect((await undo(id, family.data.version)).status).toBe(200)
  const reason = `  ${'x'.repeat(15)}  `
  const { data } = await decide(id, { ...both, againstRecord: { codes: ['REVOKED'], reason } })
  expect(data.events.at(-1)?.against?.reason).toBe('x'.repeat(15))
})

test('a stale version and newer papers are told before what is contradicted', async () => {
  const { id } = await waitingWith('revoked')
  const { version } = await statusOf(id)
  const stale = await decide(id, { ...both, version: version - 1 })
  expect([stale.error.code, stale.error.current]).toMatchObject(['CONFLICT', { version }])
  const early = await decide(id, { taxExemptDetail: approved })
  expect([early.error.code, early.error.contradictions]).toEqual(['CONFLICT', undefined])
  const unreasoned = await decide(id, { taxExemptDetail: rejected })
  expect([unreasoned.status, Object.keys(unreasoned.error.fields ?? {})]).toEqual([400, ['reason']])
})

test('an EIN that is typed with the decision is looked up first', async () => {
  const { ein } = await waitingWith('unlike', { einStatus: 'Rejected' })
  const { id } = await waitingWith('match')
  const own = await statusOf(id)
  const refused = await decide(id, { taxIdEin: ein, ...both })
  expect(refused.error.contradictions).toMatchObject([{ code: 'NAME_DIFFERS' }])
  expect(await statusOf(id)).toEqual(own)
  const { data } = await decide(id, { taxIdEin: ein, ...both, ...against('NAME_DIFFERS') })
  expect(data).toMatchObject({ taxIdEin: ein, verdict: { outcome: 'MISMATCH' } })
  expect(data.events.at(-1)).toMatchObject({ against: { codes: ['NAME_DIFFERS'] }, evidence: { outcome: 'MISMATCH' } })
})

test('an approval of the exemption answers for the EIN that stays approved', async () => {
  const { id } = await waitingWith('unlike')
  await decide(id, { taxIdEinDetail: approved, ...against('NAME_DIFFERS') })
  expect((await decide(id, { taxExemptDetail: approved })).error.contradictions).toMatchObject([
    { code: 'NAME_DIFFERS' },
  ])
  expect((await decide(id, { taxExemptDetail: approved, ...against('NAME_DIFFERS') })).status).toBe(200)
})

test('whoever confirms a decision after the record changed answers for what it contradicts by now', async () => {
  const { id, ein } = await waitingWith('match')
  await decide(id, both)
  const listed = (registry.listed ?? []).filter((row) => row.ein !== ein.replace('-', ''))
  registry = join({ ...registry, listed }, records.revoked(ein.replace('-', '')))
  await putRegistry(house, registry)
  await recheckOrganizations(house)
  const changed = await statusOf(id)
  expect(changed.irsChange).toMatchObject({ before: 'VERIFIED', after: 'REVOKED' })
  expect(changed.events.at(-1)).toMatchObject({
    status: 'Changed',
    messages: [{ message: 'The IRS revoked the tax exemption on May 15, 2025.' }],
  })

  const refused = await decide(id, both)
  expect(refused.error.contradictions).toMatchObject([{ code: 'REVOKED' }])
  const { data } = await decide(id, { ...both, ...against('REVOKED') })
  expect(data.irsChange).toBeNull()
  expect(data.events.at(-1)?.against?.codes).toEqual(['REVOKED'])
})

test('who decides the other question leaves an approval waiting that the changed record speaks against', async () => {
  const { id, ein } = await waitingWith('match')
  await decide(id, both)
  const digits = ein.replace('-', '')
  const listed = (registry.listed ?? []).filter((row) => row.ein !== digits)
  registry = join({ ...registry, listed }, records.unlike(digits))
  await putRegistry(house, registry)
  await recheckOrganizations(house)
  expect((await statusOf(id)).irsChange).toMatchObject({ after: 'MISMATCH' })

  const reason = 'The letter names another one.'
  const left = (await decide(id, { taxExemptDetail: rejected, reason })).data
  expect(left).toMatchObject({ taxIdEinDetail: approved, taxExemptDetail: rejected, irsChange: { after: 'MISMATCH' } })
  const again = { taxIdEinDetail: approved, taxExemptDetail: rejected }
  expect((await decide(id, again)).error.contradictions).toMatchObject([{ code: 'NAME_DIFFERS' }])
  expect((await decide(id, { ...again, ...against('NAME_DIFFERS') })).data.irsChange).toBeNull()
})

test('an undo brings back no approval that its own reason does not account for', async () => {
  const shared = await waitingWith('match', { name: 'Masjid Al-Huda' })
  await decide(shared.id, both)
  const { version } = (await decide(shared.id, { taxIdEinDetail: pending, taxExemptDetail: pending })).data
  await given.organization({ name: 'Masjid Hamza', ein: shared.ein, einStatus: 'Pending' })
  const refused = await undo(shared.id, version)
  expect([refused.status, refused.error.message]).toEqual([
    409,
    'Undoing this would leave an approval against the record. Masjid Hamza (Pending) has this EIN too. Decide on this review again.',
  ])

  const { id } = await waitingWith('revoked')
  await decide(id, { ...both, ...against('REVOKED') })
  const opened = (await decide(id, { taxIdEinDetail: pending, taxExemptDetail: pending })).data
  expect((await undo(id, opened.version)).data, 'it had its reason').toMatchObject(both)
})

test('the audit trail has what is contradicted in words, and the reason; the event keeps both for ever', async () => {
  const { id } = await waitingWith('unlike')
  await decide(id, { ...both, ...against('NAME_DIFFERS') })
  const isDecision = and(eq(auditEntries.entityId, id), eq(auditEntries.action, 'tax-review.decided'))
  const [entry] = await db.select().from(auditEntries).where(isDecision)
  expect(entry?.changes).toMatchObject({
    against: { after: 'Different name' },
    againstReason: { after: AGAINST_REASON },
  })
  const failure = await db
    .update(taxEvents)
    .set({ against: null })
    .where(eq(taxEvents.organizationId, id))
    .catch((error: Error) => String(error.cause))
  expect(failure).toContain('append-only')
})

test('the other owners hear of it once, and nothing of one that is undone', async () => {
  const decider = await given.staff('owner', { firstName: 'Amina', lastName: 'Yusuf' })
  const other = await given.staff('owner')
  const gone = await given.staff('owner', { access: 'revoked' })
  const staffAdmin = await given.staff('admin')
  const lines = async (staffId: string) =>
    (await db.select().from(staffNotices).where(eq(staffNotices.staffId, staffId))).map(({ line }) => line)
  const { id } = await waitingWith('revoked', { name: 'Masjid Al-Huda' })
  const by = callWith(decider.token)
  const { version } = (await decide(id, { ...both, ...against('REVOKED') }, by)).data

  const [line, ...more] = await lines(other.id)
  expect(more).toEqual([])
  expect(line).toContain('Amina Yusuf decided on the taxes of Masjid Al-Huda against the record. The IRS revoked')
  expect(line).not.toContain(AGAINST_REASON)
  for (const person of [decider, gone, staffAdmin]) expect(await lines(person.id)).toEqual([])

  await undo(id, version, by)
  expect(await lines(other.id)).toEqual([])
})

test('an owner who wants each notice gets a mail that waits as long as the decision can be undone', async () => {
  const each = await given.staff('owner')
  const choose = { body: { 'against-record': 'each' } } as const
  await callWith(each.token)(profile.updatePreferences, choose)
  const toThem = () => db.select().from(mailTable).where(eq(mailTable.recipient, each.userName))
  const { id } = await waitingWith('revoked')
  const { version } = (await decide(id, { ...both, ...against('REVOKED') })).data
  const [mail] = await toThem()
  expect(mail!.nextAttemptAt.getTime() - mail!.createdAt.getTime()).toBe(60_000)
  await undo(id, version)
  expect(await toThem()).toEqual([])
})

test('whoever decides again can no longer undo what they decided before, whose letter goes out at once', async () => {
  const [first, second, third] = [
    await waitingWith('nothing'),
    await waitingWith('nothing'),
    await waitingWith('nothing'),
  ]
  const { version } = (await decide(first.id, both)).data
  const isLeaving = async (email: string) => {
    const [mail] = await db.select().from(mailTable).where(eq(mailTable.recipient, email))
    return mail!.attempts > 0 || mail!.status !== 'queued' || mail!.nextAttemptAt <= clock.now()
  }
  await decide(second.id, both, owner)
  expect(await isLeaving(first.email), 'what another decides changes nothing').toBe(false)

  await decide(third.id, both)

  expect(await isLeaving(first.email)).toBe(true)
  const { status, error } = await undo(first.id, version)
  expect([status, error.message]).toEqual([409, 'This decision can no longer be undone. Reopen the review instead.'])
  const again = await statusOf(third.id)
  expect((await undo(third.id, again.version)).status, 'the latest can be').toBe(200)
})

test('a claim on the EIN of another stands as a doubt in both, and neither reads the other’s number in full', async () => {
  const standing = await waitingWith('match')
  await decide(standing.id, both)
  const newcomer = await given.organization({ name: 'Masjid Hamza' })
  const member = callWith((await given.member(newcomer.id)).token)
  const body = { taxIdEin: standing.ein, taxExempt: true }
  const own = await member(submitTaxPapers, { params: { orgId: newcomer.id }, body })
  expect([own.status, own.data.holders]).toEqual([200, []])

  expect((await statusOf(newcomer.id)).holders).toEqual([
    { _id: standing.id, orgName: 'Masjid Al-Huda', einStatus: 'Approved', isBlocked: false },
  ])
  expect((await statusOf(standing.id)).holders).toMatchObject([{ orgName: 'Masjid Hamza', einStatus: 'Pending' }])
  await db.update(organizations).set({ status: 'blocked' }).where(eq(organizations.id, newcomer.id))
  expect((await statusOf(standing.id)).holders).toMatchObject([{ isBlocked: true }])
  expect((await statusOf(newcomer.id)).isBlocked).toBe(true)
  const manager = await as('manager')
  const masked = await manager(readTaxStatus, { params: { orgId: newcomer.id } })
  expect(masked.text).not.toContain(standing.ein)

  await decide(newcomer.id, { taxIdEinDetail: rejected })
  expect((await statusOf(standing.id)).holders, 'what is rejected is not held').toEqual([])
})

test('its own other EIN approves nothing, and who may not decide is refused whatever is sent', async () => {
  const { id } = await waitingWith('match')
  await decide(id, both)
  const { ein } = await waitingWith('revoked', { einStatus: 'Rejected' })
  const member = callWith((await given.member(id)).token)
  const { data } = await member(submitTaxPapers, { params: { orgId: id }, body: { taxIdEin: ein, taxExempt: true } })
  expect(data).toMatchObject({ taxIdEinDetail: pending, taxExemptDetail: pending })
  for (const [who, status] of [
    [await as('manager'), 403],
    [member, 401],
    [call, 401],
  ] as const)
    expect((await decide(id, { ...both, ...against('REVOKED') }, who)).status).toBe(status)
  expect((await decide(id, both)).error.contradictions).toMatchObject([{ code: 'REVOKED' }])
})

test('that the paper could not be shown is kept for staff alone', async () => {
  const { id } = await waitingWith('nothing')
  const { data } = await decide(id, { taxIdEinDetail: approved, withoutPaper: true })
  const unseen = { title: 'Paper not seen', message: 'Decided without seeing the paper.' }
  expect(data.events.at(-1)?.messages).toContainEqual(unseen)
  const member = callWith((await given.member(id)).token)
  const own = await member(submitTaxPapers, {
    params: { orgId: id },
    body: { taxIdEin: data.taxIdEin, taxExempt: true },
  })
  expect([own.status, own.text.includes(unseen.message), own.text.includes(unseen.title)]).toEqual([200, false, false])
})
