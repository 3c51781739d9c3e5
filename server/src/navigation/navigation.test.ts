import { applications } from '@hikmah/contract/applications'
import { hardware } from '@hikmah/contract/hardware/endpoints'
import { navigation } from '@hikmah/contract/navigation'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { staff } from '@hikmah/contract/staff'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { expect, test } from 'vitest'
import { startCatalogue } from '../../test/catalogue.ts'
import { startServer } from '../../test/start.ts'
import { readNavigationCounts } from './routes.ts'

const { given, as, db, admin, addApplication, addIntegration } = await startCatalogue()
const manager = await as('manager')

test('the navigation counts what the lists count', async () => {
  const { readNavigationCounts } = navigation
  const before = (await manager(readNavigationCounts, {})).data
  for (let i = 0; i < 3; i += 1) await given.organization()
  for (let i = 0; i < 2; i += 1) await given.device()
  await given.staff('manager', { access: 'revoked' })
  await given.inquiry()

  const { data } = await manager(readNavigationCounts, {})
  const page = { query: { limit: 1 } }
  const totals = {
    organizations: (await manager(organizations.listOrganizations, page)).meta.total,
    taxReviews: (await manager(taxVerification.listTaxReviews, page)).meta.total,
    devices: (await manager(hardware.listDevices, page)).meta.total,
    staff: (await manager(staff.listStaff, page)).meta.total,
  }
  expect(data).toMatchObject(totals)
  expect(data).toMatchObject({
    organizations: before.organizations! + 3,
    devices: before.devices! + 2,
    staff: before.staff! + 1,
    demoRequests: before.demoRequests,
    contactInquiries: before.contactInquiries! + 1,
  })
})

test('what somebody may not see is not counted for them', async () => {
  const counts = await readNavigationCounts(db, (permission) => permission === 'hardware.read')
  expect(Object.entries(counts).filter(([, count]) => count !== undefined)).toEqual([
    ['devices', expect.any(Number)],
    ['mark', expect.any(String)],
  ])
})

test('the navigation of an organization counts what its lists hold', async () => {
  const { readOrganizationCounts } = navigation
  const organization = await given.organization()
  const params = { orgId: organization.id }
  expect((await manager(readOrganizationCounts, { params })).data).toEqual({ devices: 0, orders: 0, plans: 0 })
  for (let i = 0; i < 2; i += 1) {
    const device = await given.device()
    await admin(hardware.assignDevice, { params: { id: device.id }, body: { organizationId: organization.id } })
  }
  await given.device()
  expect((await manager(readOrganizationCounts, { params })).data).toEqual({ devices: 2, orders: 0, plans: 0 })
  const { meta } = await manager(hardware.listOrganizationDevices, { params, query: { page: 1 } })
  expect(meta?.total).toBe(2)
  expect((await manager(readOrganizationCounts, { params: { orgId: crypto.randomUUID() } })).status).toBe(404)
})

test('products are the applications that are not archived, and the integrations', async () => {
  const counted = async () => (await readNavigationCounts(db, () => true)).products!
  const before = await counted()
  const { data: used } = await addApplication()
  await addIntegration(used._id)
  expect(await counted()).toBe(before + 2)
  await admin(applications.deleteApplication, { params: { id: used._id } })
  expect(await counted()).toBe(before + 1)
  await admin(applications.restoreApplication, { params: { id: used._id } })
  expect(await counted()).toBe(before + 2)
})

test.each([
  ['the sandbox', 'sk_test_sandbox', { isSandbox: true }],
  ['the provider with a test key', 'sk_test_51Nw', { isTestMode: true }],
  ['the provider with a restricted test key', 'rk_test_51Nw', { isTestMode: true }],
  ['the provider with a live key', 'sk_live_51Nw', {}],
])('the console says on every page where no money moves: %s', async (_, STRIPE_SECRET_KEY, said) => {
  const other = await startServer({ STRIPE_SECRET_KEY })
  const { data } = await (await other.as('manager'))(navigation.readNavigationCounts, {})
  const { isSandbox, isTestMode } = data
  expect({ ...(isSandbox && { isSandbox }), ...(isTestMode && { isTestMode }) }).toEqual(said)
})
