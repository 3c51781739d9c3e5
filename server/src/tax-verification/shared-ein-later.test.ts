import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { putRegistry } from '../../test/registry.ts'
import { AGAINST_REASON, approved, rejected, startReviews } from '../../test/tax-review.ts'
import { staffNotices } from '../notices/table.ts'
import type { organizations } from '../organizations/table.ts'
import { recheckOrganizations } from './recheck-organizations.ts'
import { sharedEinJob } from './shared-ein.ts'

const { given, house, db, admin, as, audited, callWith, statusOf } = await startReviews()
const { decideTaxReview, listTaxReviews, submitTaxPapers, undoTaxDecision } = taxVerification
await house.jobs.start(house, { error: () => undefined, warn: () => undefined })

const both = { taxIdEinDetail: approved, taxExemptDetail: approved }
const againstRecord = { codes: ['EIN_OF_ANOTHER'], reason: AGAINST_REASON }
const decide = (orgId: string, body: object) => admin(decideTaxReview, { params: { orgId }, body })
const changed = async () => (await admin(listTaxReviews, { query: { status: 'changed' } })).data
const changedSince = async () => (await admin(listTaxReviews, { query: { status: 'decided', changed: 1 } })).data

let next = 1_000_001
const newEin = () => `48-${next++}`

async function approvedFor(ein: string, but: Partial<typeof organizations.$inferInsert> = {}) {
  const submitted = { einStatus: 'Pending', taxExempt: true, exemptStatus: 'Pending' } as const
  const organization = await given.organization({ ein, name: 'Masjid An-Noor', ...submitted, ...but })
  expect((await decide(organization.id, both)).status).toBe(200)
  return organization
}

async function submits(ein: string, name = 'Masjid Hamza') {
  const organization = await given.organization({ name })
  await resubmits(organization.id, ein)
  return organization
}

async function resubmits(orgId: string, ein: string) {
  const member = callWith((await given.member(orgId)).token)
  const body = { taxIdEin: ein, taxExempt: true }
  expect((await member(submitTaxPapers, { params: { orgId }, body })).status).toBe(200)
}

const waitsAgain = (orgId: string) => expect.poll(async () => (await statusOf(orgId)).irsChange?.einShared).toBe(true)
const waitsNoMore = (orgId: string) => expect.poll(async () => (await statusOf(orgId)).irsChange).toBeNull()

test('an approval waits again once another organization submits its EIN, and says which', async () => {
  await as('admin')
  const ein = newEin()
  const { id } = await approvedFor(ein)
  const before = await statusOf(id)
  const { id: otherId } = await submits(ein)
  await waitsAgain(id)

  const status = await statusOf(id)
  expect(status).toMatchObject({ ...both, version: before.version + 1, waitingSince: status.irsChange?.at })
  expect(status.events.at(-1)).toMatchObject({
    eventType: 'IRS record',
    status: 'Changed',
    by: 'Shared EIN',
    messages: [{ title: 'Shared EIN', message: 'Masjid Hamza (Pending) has this EIN too.' }],
  })
  const row = { organizationId: id, irsChanged: true, einShared: true, einStatus: 'Approved' }
  expect(await changed()).toMatchObject([row])
  expect(await changedSince()).toMatchObject([row])
  expect(await audited(id)).toContain('tax-review.record-changed')
  const [notice] = await db
    .select()
    .from(staffNotices)
    .where(eq(staffNotices.path, `/varify-ein/${id}`))
  expect(notice?.line).toBe('Masjid Hamza (Pending) has the EIN that was approved for Masjid An-Noor. Review it again.')

  const silent = await decide(id, both)
  expect([silent.status, silent.error.contradictions?.map(({ text }) => text)]).toEqual([
    409,
    ['Masjid Hamza (Pending) has this EIN too.'],
  ])
  expect((await decide(id, { ...both, againstRecord })).data).toMatchObject({ irsChange: null, waitingSince: null })
  expect(await changed()).toEqual([])

  // Neither what was confirmed nor an approval of whoever came later is news once more.
  expect((await decide(otherId, { ...both, againstRecord })).status).toBe(200)
  await submits(newEin())
  expect(await changed()).toEqual([])
  const member = callWith((await given.member(id)).token)
  const read = await member(submitTaxPapers, { params: { orgId: id }, body: { taxIdEin: ein, taxExempt: true } })
  expect([read.status, read.text.includes('Hamza'), read.text.includes('Shared EIN')]).toEqual([200, false, false])
})

test('a third organization is asked about although sharing with the second was confirmed', async () => {
  const ein = newEin()
  const { id } = await approvedFor(ein)
  await submits(ein)
  await waitsAgain(id)
  await decide(id, { ...both, againstRecord })
  await submits(ein, 'Masjid Zayd')
  await waitsAgain(id)
  const rejection = { taxExemptDetail: rejected, reason: 'Too old' }
  expect((await decide(id, rejection)).data, 'the EIN stays approved, unconfirmed').toMatchObject({
    irsChange: { einShared: true },
  })
})

