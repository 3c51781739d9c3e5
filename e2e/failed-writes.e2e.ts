import { apiUrl } from '@hikmah/contract/endpoint'
import { hardware } from '@hikmah/contract/hardware/endpoints'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { expect, expectAccessible, rememberSession, test } from './test.ts'
import { startWay } from './way.ts'

const FAILED = { status: 500, body: JSON.stringify({ message: 'Something is wrong please try again! ' }) }

test('assigning and removing a device that fail are logged and say so quietly, with Retry', async ({
  page,
  platform,
  owner,
  given,
  consoleErrors,
}) => {
  const { orgId } = await given.organization()
  const device = await given.device()
  const path = apiUrl(hardware.assignDevice, { params: { id: device._id } })
  let isFailing = true
  const way = await startWay(platform.url, {
    instead: (asked) => (isFailing && asked.method === 'PUT' && asked.path === path ? FAILED : undefined),
  })
  await rememberSession(page, owner)
  await page.goto(`${way.url}/select-hardware/${orgId}`)
  await page.getByLabel('App stream').selectOption('DEENKIOSK')
  await page.getByRole('combobox', { name: 'Device Id' }).fill(device.deviceId)
  await page.getByRole('option').filter({ hasText: device.deviceId }).click()
  await page.getByLabel('Install label').fill('Main hall')
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  const said = page.getByRole('status').filter({ hasText: 'The device was not assigned.' })
  await expect(said).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByLabel('Install label')).toHaveValue('Main hall')
  expect(consoleErrors.join()).toContain('The device could not be assigned')
  isFailing = false
  await said.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Device Assigned Successfully', { exact: true })).toBeVisible()

  isFailing = true
  await page.getByRole('button', { name: `Remove ${device.deviceId}` }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Remove device' }).click()
  await expect(question.getByRole('status')).toContainText(`${device.deviceId} was not removed.`)
  await expectAccessible(page)
  expect(consoleErrors.join()).toContain(`${device.deviceId} could not be removed`)
  isFailing = false
  await question.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Hardware removed successfully!')).toBeVisible()
  await expect(question).toBeHidden()
  await way.stop()
})

test('an organization that is answered as a list is its first item', async ({ page, platform, owner, given }) => {
  const { orgId, orgName } = await given.organization()
  const path = apiUrl(organizations.readOrganization, { params: { id: orgId } })
  const way = await startWay(platform.url, {
    rewrite: (asked, body) => {
      if (asked.path !== path || asked.method !== 'GET') return undefined
      return JSON.stringify({ data: [JSON.parse(body).data] })
    },
  })
  await rememberSession(page, owner)
  for (const screen of ['organization-detail-', 'edit-organization-detail-']) {
    await page.goto(`${way.url}/${screen}${orgId}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(screen.startsWith('edit') ? 'Edit' : orgName)
    await expect(page.getByText('Something is wrong')).toHaveCount(0)
  }
  await expect(page.getByLabel('Organization Name')).toHaveValue(orgName)
  await way.stop()
})
