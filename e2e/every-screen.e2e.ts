import { applications } from '@hikmah/contract/applications'
import { campaigns } from '@hikmah/contract/campaigns'
import { contactInquiries, demoRequests } from '@hikmah/contract/communication/endpoints'
import type { CallParts, Data, Input } from '@hikmah/contract/endpoint'
import { hardware } from '@hikmah/contract/hardware/endpoints'
import { integrations } from '@hikmah/contract/integrations'
import { invites } from '@hikmah/contract/invites/endpoints'
import { orders } from '@hikmah/contract/orders/endpoints'
import { organizationTeam } from '@hikmah/contract/organization-team'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { staff } from '@hikmah/contract/staff'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { Page } from '@playwright/test'
import { billedOrganization } from './billed.ts'
import { createGiven } from './given.ts'
import { test as base, expect, expectAccessible, expectAccessibleByOthers, rememberSession } from './test.ts'

/** Of the demo data that every platform begins with. */
const test = base.extend<object, { ids: Ids }>({
  ids: [
    async ({ platform, owner }, use) => {
      const rows = async <E extends CallParts>(list: E, query: object): Promise<Data<E>> =>
        (await platform.call(list, { query } as unknown as Input<E>, owner.token)).data
      const newest = { page: 1, sort: 'createdAt' }
      const [organization] = await rows(organizations.listOrganizations, newest)
      const [withTeam] = await rows(organizations.listOrganizations, { ...newest, page: 3, limit: 1 })
      const [reviewed] = await rows(taxVerification.listTaxReviews, { page: 1 })
      const [invite] = await rows(invites.listInvites, { status: 'Invite Sent', page: 1 })
      const [member] = await rows(organizationTeam.listMembers, { orgId: withTeam!._id })
      const [locked] = await rows(hardware.listDevices, { status: 'Locked', page: 1 })
      const [device] = await rows(hardware.listDevices, { status: 'Active', page: 1 })
      const team = await rows(staff.listStaff, { page: 1 })
      const withRole = (roles: string) => team.find(({ role }) => role[0]?.roles === roles)!._id
      const [application] = await rows(applications.listApplications, { page: 1 })
      const [request] = await rows(demoRequests.listDemoRequests, { status: 'Scheduled', page: 1 })
      const [integration] = await rows(integrations.listIntegrations, { page: 1 })
      const [inquiry] = await rows(contactInquiries.listInquiries, { status: 'Closed', page: 1 })
      const billed = await billedOrganization(platform, owner, createGiven(platform, owner))
      const [campaign] = await rows(campaigns.listCampaigns, { page: 1 })
      const [order] = await rows(orders.listOrders, { page: 1 })
      await use({
        orderId: order!._id,
        customerId: order!.orgId._id,
        billedId: billed.orgId,
        paidId: billed.paidId,
        openId: billed.openId,
        campaignId: campaign!._id,
        applicationId: application!._id,
        deviceId: device!._id,
        ownerId: withRole('hikmah_owner'),
        managerId: withRole('hikmah_manager'),
        lockedId: locked!._id,
        integrationId: integration!._id,
        id: organization!._id,
        orgId: reviewed!.organizationId,
        inviteId: invite!._id,
        memberId: member!._id,
        requestId: request!._id,
        inquiryId: inquiry!._id,
      })
    },
    { scope: 'worker' },
  ],
})

interface Ids {
  orderId: string
  customerId: string
  billedId: string
  paidId: string
  openId: string
  campaignId: string
  applicationId: string
  deviceId: string
  lockedId: string
  integrationId: string
  id: string
  orgId: string
  inviteId: string
  memberId: string
  ownerId: string
  managerId: string
  requestId: string
  inquiryId: string
}

