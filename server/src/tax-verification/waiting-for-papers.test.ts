import { navigation } from '@hikmah/contract/navigation'
import { organizations as organizationContract } from '@hikmah/contract/organizations/endpoints'
import { papersLink } from '@hikmah/contract/papers-link'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PDF, REJECTION, REQUEST, startPapers, tokenIn } from '../../test/papers-link.ts'
import { approved } from '../../test/tax-review.ts'
import { DAY_S } from '../kit/process/clock.ts'
import { organizations } from '../organizations/table.ts'
import { endPaperWaits } from './follow-papers-links.ts'

const server = await startPapers()
const { as, db, house, clock, decide, waiting, statusOf, asked, askedWhilePending, submit, upload, call } = server
const { decideTaxReview, listTaxReviews, undoTaxDecision } = taxVerification
const manager = () => as('manager')

async function list(query: object = {}) {
  const { data, meta } = await (await manager())(listTaxReviews, { query: { page: 1, limit: 100, ...query } })
  return { rows: data, ids: data.map(({ organizationId }) => organizationId), counts: meta.counts }
}
const find = async (query: object, id: string) =>
  (await list(query)).rows.find(({ organizationId }) => organizationId === id)

/** Wherever it is said how many reviews wait. */
async function counted() {
  const person = await manager()
  const cards = await person(organizationContract.readDashboardCards, { query: { tz: 'UTC' } })
  return {
    list: (await list()).counts.waiting,
    dashboard: cards.data.reviewsCard.data,
    navigation: (await person(navigation.readNavigationCounts, {})).data.taxReviews,
  }
}
const everywhere = (count: number) => ({ list: count, dashboard: count, navigation: count })
const days = (count: number) => clock.advance(count * DAY_S)

test('a review whose papers were asked for leaves Waiting, also in every count', async () => {
  await waiting()
  const { organization } = await askedWhilePending()
  expect(await counted()).toEqual(everywhere(1))
  expect((await list()).ids).not.toContain(organization.id)
  const { rows, counts } = await list({ status: 'papers' })
  expect(counts.papers).toBe(1)
  expect(rows).toEqual([
    expect.objectContaining({
      organizationId: organization.id,
      linkEndsAt: expect.any(String),
      papersArrivedAt: null,
      waitingSince: null,
      decidedAt: null,
    }),
  ])
  const due = rows[0]!.linkEndsAt!
  expect(Math.round((Date.parse(due) - clock.now().getTime()) / DAY_S / 1000)).toBe(14)
  expect(await statusOf(organization.id)).toMatchObject({ linkEndsAt: due, waitingSince: null })
})

test('what ends first comes first, or by name', async () => {
  days(1)
  const { organization } = await askedWhilePending()
  const ends = async (sort?: string) => (await list({ status: 'papers', sort })).rows.map((row) => row.linkEndsAt!)
  expect(await ends()).toEqual((await ends()).toSorted())
  expect(await ends('-linkEndsAt')).toEqual((await ends()).toReversed())
  expect((await list({ status: 'papers' })).ids.at(-1)).toBe(organization.id)
  const names = (await list({ status: 'papers', sort: 'orgName' })).rows.map(({ orgName }) => orgName)
  expect(names).toEqual(names.toSorted())
  expect((await list({ status: 'papers', q: organization.name })).ids).toContain(organization.id)
})

test('it comes back on top when the papers arrive, until it is decided', async () => {
  const { organization, token } = await askedWhilePending()
  const { data: paper } = await upload(token, PDF)
  expect((await submit(token, { documentIds: [paper._id] })).status).toBe(200)
  const { ids, rows } = await list()
  expect(ids[0]).toBe(organization.id)
  expect(rows[0]).toMatchObject({
    papersArrivedAt: expect.any(String),
    linkEndsAt: null,
    waitingSince: expect.any(String),
  })
  expect((await list({ sort: '-waitingSince' })).ids.at(-1)).toBe(organization.id)
  expect((await (await as('owner'))(listTaxReviews, { query: {} })).data[0]?.organizationId).toBe(organization.id)
  await decide(organization.id, { taxIdEinDetail: approved, taxExemptDetail: approved })
  expect(await find({ status: 'decided' }, organization.id)).toMatchObject({ papersArrivedAt: null, linkEndsAt: null })
})

test('asked again, it waits for papers again and the mark is gone', async () => {
  const { organization, token } = await askedWhilePending()
  await submit(token, { noLetter: true })
  await decide(organization.id, REQUEST)
  expect(await find({ status: 'papers' }, organization.id)).toMatchObject({ papersArrivedAt: null })
})

