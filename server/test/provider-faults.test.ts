import { campaigns } from '@hikmah/contract/campaigns'
import { finance } from '@hikmah/contract/finance'
import { invoices } from '@hikmah/contract/invoices'
import { orders } from '@hikmah/contract/orders/endpoints'
import { organizationPlans } from '@hikmah/contract/organization-plans/endpoints'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { search } from '@hikmah/contract/search'
import { expect, test } from 'vitest'
import { startWithOrders } from './orders.ts'

const { as, buy, control, read } = await startWithOrders()
const admin = await as('admin')

const AT_ONCE = 20

/** What everybody does all day, each with what it answers where all is well: nothing of it needs the provider. */
async function othersOf({ organization, order }: Awaited<ReturnType<typeof buy>>) {
  const { version } = await read(order._id)
  const orgId = organization.id
  const of = { params: { orgId } }
  return {
    'the list of organizations': () => admin(organizations.listOrganizations, { query: { page: 1 } }),
    'an organization': () => admin(organizations.readOrganization, { params: { id: orgId } }),
    'the list of orders': () => admin(orders.listOrders, { query: { page: 1 } }),
    'an order': () => admin(orders.readOrder, { params: { id: order._id } }),
    'its status': () =>
      admin(orders.changeOrderStatus, { params: { id: order._id }, body: { status: 'in-progress', version } }),
    'the plans of an organization': () => admin(organizationPlans.getOrganizationPlan, of),
    'the invoices of an organization': () => admin(invoices.listOrganizationInvoices, of),
    'the books': () => admin(finance.readFinanceSummary, { query: {} }),
    'the campaigns': () => admin(campaigns.listCampaigns, { query: { page: 1 } }),
    'a search': () => admin(search.findAnything, { query: { q: organization.name } }),
  }
}

/** What only the provider knows, asked by so many at once. */
const askTheProvider = ({ order }: Awaited<ReturnType<typeof buy>>, count = AT_ONCE) =>
  Array.from({ length: count }, () => admin(orders.readRefundChoices, { params: { id: order._id } }))

test('while the provider hangs, everything else is answered before those who wait for it', async () => {
  const bought = await buy()
  const others = await othersOf(bought)
  await control('faults', { delayMs: 600_000, times: 1000 })
  const answered: string[] = []
  const waiting = askTheProvider(bought).map(async (asked) => {
    const { status } = await asked
    answered.push('the provider')
    return status
  })
  const statuses = await Promise.all(
    Object.entries(others).map(async ([name, ask]) => {
      const { status } = await ask()
      answered.push(name)
      return [name, status]
    }),
  )
  expect(statuses).toEqual(Object.keys(others).map((name) => [name, 200]))
  expect(answered.toSorted()).toEqual(Object.keys(others).toSorted())
  await control('faults', { clear: true })
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]))
})

test('while the provider fails and drops connections, everything else is answered as ever', async () => {
  const bought = await buy()
  const others = await othersOf(bought)
  await control('faults', { status: 500, times: 3 })
  await control('faults', { drop: true, times: 1000 })
  const refused = askTheProvider(bought)
  for (const [name, ask] of Object.entries(others)) expect([name, (await ask()).status]).toEqual([name, 200])
  for (const { status, error } of await Promise.all(refused)) expect([status, error.code]).toEqual([502, 'UPSTREAM'])
  await control('faults', { clear: true })
})
