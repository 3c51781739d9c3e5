import { invites as inviteContract } from '@hikmah/contract/invites/endpoints'
import { organizations as contract } from '@hikmah/contract/organizations/endpoints'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { newId } from '../kit/db/ids.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import { papersLinks, taxEvents, taxRequests } from '../tax-verification/table.ts'
import { periodsOf } from './dashboard-cards.ts'
import { organizationStatusChanges, organizations } from './table.ts'

const { readDashboardCards, listOrganizations } = contract
const { app, given, as, db, clock } = await startServer()
const manager = await as('manager')

const cards = async (tz = 'UTC') => (await manager(readDashboardCards, { query: { tz } })).data
const now = clock.now()
const thisMonth = now.toTemporalInstant().toZonedDateTimeISO('UTC').toPlainDate().with({ day: 1 })
const month = (zone: string, offset: number) =>
  new Date(thisMonth.add({ months: offset }).toZonedDateTime(zone).epochMilliseconds)
const before = (time: Date, seconds: number) => secondsAfter(time, -seconds)
const inLastMonth = before(month('UTC', 0), 86_400)
const longAgo = before(periodsOf(now, 'UTC').year, 90 * 86_400)

/** As a change at that time would have left it. */
async function changeStatus(id: string, from: 'approved' | 'onboarding' | 'blocked', to: typeof from, at: Date) {
  await db.update(organizations).set({ status: to }).where(eq(organizations.id, id))
  await db
    .insert(organizationStatusChanges)
    .values({ id: newId(), organizationId: id, fromStatus: from, toStatus: to, at, byName: 'Test' })
}

test('nothing at all is zero everywhere', async () => {
  const zero = { data: 0, percentage: 0, previous: 0 }
  const all = await cards()
  for (const card of Object.values(all)) expect(card).toMatchObject(zero)
  expect(all.reviewsCard.oldestSubmittedAt).toBeNull()
})

test('from nothing to something is 100 percent', async () => {
  await given.organization()
  const { newOrgsCard, onBoardingCard } = await cards()
  expect(newOrgsCard).toMatchObject({ data: 1, previous: 0, percentage: 100 })
  expect(onBoardingCard).toMatchObject({ data: 1, previous: 0, percentage: 100 })
})

test('new organizations are those of this month against last month', async () => {
  for (let i = 0; i < 3; i += 1) await given.organization({ createdAt: inLastMonth })
  await given.organization({ createdAt: before(month('UTC', -1), 1) })
  const { newOrgsCard } = await cards()
  expect(newOrgsCard).toMatchObject({ data: 1, previous: 3, percentage: -67 })
})

test('onboarding and approved are compared with what they were', async () => {
  const veteran = await given.organization({ createdAt: longAgo })
  await changeStatus(veteran.id, 'onboarding', 'approved', secondsAfter(longAgo, 60))
  const blocked = await given.organization({ createdAt: longAgo, status: 'approved' })
  await changeStatus(blocked.id, 'approved', 'blocked', secondsAfter(month('UTC', 0), 1))
  const { onBoardingCard, activeCard } = await cards()
  // Four of the tests above were onboarding when the month began.
  expect(onBoardingCard).toMatchObject({ data: 5, previous: 4, percentage: 25 })
  expect(activeCard).toMatchObject({ data: 1, previous: 2, percentage: -50 })
})

test('invites of this year and the share of them that was accepted', async () => {
  await given.invite({ createdAt: longAgo, acceptedAt: now })
  for (let i = 0; i < 3; i += 1) {
    const invite = await given.invite({ acceptedAt: i === 0 ? now : null, revokedAt: i === 1 ? now : null })
    if (i === 0) await given.organization({ inviteId: invite.id })
  }
  const { inviteCard } = await cards()
  expect(inviteCard).toMatchObject({ data: 3, previous: 1, percentage: 33 })
})

const paper = (
  organizationId: string,
  status: 'Submitted' | 'Resubmitted' | 'Pending' | 'Approved' | 'Rejected',
  at: Date,
) => db.insert(taxEvents).values({ id: newId(), organizationId, type: 'EIN/Tax ID', status, at, byName: 'Test' })