interface Sitemap {
  screens: { options: { path: string } }[]
  pathOf: (screen: Sitemap['screens'][number]) => string
}
// By a name that the compiler does not follow: it would check the screens without the types of browsers.
const sitemap: Sitemap = await import(new URL('../console/src/screens.ts', import.meta.url).href)
const addresses = sitemap.screens.map(sitemap.pathOf)

/** What is opened of a screen whose address needs an id or has more to show. Any other is opened as it is. */
const examples: Record<string, (ids: Ids) => string[]> = {
  '/dashboard': () => ['/dashboard?tab=0', '/dashboard?tab=1'],
  '/organization-detail-{$id}': ({ id }) =>
    ['', '?tab=1', '?tab=2', '?tab=3'].map((search) => `/organization-detail-${id}${search}`),
  '/organization-activity-{$id}': ({ id }) => [`/organization-activity-${id}`],
  '/add-team-member-{$orgId}': ({ id }) => [`/add-team-member-${id}`],
  '/edit-team-member-{$memberId}': ({ memberId }) => [`/edit-team-member-${memberId}`],
  '/varify-ein/{$orgId}': ({ orgId }) => [`/varify-ein/${orgId}`],
  '/invite-organization-{$id}': ({ inviteId }) => [`/invite-organization-${inviteId}`],
  '/edit-organization-detail-{$id}': ({ id }) => [`/edit-organization-detail-${id}`],
  '/admin-products': () => ['/admin-products', '/admin-products?archived=true', '/admin-products?tab=integrations'],
  '/edit-product/$id': ({ applicationId }) => [`/edit-product/${applicationId}`],
  '/campaign': () => ['/campaign', '/campaign?status=Expired'],
  '/edit-campaign': ({ campaignId }) => ['/edit-campaign', `/edit-campaign?id=${campaignId}`],
  '/campaign-details': ({ campaignId }) => [`/campaign-details?id=${campaignId}`],
  '/hardware': () => ['/hardware', '/hardware?status=Active&connectivity=offline&notSeenDays=7'],
  '/edit-hardware/$id': ({ deviceId }) => [`/edit-hardware/${deviceId}`],
  '/edit-integration/$id': ({ integrationId }) => [`/edit-integration/${integrationId}`],
  '/hardware-details/$id': ({ deviceId }) => [`/hardware-details/${deviceId}`],
  '/assign-hardware/$id': ({ id }) => [`/assign-hardware/${id}`],
  '/plans/$id': ({ id, billedId }) => [`/plans/${billedId}`, `/plans/${id}`],
  '/plans/details/$id': ({ billedId }) => [`/plans/details/${billedId}`],
  '/organization/orders/payment-receipt': ({ billedId, paidId, openId }) =>
    [paidId, openId].map((id) => `/organization/orders/payment-receipt?id=${id}&orgId=${billedId}`),
  '/select-hardware/$id': ({ id }) => [`/select-hardware/${id}`],
  '/order/order-details': ({ orderId }) => [`/order/order-details?id=${orderId}`],
  '/order/manage-order': ({ orderId }) => [`/order/manage-order?id=${orderId}`],
  '/orgorders/$id': ({ customerId }) => ['', '?tab=payments'].map((search) => `/orgorders/${customerId}${search}`),
  '/verify-team-member-code': () => [
    '/verify-team-member-code?userName=omar.siddiqui@hikmah.example',
    '/verify-team-member-code',
  ],
  '/edit-finance-team-member/{$id}': ({ managerId, ownerId }) =>
    [managerId, ownerId].map((id) => `/edit-finance-team-member/${id}`),
  '/team-members/reset-password-cod': ({ managerId }) => [
    `/team-members/reset-password-cod?id=${managerId}`,
    '/team-members/reset-password-cod',
  ],
  // Without a code it leads back to where the code is entered; with one it is walked through in staff.e2e.ts.
  '/team-members/reset-password': ({ managerId }) => [`/team-members/reset-password?id=${managerId}`],
  '/admin-profile': () => ['/admin-profile', '/admin-profile?tab=1'],
  '/request-details-{$id}': ({ requestId }) => [`/request-details-${requestId}`],
  '/request-respond-{$id}': ({ requestId }) => [`/request-respond-${requestId}`],
  '/communication/contact-us-details': ({ inquiryId }) => [`/communication/contact-us-details?id=${inquiryId}`],
  '/communication/contact-us-respond': ({ inquiryId }) => [`/communication/contact-us-respond?id=${inquiryId}`],
}
const pathsOf = (ids: Ids) => addresses.flatMap((address) => examples[address]?.(ids) ?? [address])
const publicScreens = ['/login', '/accept-invite', '/accept-team-invite', '/change-password']

