import { hardware } from '@hikmah/contract/hardware/endpoints'
import type { Locator, Page } from '@playwright/test'
import { fact } from './device-page.ts'
import { expect, expectAccessible, test } from './test.ts'

test('a device of the stock is given to an organization and taken back', { tag: '@walk' }, async ({
  console: page,
  given,
  consoleErrors,
}) => {
  const { orgId, orgName } = await given.organization()
  const device = await given.device()
  const lost = await given.device({ status: 'Lost' })
  await page.goto(`/organization-detail-${orgId}`)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Hardware' }).click()
  await expect(page).toHaveURL(new RegExp(`/assign-hardware/${orgId}$`))
  await expect(page.getByRole('heading', { name: 'No Devices Assigned', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  await expect(page).toHaveURL(new RegExp(`/select-hardware/${orgId}$`))
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText(orgName)

  const assign = page.getByRole('button', { name: 'Assign', exact: true })
  const choice = page.getByRole('combobox', { name: 'Device Id' })
  await expect(assign).toHaveAccessibleDescription('Choose an app stream and a device, and enter an install label')
  await expect(choice).toBeDisabled()
  await page.getByLabel('App stream').selectOption('DEENKIOSK')
  await choice.fill(lost.deviceId)
  const option = page.getByRole('listbox').getByRole('option')
  await expect(option).toHaveCount(1)
  await expect(option).toContainText('This device is lost and cannot be assigned')
  await expect(option).toHaveAttribute('data-combobox-disabled', 'true')
  await choice.fill(device.macAddress)
  await expect(option).toContainText(device.macAddress)
  await expectAccessible(page)
  await option.filter({ hasText: device.deviceId }).click()
  await expect(choice).toHaveValue(device.deviceId)
  await expect(page.getByLabel('MAC address')).toHaveValue(device.macAddress)
  await expect(page.getByLabel('MAC address')).toHaveJSProperty('readOnly', true)
  await expect(assign).toHaveAccessibleDescription('Enter an install label')
  await page.getByLabel('App stream').selectOption('DEENSCREEN')
  await expect(choice).toHaveValue('')
  await expect(page.getByLabel('MAC address')).toHaveValue('')
  await page.getByLabel('App stream').selectOption('DEENKIOSK')
  for (const scanned of [await given.device(), device]) {
    await choice.fill(scanned.deviceId)
    await choice.press('Enter')
    await expect(page.getByLabel('MAC address')).toHaveValue(scanned.macAddress)
    await expect(option).toHaveCount(0)
  }
  await page.getByLabel('Install label').fill('Sisters’ entrance')
  const sent: unknown[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postDataJSON()))
  await assign.dblclick()
  await expect(page.getByText('Device Assigned Successfully', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/assign-hardware/${orgId}$`))
  expect(sent).toEqual([{ deviceId: device.deviceId, organizationId: orgId, name: 'Sisters’ entrance' }])

  await page.goto(`/organization-detail-${orgId}`)
  const setup = page.getByRole('list', { name: /^Setup, / }).getByRole('listitem')
  await expect(setup.filter({ hasText: 'Device' })).toContainText('1 device since')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Hardware' }).click()
  await page.reload()
  const table = page.getByRole('table', { name: 'Assigned hardware' })
  const row = table.getByRole('row').filter({ hasText: device.deviceId })
  await expect(row).toContainText('Sisters’ entrance')
  await expect(row).toContainText('Never connected')
  await expect(row).toContainText('Assigned')
  await row.getByRole('button', { name: `Remove ${device.deviceId}` }).click()
  const question = page.getByRole('dialog', { name: `Remove ${device.deviceId} from ${orgName}?` })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: `Remove ${device.deviceId}` }).click()
  await question.getByRole('button', { name: 'Remove device' }).click()
  await expect(page.getByText('Hardware removed successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No Devices Assigned', exact: true })).toBeVisible()
  expect(sent[1]).toEqual({ deviceId: device.deviceId, organizationId: '' })
  expect(consoleErrors).toEqual([])
})

test('two people assign the same device: one wins and the other learns who', async ({
  console: page,
  colleague,
  given,
}) => {
  const [mine, theirs] = [await given.organization(), await given.organization()]
  const device = await given.device()
  const spare = await given.device()
  const choose = async (it: Page, orgId: string) => {
    await it.goto(`/select-hardware/${orgId}`)
    await it.getByLabel('App stream').selectOption('DEENKIOSK')
    await it.getByRole('combobox', { name: 'Device Id' }).fill(device.deviceId)
    await it.getByRole('listbox').getByRole('option').click()
    await it.getByLabel('Install label').fill('Lobby')
  }
  await choose(page, mine.orgId)
  await choose(colleague, theirs.orgId)
  const assign = (it: Page) => it.getByRole('button', { name: 'Assign', exact: true })
  await assign(colleague).click()
  await expect(colleague.getByText('Device Assigned Successfully', { exact: true })).toBeVisible()

  await assign(page).click()
  await expect(page.getByRole('alert')).toContainText(`Samira Haddad assigned this device to ${theirs.orgName} on `)
  const choice = page.getByRole('combobox', { name: 'Device Id' })
  await expect(choice).toHaveValue('')
  await expect(page.getByLabel('Install label')).toHaveValue('Lobby')
  await choice.fill(device.deviceId)
  await expect(page.getByText('No device matches')).toBeVisible()
  await choice.fill(spare.deviceId)
  await page.getByRole('listbox').getByRole('option').click()
  await assign(page).click()
  await expect(page).toHaveURL(new RegExp(`/assign-hardware/${mine.orgId}$`))
  await expect(page.getByRole('row').filter({ hasText: spare.deviceId })).toBeVisible()
})

test('hardware that cannot be loaded shows no alert and is tried again', async ({ console: page, platform, given }) => {
  const { orgId } = await given.organization()
  await given.assigned(orgId, 'Lobby')
  const during = async (link: Locator, chunk: RegExp, meanwhile: () => Promise<void>) => {
    const loaded = page.waitForResponse(chunk)
    await link.hover()
    await loaded
    await page.waitForLoadState('networkidle')
    await platform.outage(async () => {
      await link.click()
      await meanwhile()
      await expect(page.getByRole('alert')).toHaveCount(0)
    })
  }
  await page.goto(`/add-team-member-${orgId}`)
  const hardware = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Hardware' })
  await during(hardware, /AssignedHardware-.*\.js/, async () => {
    await expect(page.getByRole('heading', { name: 'No hardware to show' })).toBeVisible()
    await expect(page.getByText('The list could not be loaded.')).toBeVisible()
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('table', { name: 'Assigned hardware' }).getByRole('row')).toHaveCount(2)
  await during(page.getByRole('button', { name: 'Add', exact: true }), /SelectHardware-.*\.js/, () =>
    expect(page.getByRole('heading', { name: 'No devices to choose from' })).toBeVisible(),
  )
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('combobox', { name: 'Device Id' })).toBeVisible()
})

test('more than ten devices of an organization stand on pages', async ({ console: page, given }) => {
  test.setTimeout(120_000)
  const { orgId } = await given.organization()
  for (let i = 0; i < 11; i += 1) await given.assigned(orgId, `Unit ${i}`)
  await page.goto(`/assign-hardware/${orgId}`)
  const rows = page.getByRole('table', { name: 'Assigned hardware' }).getByRole('row')
  await expect(page.getByText('1 to 10 of 11', { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(11)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(rows).toHaveCount(2)
  await page.reload()
  await expect(rows).toHaveCount(2)
})

test('hardware is worked with on a telephone', async ({ console: page, given }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { orgId } = await given.organization()
  const device = await given.assigned(orgId, 'Lobby')
  await given.told(device.deviceKey, hardware.heartbeat, {})
  await page.goto(`/assign-hardware/${orgId}`)
  await expect(page.getByText(/^seen (now|1 min ago)$/)).toBeVisible()
  await page.getByRole('link', { name: `see details of ${device.deviceId}` }).click()
  await expect(fact(page, 'Name')).toHaveText('Lobby')
  await page.goto(`/hardware?q=${device.deviceId}`)
  await page.getByRole('link', { name: `see details of ${device.deviceId}` }).click()
  await expect(page).toHaveURL(new RegExp(`/hardware-details/${device._id}$`))
})
