import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { putRegistry, type Registry } from '../../test/registry.ts'
import { approved, pending, rejected, startReviews, submittedAt } from '../../test/tax-review.ts'
import { newId } from '../kit/db/ids.ts'
import { staffNotices } from '../notices/table.ts'
import { organizations } from '../organizations/table.ts'
import { recheckOrganizations } from './recheck-organizations.ts'
import { taxVerdicts } from './table.ts'

const { given, as, house, db, admin, decide, audited, mailsTo, clock } = await startReviews()
const { readTaxStatus, listTaxReviews, undoTaxDecision } = taxVerification
const EIN = '12-3450001'
const noor = { ein: '123450001', name: 'MASJID AL NOOR' }
const revocation = {
  ein: noor.ein,
  name: noor.name,
  revokedOn: '2026-05-15',
  postedOn: '2026-06-10',
  reinstatedOn: null,
}
const revoked: Registry = { revoked: [revocation] }

const statusOf = async (orgId: string) => (await admin(readTaxStatus, { params: { orgId } })).data
const changed = async () => (await admin(listTaxReviews, { query: { page: 1, status: 'changed' } })).data
const noticesOf = async (orgId: string) =>
  (
    await db
      .select()
      .from(staffNotices)
      .where(eq(staffNotices.path, `/varify-ein/${orgId}`))
  ).map(({ line }) => line)

/** What an import and the minute after it do. */
async function imported(registry: Registry) {
  await putRegistry(house, registry)
  await recheckOrganizations(house)
}

const mosque = (more: Partial<typeof organizations.$inferInsert> = {}) =>
  given.organization({
    name: 'Masjid Al-Noor',
    type: 'Masjid/Islamic Center',
    ein: EIN,
    taxExempt: true,
    einStatus: 'Pending',
    einSubmittedAt: submittedAt,
    exemptStatus: 'Pending',
    exemptSubmittedAt: submittedAt,
    ...more,
  })

/** An organization that was approved while the IRS listed it. */
async function verified() {
  const organization = await mosque()
  await recheckOrganizations(house)
  await decide(organization.id, { taxIdEinDetail: approved, taxExemptDetail: approved })
  return organization
}

beforeEach(async () => {
  await db.update(organizations).set({ ein: '', irsChangedAt: null })
  await db.delete(taxVerdicts)
  await putRegistry(house, { listed: [noor] })
})

test('the first import is a verdict for everybody with an EIN, and no news', async () => {
  const { id } = await mosque()
  const none = await mosque({ ein: '', einStatus: null })
  expect((await statusOf(id)).verdict).toBeNull()
  await recheckOrganizations(house)
  expect(await statusOf(id)).toMatchObject({ verdict: { outcome: 'VERIFIED' }, events: [], irsChange: null })
  expect((await statusOf(none.id)).verdict).toBeNull()
})

test.each([
  ['is revoked', revoked, 'REVOKED', 'The IRS revoked the tax exemption on May 15, 2026.'],
  ['vanishes', {}, 'NOT_LISTED_CHURCH', 'The EIN is no longer in the files of the IRS.'],
  [
    'has another name',
    { listed: [{ ...noor, name: 'HOPE FOOD BANK' }] },
    'MISMATCH',
    'The IRS now lists the EIN as HOPE FOOD BANK in FREMONT, CA: compare name and place.',
  ],
  [
    'is no charity any more',
    { listed: [{ ...noor, subsection: '04' }] },
    'NOT_C3',
    'The IRS does not list it as an organization to which contributions are deductible.',
  ],
] as const)(
  'an approved organization that %s waits again, and its decision stands',
  async (_what, registry, outcome, message) => {
    await as('admin')
    const { id, email } = await verified()
    const mails = await mailsTo(email)
    const before = await statusOf(id)

    await imported(registry as Registry)

    const status = await statusOf(id)
    expect(status).toMatchObject({
      taxIdEinDetail: before.taxIdEinDetail,
      taxExemptDetail: { status: 'Approved' },
      taxExempt: true,
      irsChange: { before: 'VERIFIED', after: outcome },
      waitingSince: status.irsChange?.at,
      version: before.version + 1,
    })
    expect(status.events.slice(0, -1)).toEqual(before.events)
    expect(status.events.at(-1)).toMatchObject({
      eventType: 'IRS record',
      status: 'Changed',
      by: 'IRS registry',
      messages: [{ title: 'IRS record', message }],
      evidence: { outcome },
    })
    expect(await changed()).toMatchObject([{ organizationId: id, irsChanged: true, outcome, einStatus: 'Approved' }])
    expect(await audited(id)).toContain('tax-review.record-changed')
    const [line, ...more] = await noticesOf(id)
    expect(line).toContain('The IRS record of Masjid Al-Noor changed')
    expect(new Set(more), 'each of the staff is told the same').toEqual(new Set(more.length > 0 ? [line] : []))
    expect(await mailsTo(email), 'the organization hears of a decision only').toEqual(mails)
  },
)

