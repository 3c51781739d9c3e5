import { hardware } from '@hikmah/contract/hardware/endpoints'
import { invites } from '@hikmah/contract/invites/endpoints'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { Page } from '@playwright/test'
import { newEin } from './given.ts'
import { expect, test } from './test.ts'

const firstRow = (page: Page) => page.getByRole('row').nth(1)
/** Open and drawn, with what it showed counted once. */
async function open(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForResponse(/navigation\/counts/)
}

test('the open lists show what others do', async ({ console: page, given }) => {
  await open(page, '/admin-organization')
  const { orgName, orgId, own } = await given.organization()
  await expect(firstRow(page)).toContainText(orgName)

  await open(page, '/dashboard?tab=1')
  const invited = await given.invite()
  await expect(firstRow(page)).toContainText(invited.orgName)

  await open(page, '/reviews?sort=-waitingSince')
  const papers = { taxIdEin: newEin(), taxExempt: true }
  await given.asked(taxVerification.submitTaxPapers, { params: { orgId }, body: papers }, own)
  await expect(page.getByRole('link', { name: `Review ${orgName}` })).toBeVisible()

  await open(page, '/hardware')
  const device = await given.device()
  await expect(firstRow(page)).toContainText(device.deviceId)

  await open(page, '/team-members?sort=-createdAt')
  const { userName } = await given.staff('hikmah_manager')
  await expect(page.getByRole('row').filter({ hasText: userName })).toBeVisible()

  await open(page, `/organization-detail-${orgId}?tab=1`)
  const member = await given.member(orgId, 'Bilal Noor', { application: 'DEENFUND', roles: 'Editor' })
  await expect(page.getByText(member.userName)).toBeVisible()
})

test('the open pages show what others do', async ({ console: page, given }) => {
  const { orgId, orgName } = await given.review()
  await open(page, `/varify-ein/${orgId}`)
  const body = { taxIdEinDetail: { status: 'Approved' as const } }
  await given.asked(taxVerification.decideTaxReview, { params: { orgId }, body })
  const events = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(events.first()).toContainText('EIN/Tax ID Approved')
  await expect(
    page.getByRole('radiogroup', { name: 'EIN status' }).getByRole('radio', { name: 'Approved' }),
  ).toBeChecked()

  await open(page, '/dashboard')
  const cards = page.getByLabel('Summary')
  await expect(cards).toContainText(/\d/)
  const before = await cards.innerText()
  await given.review()
  await expect.poll(() => cards.innerText()).not.toBe(before)

  const device = await given.device()
  await open(page, `/hardware-details/${device._id}`)
  await given.asked(hardware.assignDevice, {
    params: { id: device._id },
    body: { deviceId: device.deviceId, organizationId: orgId, name: 'Main hall' },
  })
  await expect(page.getByText(orgName).filter({ visible: true }).first()).toBeVisible()
  const { deviceKey } = await given.asked(hardware.reissueDeviceKey, { params: { id: device._id } })
  await given.told(deviceKey, hardware.heartbeat, {})
  await expect(page.getByText('Online').filter({ visible: true }).first()).toBeVisible()
  await given.told(deviceKey, hardware.reportDeviceEvents, {
    events: [{ type: 'disconnected', at: new Date().toISOString() }],
  })
  await expect(page.getByText('Offline').filter({ visible: true }).first()).toBeVisible()

  const invited = await given.invite()
  await open(page, `/invite-organization-${invited.inviteId}`)
  await given.asked(invites.revokeInvite, { params: { id: invited.inviteId } })
  await expect(
    page
      .getByText(/revoked/i)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
})