test('papers that staff attach bring it back as well', async () => {
  const { organization } = await askedWhilePending()
  await (await as('admin'))(papersLink.attachPapers, {
    params: { orgId: organization.id },
    body: { taxIdEin: '07-5510293', taxExempt: true, documents: [], source: 'in-person' },
  })
  expect(
    (await list()).rows.find(({ organizationId }) => organizationId === organization.id)?.papersArrivedAt,
  ).not.toBe(null)
})

test('when the link ends, the review waits again by itself, within a minute', async () => {
  const { organization } = await askedWhilePending()
  const before = await counted()
  days(13)
  await endPaperWaits(house, 1)
  expect(await find({ status: 'papers' }, organization.id)).toBeDefined()
  days(1)
  await endPaperWaits(house, 1)
  expect(await find({ status: 'papers' }, organization.id)).toBeUndefined()
  const back = await find({}, organization.id)
  expect(back).toMatchObject({ linkEndsAt: null, papersArrivedAt: null, waitingSince: expect.any(String) })
  expect(back?.askedAt).not.toBe(null)
  expect((await counted()).navigation).toBeGreaterThan(before.navigation!)
  expect((await list({ status: 'papers' })).counts.papers).toBe(0)
})

test('withdrawing the link brings it back, and sending it again takes it out', async () => {
  const { organization } = await askedWhilePending()
  const admin = await as('admin')
  const params = { orgId: organization.id }
  await admin(papersLink.revokePapersLink, { params })
  expect(await find({}, organization.id)).toMatchObject({ linkEndsAt: null })
  await admin(papersLink.sendPapersLink, { params, body: {} })
  expect(await find({ status: 'papers' }, organization.id)).toBeDefined()
  await admin(papersLink.revokePapersLink, { params })
  await admin(papersLink.sendPapersLink, { params, body: { isSent: false } })
  expect(await find({ status: 'papers' }, organization.id)).toBeDefined()
})

test('a link that is sent to whoever was not asked leaves the review in Waiting', async () => {
  const organization = await waiting()
  await (await as('admin'))(papersLink.sendPapersLink, { params: { orgId: organization.id }, body: {} })
  expect(await find({}, organization.id)).toBeDefined()
})

test('undone, it stands as before', async () => {
  const admin = await as('admin')
  const { id } = await waiting()
  const decided = async (body: object) => {
    const { data } = await admin(decideTaxReview, { params: { orgId: id }, body: { ...body } })
    return data.version
  }
  const undo = (version: number) => admin(undoTaxDecision, { params: { orgId: id }, body: { version } })
  const request = await decided(REQUEST)
  expect(await find({ status: 'papers' }, id)).toBeDefined()
  await undo(request)
  expect(await find({}, id)).toMatchObject({ linkEndsAt: null })

  await decided(REQUEST)
  const rejection = await decided(REJECTION)
  expect(await find({ status: 'decided' }, id)).toBeDefined()
  await undo(rejection)
  expect((await find({ status: 'papers' }, id))?.linkEndsAt).not.toBe(null)

  const again = await decided(REJECTION)
  await admin(papersLink.revokePapersLink, { params: { orgId: id } })
  await undo(again)
  expect(await find({}, id)).toBeDefined()
})

test('a rejected review stays decided, and waits as always when its papers come', async () => {
  const { organization, token } = await asked()
  expect(await find({ status: 'decided' }, organization.id)).toMatchObject({ linkEndsAt: null })
  await submit(token, { noLetter: true })
  expect(await find({}, organization.id)).toMatchObject({ papersArrivedAt: null, resubmitted: true })
})

test('a record that changes brings it back although papers are awaited', async () => {
  const { organization } = await askedWhilePending()
  await db.update(organizations).set({ irsChangedAt: clock.now() }).where(eq(organizations.id, organization.id))
  expect(await find({ status: 'changed' }, organization.id)).toBeDefined()
  expect(await find({ status: 'papers' }, organization.id)).toBeUndefined()
})

test('the link may be renewed by whoever holds it, and the review waits for papers again', async () => {
  const { organization, token } = await askedWhilePending()
  days(14)
  await endPaperWaits(house)
  expect((await call(papersLink.renewPapersLink, { params: { token } })).status).toBe(200)
  expect(await find({ status: 'papers' }, organization.id)).toBeDefined()
  expect(tokenIn((await server.mailsTo(organization.email, 'papers-link'))[0]!.text)).toBeDefined()
})