const another = { listed: [{ ...noor, name: 'HOPE FOOD BANK' }] }
const league = { listed: [{ ...noor, subsection: '04' }] }
test.each([
  ['NOT_LISTED_CHURCH', {}, 'NOT_C3', league],
  ['MISMATCH', another, 'NOT_C3', league],
  ['REVOKED', revoked, 'NOT_C3', league],
  ['REVOKED', revoked, 'MISMATCH', another],
])('what was approved while the record was %s waits again once it is %s', async (before, first, after, second) => {
  await putRegistry(house, first as Registry)
  const { id } = await verified()
  await imported(second as Registry)
  expect((await statusOf(id)).irsChange).toMatchObject({ before, after })
  await imported(first as Registry)
  expect((await statusOf(id)).irsChange, 'and no more once it is as it was').toBeNull()
})

test('the same change is told once, however often files are imported', async () => {
  const { id } = await verified()
  await imported(revoked)
  const { events, version } = await statusOf(id)
  const notices = await noticesOf(id)
  await imported(revoked)
  await recheckOrganizations(house)
  expect(await statusOf(id)).toMatchObject({ version, events, irsChange: { before: 'VERIFIED', after: 'REVOKED' } })
  expect(await noticesOf(id)).toEqual(notices)
})

test('what becomes worse still is told again, in the same place of the queue, and against what was approved', async () => {
  const { id } = await verified()
  await imported({})
  const { irsChange, events } = await statusOf(id)
  clock.advance(60)
  await imported(revoked)
  const status = await statusOf(id)
  expect(status.irsChange).toEqual({ at: irsChange?.at, before: 'VERIFIED', after: 'REVOKED', einShared: false })
  expect(status.waitingSince).toBe(irsChange?.at)
  expect(status.events).toHaveLength(events.length + 1)
})

test('an approved organization that was never looked up is told of where it is revoked, and of nothing else', async () => {
  const approvedOnes = { einStatus: 'Approved', exemptStatus: 'Approved' } as const
  const gone = await mosque(approvedOnes)
  const other = await mosque({ ...approvedOnes, ein: '12-3450009' })
  await imported(revoked)
  expect(await statusOf(gone.id)).toMatchObject({ irsChange: { before: null, after: 'REVOKED' } })
  expect(await statusOf(other.id)).toMatchObject({ irsChange: null, verdict: { outcome: 'NOT_LISTED_CHURCH' } })
})

test('a decision that names what stands keeps it, mails nothing and ends the wait', async () => {
  const { id, email } = await verified()
  const mails = await mailsTo(email)
  await imported(revoked)
  expect((await decide(id, {})).data.irsChange, 'nothing was said').not.toBeNull()

  const kept = await decide(id, { taxIdEinDetail: approved, taxExemptDetail: approved })

  expect(kept.data).toMatchObject({ irsChange: null, waitingSince: null, taxExemptDetail: { status: 'Approved' } })
  expect(kept.data.events.slice(-2)).toMatchObject([
    { eventType: 'EIN/Tax ID', status: 'Approved', evidence: { outcome: 'REVOKED' } },
    {
      eventType: 'Tax exemptions',
      status: 'Approved',
      messages: [{ title: 'IRS record', message: 'Reviewed after the record changed. The decision stands.' }, {}],
    },
  ])
  expect(await changed()).toEqual([])
  expect(await mailsTo(email)).toEqual(mails)
  expect(await audited(id)).toContain('tax-review.confirmed')

  const undone = await admin(undoTaxDecision, { params: { orgId: id }, body: { version: kept.data.version } })
  expect(undone.data).toMatchObject({ irsChange: { before: 'VERIFIED', after: 'REVOKED' } })
  expect(await changed()).toHaveLength(1)
})

test('another decision ends the wait too, and is mailed', async () => {
  const { id, email } = await verified()
  await imported(revoked)
  const reply = await decide(id, { taxIdEinDetail: approved, taxExemptDetail: rejected, reason: 'Revoked by the IRS' })
  expect(reply.data).toMatchObject({ irsChange: null, waitingSince: null, taxExemptDetail: { status: 'Rejected' } })
  expect((await mailsTo(email))[0]?.subject).toContain('tax exemption rejected')
  await imported({})
  expect((await statusOf(id)).irsChange, 'of what is not listed any more after a revocation').toBeNull()
})

test('a record that is well again takes its review out of the queue and says so in the history', async () => {
  const { id } = await verified()
  await imported({})
  await imported({ listed: [noor] })
  const status = await statusOf(id)
  expect(status).toMatchObject({ irsChange: null, waitingSince: null, verdict: { outcome: 'VERIFIED' } })
  expect(status.events.at(-1)?.messages[0]?.message).toBe(
    'The IRS lists it again as it did before the change. No decision is needed.',
  )
  await imported({})
  expect((await statusOf(id)).irsChange, 'it can happen again').not.toBeNull()
})