const DESK = { width: 1440, height: 900 }
/** What is left of the desk's screen where everything is drawn twice as large. */
const AT_200_PERCENT = { width: 720, height: 450 }
const TELEPHONE = { width: 390, height: 844 }
/** What a browser of 1280 × 1024 pixels shows at 400 percent. */
const AT_400_PERCENT = { width: 320, height: 256 }

test('every screen whose address needs an id has an example, and every example a screen', () => {
  expect(addresses.length).toBeGreaterThan(30)
  expect(addresses.filter((address) => address.includes('$') && !examples[address])).toEqual([])
  expect(Object.keys(examples).filter((address) => !addresses.includes(address))).toEqual([])
})

for (const part of [0, 1]) {
  test(`every screen opens, is accessible, fits a telephone and complains of nothing, ${part + 1} of 2`, async ({
    console: page,
    ids,
    consoleErrors,
  }) => {
    test.setTimeout(240_000)
    for (const path of pathsOf(ids).filter((_, place) => place % 2 === part)) {
      await test.step(path, async () => {
        await page.setViewportSize(DESK)
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
        await page.goto(path)
        await untilShown(page)
        await expectAccessible(page)
        await expectAccessibleByOthers(page)
        await expectStill(page)
        const trail = page.getByRole('navigation', { name: 'Breadcrumbs' }).locator('[aria-current]')
        expect.soft(await trail.count(), `${path} is one place`).toBeLessThanOrEqual(1)
        await inTheDark(page)
        await inForcedColors(page)

        for (const size of [AT_200_PERCENT, AT_400_PERCENT, TELEPHONE]) {
          await page.setViewportSize(size)
          // A chart takes its new width a moment after the window has.
          const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
          await expect.poll(overflow, `${path} is wider than ${size.width} px`).toBeLessThanOrEqual(0)
        }
        await expectAccessible(page)
        expect(consoleErrors, path).toEqual([])
      })
    }
  })
}

test('the public pages are accessible', async ({ page, platform, consoleErrors }) => {
  for (const path of publicScreens) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(platform.url + path)
    await untilShown(page)
    await expectAccessible(page)
    await expectAccessibleByOthers(page)
    await inTheDark(page)
    await inForcedColors(page)
  }
  expect(consoleErrors).toEqual([])
})

