import { applications } from '@hikmah/contract/applications'
import { integrations } from '@hikmah/contract/integrations'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { soon } from '../../test/payments.ts'
import { startWithPlans } from '../../test/plans.ts'
import { integrations as integrationTable } from '../integrations/table.ts'
import { rowsOf } from '../kit/db/db.ts'

const server = await startWithPlans()
const { admin, clock, db, provider, price, both, plan, addApplication, addIntegration, subscriber, plansOf, read } =
  server
const { monthly, yearly, added } = server
const { readApplicationUsage, deleteApplication, restoreApplication } = applications
const { listIntegrations, readIntegration, readIntegrationUsage, deleteIntegration } = integrations

const productOf = async (orgId: string) => (await plansOf(orgId)).stripeData[0]?.product

test('an application that is subscribed to is archived, and its plans keep its name and change to no other', async () => {
  const [cable, loud] = [await price('Sound', 900), await price('Loud', 1900)]
  const plans = [plan({ id: 'loud-plan', name: 'Loud', ...both([19, loud.id], [0, '']) })]
  const sound = { displayName: 'Sound', stripeProductId: cable.product, name: 'deenfund', plans }
  const { _id: id } = (await addApplication(sound)).data
  const { organization, id: subscription, itemId } = await subscriber({ items: [{ price: cable.id }] })
  const offered = async () => (await read(subscription, itemId)).choices.map(({ priceId }) => priceId)
  expect(await offered()).toEqual([cable.id, loud.id])
  const usage = async () => (await admin(readApplicationUsage, { params: { id } })).data
  expect(await usage()).toEqual({ organizations: 1, subscriptions: 1, integrations: [], isArchived: true })
  expect((await admin(deleteApplication, { params: { id } })).status).toBe(200)
  expect(await productOf(organization.id)).toMatchObject({ kind: 'application', _id: id, displayName: 'Sound' })
  expect(await offered()).toEqual([cable.id])
  expect((await admin(restoreApplication, { params: { id } })).status).toBe(200)

  await provider.subscriptions.cancel(subscription)
  await soon(async () => {
    expect(await usage()).toEqual({ organizations: 0, subscriptions: 0, integrations: [], isArchived: true })
  })
})

test('an integration that is deleted keeps its name on the plans of those who subscribe to it', async () => {
  const salah = await price('Salah', 500)
  const billing = both([5, salah.id], [0, ''])
  const { _id: id } = (await addIntegration(added.data._id, { pricing: { pricingType: 'Paid', ...billing } })).data
  const { organization } = await subscriber({ items: [{ price: salah.id }] })
  const usage = async () => (await admin(readIntegrationUsage, { params: { id } })).data
  expect(await usage()).toEqual({ organizations: 1, subscriptions: 1 })
  const { name } = (await admin(readIntegration, { params: { id } })).data
  const counts = async () => (await admin(listIntegrations, { query: { page: 1 } })).meta
  const before = await counts()
  expect(await admin(deleteIntegration, { params: { id } })).toMatchObject({
    status: 200,
    message: 'Integration Deleted Successfully!',
  })
  expect(await productOf(organization.id)).toMatchObject({ kind: 'integration', _id: null, name })
  for (const call of [readIntegration, readIntegrationUsage, deleteIntegration])
    expect((await admin(call, { params: { id } })).status).toBe(404)
  expect((await counts()).whole).toBe(before.whole - 1)
  const [cards] = await rowsOf(db, sql`select sum(count)::integer as n from list_counts where list = 'integrations'`)
  expect(cards).toEqual({ n: before.whole - 1 })
})

test('an application can be deleted whose only integration was deleted with subscribers', async () => {
  const nisab = await price('Nisab', 500)
  const [alone, billing] = [
    await addApplication({ displayName: 'Nisab', name: 'deenscreen' }),
    both([5, nisab.id], [0, '']),
  ]
  const { _id: id } = (await addIntegration(alone.data._id, { pricing: { pricingType: 'Paid', ...billing } })).data
  await subscriber({ items: [{ price: nisab.id }] })
  expect((await admin(deleteIntegration, { params: { id } })).status).toBe(200)
  const params = { id: alone.data._id }
  expect((await admin(readApplicationUsage, { params })).data).toMatchObject({ integrations: [], isArchived: false })
  expect((await admin(deleteApplication, { params })).status).toBe(200)
})

test('nothing is kept of an integration that nobody subscribes to any more', async () => {
  const adhan = await price('Adhan', 500)
  const billing = both([5, adhan.id], [0, ''])
  const { _id: id } = (await addIntegration(added.data._id, { pricing: { pricingType: 'Paid', ...billing } })).data
  const { id: subscription } = await subscriber({ items: [{ price: adhan.id }] })
  await provider.subscriptions.cancel(subscription)
  const usage = async () => (await admin(readIntegrationUsage, { params: { id } })).data
  await soon(async () => expect(await usage()).toEqual({ organizations: 0, subscriptions: 0 }))
  expect((await admin(deleteIntegration, { params: { id } })).status).toBe(200)
  expect(await db.$count(integrationTable, eq(integrationTable.id, id))).toBe(0)
})

test('where applications share a price its plans have the name of the oldest that is not archived', async () => {
  const { organization } = await subscriber()
  const named = async () => (await plansOf(organization.id)).stripeData[0]?.subscription_plan
  clock.advance(1)
  const shared = { plans: [plan(both([29, monthly.id], [295.8, yearly.id]))] }
  const { data: later } = await addApplication({ ...shared, displayName: 'A11' })
  const { _id: id, ...draft } = added.data
  const saved = await admin(applications.updateApplication, {
    params: { id },
    body: { ...draft, longDescription: 'x' },
  })
  expect(saved.status).toBe(200)
  expect(await named()).toBe('DEENWEB')
  await admin(deleteApplication, { params: { id } })
  expect(await named()).toBe(later.displayName)
  await admin(restoreApplication, { params: { id } })
  expect(await named()).toBe('DEENWEB')
})