test('what becomes better is kept without a word', async () => {
  await putRegistry(house, {})
  const { id } = await verified()
  const before = await statusOf(id)
  expect(before.verdict?.outcome).toBe('NOT_LISTED_CHURCH')
  await imported({ listed: [noor] })
  expect(await statusOf(id)).toMatchObject({
    verdict: { outcome: 'VERIFIED' },
    events: before.events,
    version: before.version,
    waitingSince: null,
  })
  expect(await noticesOf(id)).toEqual([])
})

test('another organization of the same name is no change of an approved one, and is looked at while a review waits', async () => {
  const approvedOne = await verified()
  const waiting = await mosque()
  const row = (ein: string, name: string) => ({ ein, name, words: ['CA MSJD', 'CA NR'] })
  await imported({ listed: [row(noor.ein, noor.name), row('941234567', 'MASJID AL-NOOR INC')] })
  expect((await statusOf(waiting.id)).verdict?.outcome).toBe('VERIFIED')
  await imported({ listed: [row(noor.ein, 'MASJID AL NOOR INC'), row('941234567', 'MASJID AL-NOOR')] })
  expect(await statusOf(approvedOne.id)).toMatchObject({ irsChange: null, verdict: { outcome: 'VERIFIED' } })
  const { verdict } = await statusOf(waiting.id)
  expect(verdict?.outcome).toBe('NAME_REVIEW')
  expect(verdict?.reasons).toContain('The IRS lists this name in Fremont, CA under 94-1234567.')
})

test('a review that waits already says in its history what changed, keeps its place and tells nobody', async () => {
  const { id } = await mosque()
  await recheckOrganizations(house)
  const { version } = await statusOf(id)
  await imported(revoked)
  const status = await statusOf(id)
  expect(status).toMatchObject({ irsChange: null, waitingSince: submittedAt.toISOString(), version: version + 1 })
  expect(status.events.at(-1)).toMatchObject({ eventType: 'IRS record', status: 'Changed' })
  expect(await noticesOf(id)).toEqual([])
  const stale = await decide(id, { taxIdEinDetail: approved, version })
  expect(stale.status, 'made on a record that is no more').toBe(409)
})

test('an organization that was rejected is no news', async () => {
  const { id } = await mosque()
  await recheckOrganizations(house)
  await decide(id, { taxIdEinDetail: rejected, taxExemptDetail: rejected, reason: 'Not yours' })
  const { events } = await statusOf(id)
  await imported(revoked)
  expect(await statusOf(id)).toMatchObject({ events, irsChange: null, verdict: { outcome: 'REVOKED' } })
})

test('hundreds are checked in batches, and one notice is enough for each', async () => {
  const many = Array.from({ length: 450 }, () => ({
    id: newId(),
    name: 'Masjid Al-Noor',
    type: 'Masjid/Islamic Center',
    email: 'office@masjid.example',
    city: 'Fremont',
    state: 'CA',
    ein: EIN,
    status: 'approved' as const,
    createdAt: submittedAt,
    einStatus: 'Approved' as const,
    exemptStatus: 'Approved' as const,
  }))
  await db.insert(organizations).values(many)
  await recheckOrganizations(house)
  const notices = async () =>
    (await db.select().from(staffNotices).where(eq(staffNotices.path, '/reviews?status=changed'))).length
  const before = await notices()
  const person = (await db.selectDistinct({ id: staffNotices.staffId }).from(staffNotices)).length
  await imported({})
  const { meta } = await admin(listTaxReviews, { query: { page: 1, status: 'changed' } })
  expect(meta).toMatchObject({ total: many.length, counts: { changed: many.length, 'not-listed': many.length } })
  expect(((await notices()) - before) / person).toBeLessThanOrEqual(3)
})

test('who is being decided on at the moment is left for the next minute', async () => {
  const [held, free] = [await mosque(), await mosque()]
  await house.database.transaction(async (tx) => {
    await tx.select().from(organizations).where(eq(organizations.id, held.id)).for('update')
    await recheckOrganizations(house)
    expect((await statusOf(free.id)).verdict?.outcome).toBe('VERIFIED')
    expect((await statusOf(held.id)).verdict).toBeNull()
  })
  await recheckOrganizations(house)
  expect((await statusOf(held.id)).verdict?.outcome).toBe('VERIFIED')
})

test('two processes at once check everybody, and tell of a change once', async () => {
  const { id } = await verified()
  const { events } = await statusOf(id)
  await putRegistry(house, revoked)
  await Promise.all([recheckOrganizations(house), recheckOrganizations(house), recheckOrganizations(house)])
  expect((await statusOf(id)).events).toHaveLength(events.length + 1)
})

test('reopening ends the wait for a look: the review waits for a decision then', async () => {
  const { id } = await verified()
  await imported(revoked)
  clock.advance(60)
  const reopened = await decide(id, { taxExemptDetail: pending })
  expect(reopened.data).toMatchObject({ irsChange: null, taxExemptDetail: { status: 'Pending' } })
  expect(reopened.data.waitingSince).not.toBeNull()
})