/** The same page in dark colours, of which only the contrast can differ; light again afterwards. */
async function inTheDark(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expectAccessible(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
}

/** Colors that the reader chose: everything stands out from them. */
async function inForcedColors(page: Page) {
  await page.emulateMedia({ forcedColors: 'active' })
  await expectAccessible(page, ['color-contrast'])
  await page.emulateMedia({ forcedColors: 'none' })
}

/** For whoever wants less motion nothing moves by itself. */
async function expectStill(page: Page) {
  const moving = `document.getAnimations().filter(({ playState, effect }) =>
    playState === 'running' && effect.getComputedTiming().iterations === Infinity).map(({ animationName }) => animationName)`
  expect.soft(await page.evaluate<string[]>(moving), page.url()).toEqual([])
}

test('a manager sees what a manager may, and no dead ends', async ({ page, platform, ids, consoleErrors }) => {
  const manager = await platform.signIn({ userName: 'fatima.noor@hikmah.example', password: 'Bismillah-2026' })
  await rememberSession(page, manager)
  for (const path of pathsOf(ids)) {
    await page.goto(path)
    await untilShown(page)
    expect(consoleErrors, path).toEqual([])
  }
  await page.goto(`/varify-ein/${ids.orgId}`)
  await untilShown(page)
  await expect(page.getByText(/\*\*-\*\*\*\d{4}/).first()).toBeVisible()
  await expect(page.getByText('Only owners and admins can decide. You see the review as it stands.')).toBeVisible()
  await expect(page.getByRole('radiogroup', { name: 'EIN status' }).getByRole('radio').first()).toBeDisabled()
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0)

  const refused = async (path: string, name: string | RegExp, reason: string) => {
    await page.goto(path)
    const button = page.getByRole('button', { name }).first()
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription(reason)
  }
  /** Nobody fills in a form that cannot be saved. */
  const instead = async (path: string, reason: string) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: reason })).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
  }
  await refused('/dashboard', 'INVITE ORG', 'Only owners and admins can invite organizations')
  await refused(`/organization-detail-${ids.id}`, 'Edit Organization', 'Only owners and admins can edit organizations')
  await expect(page.getByRole('complementary', { name: 'Activity' })).toBeHidden()
  const members = 'Only owners and admins can manage team members'
  await refused(`/organization-detail-${ids.id}?tab=1`, 'INVITE NEW', members)
  await instead(`/add-team-member-${ids.id}`, members)
  await instead(`/edit-team-member-${ids.memberId}`, members)
  await instead(`/edit-organization-detail-${ids.id}`, 'Only owners and admins can edit organizations')
  await page.goto(`/hardware-details/${ids.deviceId}`)
  await page.getByRole('button', { name: 'More for this device' }).click()
  const remove = page.getByRole('menuitem', { name: 'Delete Device' })
  await expect(remove).toBeDisabled()
  await expect(remove).toContainText('Only owners and admins can delete devices')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Change status' }).click()
  const lock = page.getByRole('dialog').getByRole('radio', { name: 'Locked' })
  await expect(lock).toBeDisabled()
  await expect(lock).toHaveAccessibleDescription('Only owners and admins can set or lift Locked and Lost')
  await refused(
    `/hardware-details/${ids.lockedId}`,
    'Change status',
    'Only owners and admins can set or lift Locked and Lost',
  )
  await page.goto('/add-hardware')
  await expect(page.getByRole('option', { name: 'Locked (owners and admins only)' })).toBeDisabled()
  await refused('/team-members', 'Invite New', 'Only owners and admins can invite team members')
  await instead('/add-finance-team-member', 'Only owners and admins can invite team members')
  await refused(`/edit-finance-team-member/${ids.managerId}`, 'Save', 'Only owners and admins can change team members')
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Audit' })).toBeHidden()
  await page.goto('/audit')
  await expect(page.getByRole('heading', { name: 'The audit trail is for owners and admins' })).toBeVisible()
  await refused(`/request-details-${ids.requestId}`, 'Delete', 'Only owners and admins can delete demo requests')
  await expect(page.getByRole('heading', { name: 'Assign', exact: true })).toBeVisible()
  const inquiry = `/communication/contact-us-details?id=${ids.inquiryId}`
  await refused(inquiry, 'Delete', 'Only owners and admins can delete inquiries')
  await expect(page.getByRole('heading', { name: 'Respond' })).toBeVisible()
  await page.goto('/invite-organization')
  await expect(page.getByRole('heading', { name: 'You cannot send invites' })).toBeVisible()
  const edit = await platform.call(
    organizations.updateOrganization,
    { params: { id: ids.id }, body: { orgName: 'Mine now' } },
    manager.token,
  )
  expect(edit).toMatchObject({ status: 403, code: 'FORBIDDEN' })
})

async function untilShown(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}
