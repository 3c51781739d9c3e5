import { applications } from '@hikmah/contract/applications/endpoints'
import { expect, test } from 'vitest'
import { startWithPlans } from '../../test/plans.ts'

const { admin, clock, both, plan, addApplication, subscriber, plansOf, monthly, yearly, added } = await startWithPlans()
const { deleteApplication, restoreApplication } = applications

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
