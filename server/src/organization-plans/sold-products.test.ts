import { applications } from '@hikmah/contract/applications/endpoints'
import { integrations } from '@hikmah/contract/integrations/endpoints'
import { expect, test } from 'vitest'
import { soon } from '../../test/payments.ts'
import { startWithPlans } from '../../test/plans.ts'

const server = await startWithPlans()
const { admin, clock, provider, price, both, plan, addApplication, addIntegration, subscriber, plansOf } = server
const { monthly, yearly, added } = server
const { readApplicationUsage, deleteApplication, restoreApplication } = applications
const { readIntegrationUsage, deleteIntegration } = integrations

const productOf = async (orgId: string) => (await plansOf(orgId)).stripeData[0]?.product

test('an application that is subscribed to is archived, and its plans keep its name', async () => {
  const cable = await price('Sound', 900)
  const { _id: id } = (await addApplication({ displayName: 'Sound', stripeProductId: cable.product, name: 'deenfund' }))
    .data
  const { organization, id: subscription } = await subscriber({ items: [{ price: cable.id }] })
  const usage = async () => (await admin(readApplicationUsage, { params: { id } })).data
  expect(await usage()).toEqual({ organizations: 1, subscriptions: 1, integrations: [], isArchived: true })
  expect((await admin(deleteApplication, { params: { id } })).status).toBe(200)
  expect(await productOf(organization.id)).toMatchObject({ kind: 'application', _id: id, displayName: 'Sound' })
  expect((await admin(restoreApplication, { params: { id } })).status).toBe(200)

  await provider.subscriptions.cancel(subscription)
  await soon(async () => {
    expect(await usage()).toEqual({ organizations: 0, subscriptions: 0, integrations: [], isArchived: true })
  })
})

test('an integration that is subscribed to stays until nobody pays for it', async () => {
  const salah = await price('Salah', 500)
  const billing = both([5, salah.id], [0, ''])
  const { _id: id } = (await addIntegration(added.data._id, { pricing: { pricingType: 'Paid', ...billing } })).data
  const { organization, id: subscription } = await subscriber({ items: [{ price: salah.id }] })
  const usage = async () => (await admin(readIntegrationUsage, { params: { id } })).data
  expect(await usage()).toEqual({ organizations: 1, subscriptions: 1 })
  expect(await admin(deleteIntegration, { params: { id } })).toMatchObject({
    status: 409,
    message: 'Organizations subscribe to this integration. Set its status to Hidden instead',
  })
  expect(await productOf(organization.id)).toMatchObject({ kind: 'integration', _id: id })

  await provider.subscriptions.cancel(subscription)
  await soon(async () => expect(await usage()).toEqual({ organizations: 0, subscriptions: 0 }))
  expect(await admin(deleteIntegration, { params: { id } })).toMatchObject({
    status: 200,
    message: 'Integration Deleted Successfully!',
  })
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