test('whoever has a review before them is told of another holder that comes before they save', async () => {
  const ein = newEin()
  const standing = await approvedFor(ein)
  const { id } = await submits(ein)
  await waitsAgain(standing.id)
  const opened = [await statusOf(standing.id), await statusOf(id)]
  await submits(ein, 'Masjid Zayd')

  for (const [place, orgId] of [standing.id, id].entries()) {
    const { version } = opened[place]!
    await expect.poll(async () => (await statusOf(orgId)).version).toBe(version + 1)
    const { status, error } = await decide(orgId, { ...both, againstRecord, version })
    expect([status, error.code]).toEqual([409, 'CONFLICT'])
    expect((await statusOf(orgId)).holders).toHaveLength(2)
    expect((await decide(orgId, { ...both, againstRecord, version: version + 1 })).status).toBe(200)
  }
})

test('it waits no more once nobody else holds the EIN: rejected, changed by the organization, or corrected by staff', async () => {
  const ein = newEin()
  const { id } = await approvedFor(ein)
  const { id: otherId } = await submits(ein)
  await waitsAgain(id)

  const rejection = await decide(otherId, { taxIdEinDetail: rejected, reason: 'Not its own' })
  await waitsNoMore(id)
  expect((await statusOf(id)).events.at(-1)?.messages).toEqual([
    { title: 'Shared EIN', message: 'No other organization has this EIN any more.' },
  ])

  await admin(undoTaxDecision, { params: { orgId: otherId }, body: { version: rejection.data.version } })
  await waitsAgain(id)
  await resubmits(otherId, newEin())
  await waitsNoMore(id)

  await resubmits(otherId, ein)
  await waitsAgain(id)
  expect((await decide(otherId, { taxIdEin: newEin(), ...both })).status).toBe(200)
  await waitsNoMore(id)
})

test('a confirmation that is taken back waits again, and no more if the other left meanwhile', async () => {
  const ein = newEin()
  const { id } = await approvedFor(ein)
  const { id: otherId } = await submits(ein)
  await waitsAgain(id)
  const { version } = (await decide(id, { ...both, againstRecord })).data
  await resubmits(otherId, newEin())
  const undone = await admin(undoTaxDecision, { params: { orgId: id }, body: { version } })
  expect(undone.data).toMatchObject({ ...both, irsChange: { einShared: true } })
  await waitsNoMore(id)
})

test('a look at the IRS files leaves it waiting, and a record that changes too keeps it after the other left', async () => {
  const ein = newEin()
  const noor = { ein: ein.replace('-', ''), name: 'MASJID AN NOOR' }
  await putRegistry(house, { listed: [noor] })
  const { id } = await approvedFor(ein, { type: 'Masjid/Islamic Center', city: 'Fremont', state: 'CA' })
  await recheckOrganizations(house)
  const { id: otherId } = await submits(ein)
  await waitsAgain(id)

  await putRegistry(house, { listed: [noor], snapshotOn: '2026-11-20' })
  await recheckOrganizations(house)
  expect((await statusOf(id)).irsChange).toMatchObject({ einShared: true })
  await putRegistry(house, { listed: [{ ...noor, name: 'HOPE FOOD BANK' }] })
  await recheckOrganizations(house)
  await decide(otherId, { taxIdEinDetail: rejected, reason: 'Not its own' })
  await expect.poll(async () => (await statusOf(id)).irsChange?.einShared).toBe(false)
  expect((await statusOf(id)).irsChange).toMatchObject({ after: 'MISMATCH' })
  await putRegistry(house, { listed: [noor] })
  await recheckOrganizations(house)
  expect((await statusOf(id)).irsChange).toBeNull()
})

test('of two that get one EIN at the same moment, by paper and by decision, the approval is looked at again', async () => {
  for (let round = 0; round < 4; round += 1) {
    const ein = newEin()
    const { id } = await given.organization({ ein: newEin(), einStatus: 'Pending', exemptStatus: 'Pending' })
    const other = await given.organization()
    const [decision] = await Promise.all([decide(id, { taxIdEin: ein, ...both }), resubmits(other.id, ein)])
    if (decision.status === 200) await waitsAgain(id)
    else expect(decision.error.code).toBe('AGAINST_RECORD')
  }
})

test('an approval that named the newcomer with its reason before it was looked at is not asked again', async () => {
  const ein = newEin()
  const { id } = await given.organization({ ein, einStatus: 'Pending', taxExempt: true, exemptStatus: 'Pending' })
  const newcomer = await submits(ein)
  const at = Date.now()
  expect((await decide(id, { ...both, againstRecord })).status).toBe(200)
  await sharedEinJob.work(house, { ein, newcomerId: newcomer.id, at })
  expect(await statusOf(id)).toMatchObject({ irsChange: null })
})