test('reviews that wait against a week ago', async () => {
  const [recent, old] = [before(now, 3600), before(now, 10 * 86_400)]
  const waits = { einStatus: 'Pending' as const, createdAt: longAgo }
  const fresh = await given.organization({ ...waits, einSubmittedAt: recent })
  await paper(fresh.id, 'Submitted', recent)
  const stillWaits = await given.organization({ ...waits, einSubmittedAt: old })
  await paper(stillWaits.id, 'Submitted', old)
  for (let i = 0; i < 2; i += 1) {
    const decided = await given.organization({ einStatus: 'Approved', einSubmittedAt: old, createdAt: longAgo })
    await paper(decided.id, 'Submitted', old)
    await paper(decided.id, 'Approved', recent)
  }
  const reopened = await given.organization({ ...waits, einSubmittedAt: before(old, 60) })
  await paper(reopened.id, 'Submitted', before(old, 60))
  await paper(reopened.id, 'Rejected', old)
  await paper(reopened.id, 'Pending', recent)
  const neverSubmitted = await given.organization({ einStatus: 'Pending', createdAt: longAgo })
  await paper(neverSubmitted.id, 'Pending', old)
  await paper(neverSubmitted.id, 'Pending', recent)

  const { reviewsCard } = await cards()

  // Now: fresh, stillWaits, reopened. A week ago: stillWaits and the two that are decided since.
  expect(reviewsCard).toEqual({
    data: 3,
    previous: 3,
    percentage: 0,
    list: {},
    oldestSubmittedAt: before(old, 60).toISOString(),
  })
})

test('a review that waits for papers waits neither now nor a week ago, if it did then', async () => {
  const weeks = (count: number) => before(now, count * 7 * 86_400 + 3600)
  const { data, previous } = (await cards()).reviewsCard
  const ask = async (askedAt: Date, endsAt: Date) => {
    const { id } = await given.organization({ einStatus: 'Pending', einSubmittedAt: weeks(4), createdAt: weeks(5) })
    await db.insert(taxEvents).values({
      id: newId(),
      organizationId: id,
      type: 'EIN/Tax ID',
      status: 'Submitted',
      at: weeks(4),
      byName: 'Test',
    })
    await db.insert(taxRequests).values({
      id: newId(),
      organizationId: id,
      status: 'Asked',
      at: askedAt,
      byName: 'Test',
      reason: '',
      missing: [],
      message: '',
    })
    await db.insert(papersLinks).values({
      id: newId(),
      organizationId: id,
      tokenHash: id,
      reason: 'asked',
      words: '',
      missing: [],
      byName: 'Test',
      sentTo: '',
      createdAt: askedAt,
      askedAt,
      expiresAt: endsAt,
    })
    if (endsAt > now)
      await db
        .update(organizations)
        .set({ papersAskedAt: askedAt, papersDueAt: endsAt })
        .where(eq(organizations.id, id))
  }
  await ask(before(now, 86_400), secondsAfter(now, 13 * 86_400))
  await ask(weeks(1), secondsAfter(now, 6 * 86_400))
  await ask(weeks(2), before(now, 7200))
  // Of the three the last waits now. A week ago the first did.
  expect((await cards()).reviewsCard).toMatchObject({ data: data + 1, previous: previous + 1 })
})

test.each(['UTC', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kolkata', 'Asia/Calcutta'])(
  'in %s each card is the total of the list it opens',
  async (tz) => {
    for (const offset of [-1, 0]) {
      for (const seconds of [-1, 0, 1])
        await given.organization({ createdAt: secondsAfter(month(tz, offset), seconds) })
    }
    await given.invite({ createdAt: periodsOf(now, tz).year })
    const { newOrgsCard, onBoardingCard, activeCard, inviteCard } = await cards(tz)
    for (const card of [newOrgsCard, onBoardingCard, activeCard]) {
      const { tab, ...query } = card.list
      expect(tab).toBe('0')
      expect((await manager(listOrganizations, { query })).meta.total).toBe(card.data)
    }
    const { tab, ...query } = inviteCard.list
    expect(tab).toBe('1')
    expect((await manager(inviteContract.listInvites, { query })).meta.total).toBe(inviteCard.data)
  },
)

test('a distance from UTC stands for a zone that no table knows', async () => {
  expect(await cards('+05:30')).toEqual(await cards('Asia/Kolkata'))
})

test.each(['Mars/Olympus', 'UTC; drop table x', 'a\u0000'])('the zone %j is refused by name', async (tz) => {
  const { status, error } = await manager(readDashboardCards, { query: { tz } })
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['tz']])
})

test('an empty zone is refused by name', async () => {
  const { token } = await given.staff('manager')
  const reply = await app.inject({ url: '/api/hikmah/organizationsCardData?tz=', headers: { token } })
  expect([reply.statusCode, Object.keys(reply.json().fields ?? {})]).toEqual([400, ['tz']])
})

test('without a zone the months are those of UTC', async () => {
  expect((await manager(readDashboardCards, {})).data).toEqual(await cards('UTC'))
})
