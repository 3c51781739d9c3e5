import { hardware } from '@hikmah/contract/hardware/endpoints'
import type { Page } from '@playwright/test'
import { fact } from './device-page.ts'
import { picture } from './given.ts'
import { expect, expectAccessible, test } from './test.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('price, image and details of a device are edited, and nothing else', { tag: '@walk' }, async ({
  console: page,
  given,
  consoleErrors,
}) => {
  const device = await given.device()
  await page.goto(`/hardware-details/${device._id}`)
  await page.getByRole('link', { name: 'Edit Device' }).click()
  await expect(page).toHaveURL(new RegExp(`/edit-hardware/${device._id}$`))
  await expect(heading(page)).toHaveText('Edit Hardware/Device')
  for (const [label, value] of [
    ['App stream', 'DEENKIOSK'],
    ['Device Id', device.deviceId],
    ['MAC address', device.macAddress],
    ['Status', 'Available'],
  ] as const) {
    await expect(fact(page, label)).toHaveText(value)
    await expect(page.getByLabel(label), 'it is no field').toHaveCount(0)
  }
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toHaveAccessibleDescription('No changes yet')
  await page.getByLabel('Price').fill('')
  await page.getByLabel('Price').blur()
  await expect(page.getByLabel('Price')).toHaveAccessibleDescription(/Required/)
  await expect(save).toHaveAccessibleDescription('Still needed: a price')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await page.getByLabel('Price').fill('1099')
  await page.getByLabel('Image', { exact: true }).setInputFiles(await picture('new.png'))
  await expect(page.getByText(/^new\.png(?! is)/)).toBeVisible()
  const details = page.getByRole('textbox', { name: 'Details' })
  await details.fill('Wall mount')
  await details.press('ControlOrMeta+a')
  await page.getByRole('button', { name: 'Bold' }).click()
  const sent: unknown[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postDataJSON()))
  await save.click()
  await expect(page.getByText('Device Updated Successfully!')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/hardware-details/${device._id}$`))
  expect(sent[0]).toMatchObject({
    deviceId: device.deviceId,
    appStream: 'DEENKIOSK',
    macAddress: device.macAddress,
    price: '1099',
    imageMetaData: { imageName: 'new.png', imageSize: 0 },
  })
  await expect(fact(page, 'Price')).toHaveText('$1,099')
  await expect(fact(page, 'Image')).toContainText('new.png')
  await expect(fact(page, 'Details').getByRole('strong')).toHaveText('Wall mount')
  await page.goto(`/edit-hardware/${device._id}`)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/hardware-details/${device._id}$`))
  expect(consoleErrors).toEqual([])
})

test('two people edit the same device: theirs and yours stand side by side', async ({
  console: page,
  colleague,
  given,
}) => {
  const device = await given.device()
  await Promise.all([page, colleague].map((it) => it.goto(`/edit-hardware/${device._id}`)))
  const save = (it: Page) => it.getByRole('button', { name: 'Save', exact: true }).click()
  await colleague.getByLabel('Price').fill('700')
  await colleague.getByRole('textbox', { name: 'Details' }).fill('Theirs')
  await save(colleague)
  await expect(colleague.getByText('Device Updated Successfully!')).toBeVisible()

  await page.getByLabel('Price').fill('800')
  await save(page)
  const conflict = page.getByRole('dialog', { name: 'Changed while you were editing' })
  await expect(conflict.getByRole('row', { name: /Price/ })).toContainText('800')
  await expect(conflict.getByRole('row', { name: /Price/ })).toContainText('700')
  await expect(conflict.getByRole('listitem')).toHaveText(['Details: Theirs'])
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Save choices' }).click()
  await expect(page.getByText('Device Updated Successfully!')).toBeVisible()
  await expect(fact(page, 'Price')).toHaveText('$800')
  await expect(fact(page, 'Details')).toHaveText('Theirs')
})

test('who keeps all that a colleague changed keeps the own other changes too', async ({
  console: page,
  colleague,
  given,
}) => {
  const device = await given.device({ details: 'Hall' })
  await Promise.all([page, colleague].map((it) => it.goto(`/edit-hardware/${device._id}`)))
  const save = (it: Page) => it.getByRole('button', { name: 'Save', exact: true }).click()
  await colleague.getByLabel('Price').fill('700')
  await save(colleague)
  await expect(colleague.getByText('Device Updated Successfully!')).toBeVisible()

  await page.getByLabel('Price').fill('800')
  await page.getByRole('textbox', { name: 'Details' }).fill('Mine')
  await save(page)
  const conflict = page.getByRole('dialog', { name: 'Changed while you were editing' })
  await conflict.getByRole('button', { name: 'Keep all theirs' }).click()
  await expect(conflict).toBeHidden()
  await expect(page.getByText('Somebody else saved this')).toBeHidden()
  await expect(page.getByLabel('Price')).toHaveValue('700')
  await expect(page.getByRole('textbox', { name: 'Details' })).toHaveText('Mine')
  await save(page)
  await expect(fact(page, 'Price')).toHaveText('$700')
  await expect(fact(page, 'Details')).toHaveText('Mine')
})

test('what a colleague only made bold is told of, and stays', async ({ console: page, colleague, given }) => {
  const device = await given.device({ details: 'Wall mount' })
  await Promise.all([page, colleague].map((it) => it.goto(`/edit-hardware/${device._id}`)))
  const save = (it: Page) => it.getByRole('button', { name: 'Save', exact: true }).click()
  const details = colleague.getByRole('textbox', { name: 'Details' })
  await details.click()
  await details.press('ControlOrMeta+a')
  await colleague.getByRole('button', { name: 'Bold' }).click()
  await save(colleague)
  await expect(colleague.getByText('Device Updated Successfully!')).toBeVisible()

  await page.getByLabel('Price').fill('800')
  await save(page)
  const conflict = page.getByRole('dialog', { name: 'Changed while you were editing' })
  await expect(conflict.getByRole('listitem').getByRole('strong')).toHaveText('Wall mount')
  await conflict.getByRole('button', { name: 'Save' }).click()
  await expect(fact(page, 'Price')).toHaveText('$800')
  await expect(fact(page, 'Details').getByRole('strong')).toHaveText('Wall mount')
})

test('the page of a device tells all of it, and its status changes there', async ({
  console: page,
  given,
  consoleErrors,
}) => {
  const { orgId, orgName } = await given.organization()
  const device = await given.assigned(orgId, 'Lobby')
  await given.told(device.deviceKey, hardware.heartbeat, { country: 'United States' })
  await page.goto(`/hardware-details/${device._id}`)
  await expect(page.getByRole('region', { name: 'Device details' }).getByRole('term')).toHaveText([
    'Device Id',
    'Status',
    'App stream',
    'MAC address',
    'Price',
    'Image',
    'Details',
    'Last active',
    'Connected on',
    'IP address',
    'Country',
    'Runs on',
    'Device key',
    'Added',
  ])
  await expect(page.getByRole('region', { name: 'Where it is' }).getByRole('term')).toHaveText([
    'Organization',
    'Name',
    'Since',
  ])
  const figures = page.getByRole('list', { name: 'Device at a glance' }).getByRole('listitem')
  await expect(figures).toHaveText([
    /^ConnectivityOnlineseen (now|1 min ago)$/,
    'Online, 30 days100%never offline',
    'Disconnects00 in the 30 days before',
    'Revenue$0.00DEENKIOSK',
  ])
  // The client of the tests names no browser.
  await expect(fact(page, 'Runs on')).not.toContainText('Unknown')
  await expect(fact(page, 'Last active')).toContainText(/[A-Z][a-z]{2} \d{2}, \d{4}, \d{1,2}:\d{2} [AP]M/)
  await expect(fact(page, 'Country')).toHaveText('United States')
  await expect(fact(page, 'IP address')).not.toHaveText('–')
  await expect(fact(page, 'Name')).toHaveText('Lobby')
  await expect(fact(page, 'Organization').getByRole('link', { name: orgName })).toHaveAttribute(
    'href',
    `/assign-hardware/${orgId}`,
  )

  await page.getByRole('button', { name: 'More for this device' }).click()
  const remove = page.getByRole('menuitem', { name: 'Delete Device' })
  await expect(remove).toBeDisabled()
  await expect(remove).toContainText(`This device is assigned to ${orgName}. Remove it from the organization first.`)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Change status' }).click()
  const dialog = page.getByRole('dialog', { name: `Status of ${device.deviceId}` })
  await expect(dialog.getByRole('radiogroup', { name: 'Status' }).getByRole('radio')).toHaveCount(7)
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Locked' }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Device Updated Successfully!')).toBeVisible()
  await expect(fact(page, 'Status')).toContainText('Locked')
  await expect(page.getByRole('button', { name: 'Change status' })).toBeFocused()
  expect(consoleErrors).toEqual([])
})

test('a status that somebody else changed meanwhile is not overwritten', async ({ console: page, given }) => {
  const device = await given.device()
  await page.goto(`/hardware-details/${device._id}`)
  await page.getByRole('button', { name: 'Change status' }).click()
  await given.asked(hardware.updateDevice, { params: { id: device._id }, body: { status: 'Defective' } })
  const dialog = page.getByRole('dialog', { name: `Status of ${device.deviceId}` })
  await dialog.getByRole('radio', { name: 'Shipped' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Somebody else saved this while you were editing')
  const status = page.locator('dl > div').filter({ hasText: /^Status/ })
  await expect(status).toContainText('Defective')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(status).toContainText('Shipped')
})

test('a device is deleted after a question that names it', async ({ console: page, given, consoleErrors }) => {
  const device = await given.device()
  await page.goto(`/hardware-details/${device._id}`)
  await page.getByRole('button', { name: 'More for this device' }).click()
  await page.getByRole('menuitem', { name: 'Delete Device' }).click()
  const question = page.getByRole('dialog', { name: `Delete device ${device.deviceId}?` })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'More for this device' }).click()
  await page.getByRole('menuitem', { name: 'Delete Device' }).click()
  await question.getByRole('button', { name: 'Delete device' }).click()
  await expect(page.getByText('Device Deleted Successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/hardware$/)
  expect(consoleErrors).toEqual([])
  await page.goto(`/hardware?q=${device.deviceId}`)
  await expect(page.getByRole('heading', { name: /^No .+ match/ })).toBeVisible()
  for (const path of ['hardware-details', 'edit-hardware']) {
    await page.goto(`/${path}/${device._id}`)
    await expect(heading(page)).toHaveText('Device not found')
  }
  await page.goto('/hardware-details/nonsense')
  await page.getByRole('link', { name: 'Go to the hardware' }).click()
  await expect(page).toHaveURL(/\/hardware$/)
})

test('a new device key stops the old one', async ({ console: page, given }) => {
  const device = await given.device()
  await page.goto(`/hardware-details/${device._id}`)
  await page.getByRole('button', { name: 'Issue new key' }).click()
  const question = page.getByRole('dialog', { name: `Issue a new key for ${device.deviceId}?` })
  await question.getByRole('button', { name: 'Issue new key' }).click()
  const dialog = page.getByRole('dialog', { name: `Device key of ${device.deviceId}` })
  const key = await dialog.getByLabel('Device key').inputValue()
  expect(key).not.toBe(device.deviceKey)
  expect(await given.told(device.deviceKey, hardware.heartbeat, {})).toBe(401)
  expect(await given.told(key, hardware.heartbeat, {})).toBe(200)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByRole('list', { name: 'Device at a glance' })).toContainText('Online')
  await expect(page.getByText(key)).toBeHidden()
})

test('the timeline shows the last connection, then each, ten at a time, and repeats no place', async ({
  console: page,
  given,
}) => {
  const device = await given.device()
  const place = { country: 'United States', city: 'Fremont', lat: 37.55, long: -121.99 }
  const events = Array.from({ length: 13 }, (_, i) => ({
    type: i % 2 === 0 ? 'connected' : 'disconnected',
    eventId: `event ${i}`,
    browser: 'Chrome 141',
    os: 'Android 14',
    ...place,
    ...(i < 11 && { city: 'Plano' }),
  }))
  await page.goto(`/hardware-details/${device._id}`)
  const timeline = page.getByRole('complementary', { name: 'Timeline' })
  await expect(timeline).toContainText('Nothing yet.')
  await expect(page.getByRole('region', { name: 'Incidents' })).toContainText('It has not connected yet.')
  expect(await given.told(device.deviceKey, hardware.reportDeviceEvents, { events })).toBe(200)
  await page.reload()
  const items = timeline.getByRole('listitem').filter({ hasText: /onnected/ })
  await expect(items).toHaveCount(1)
  await timeline.getByRole('button', { name: 'Show older' }).click()
  await expect(items).toHaveCount(10)
  await expect(items.first()).toContainText('Connected')
  await expect(items.nth(1)).toContainText('Disconnected')
  for (const words of ['Fremont, United States', 'Lat 37.55, long -121.99', 'Chrome 141 on Android 14']) {
    await expect(items.first()).toContainText(words)
  }
  await expect(items.nth(1)).not.toContainText('Fremont')
  await expect(items.nth(2)).toContainText('Plano, United States')
  await expect(items.nth(3)).not.toContainText('Plano')
  await expect(items.nth(1)).toContainText(/127\.0\.0\.1|::1/)
  await expect(items.nth(1)).toContainText(/Last active [A-Z][a-z]{2} \d{2}, \d{4}/)
  await timeline.getByRole('button', { name: 'Show older' }).click()
  await expect(items).toHaveCount(13)
  await expect(timeline.getByRole('button', { name: 'Show older' })).toBeHidden()
})

test('thirty days are read hour by hour, and incidents say how long they were', async ({ console: page, given }) => {
  const device = await given.device()
  await page.goto(`/hardware-details/${device._id}`)
  const grid = page.getByRole('slider', { name: 'Online by day' })
  await expect(grid).toHaveAttribute('aria-valuetext', /: no data$/)
  expect(await given.told(device.deviceKey, hardware.heartbeat, { city: 'Plano' })).toBe(200)
  expect(await given.told(device.deviceKey, hardware.reportDeviceEvents, { type: 'disconnected' })).toBe(200)
  await page.reload()
  await grid.focus()
  await expect(page.getByText(/^[A-Z][a-z]{2}, [A-Z][a-z]{2} \d+: offline less than 1 min, \d+ [AP]M to/)).toBeVisible()
  await page.keyboard.press('Home')
  await expect(grid).toHaveAttribute('aria-valuenow', '1')
  await expect(grid).toHaveAttribute('aria-valuetext', /: no data$/)
  const incident = page.getByRole('region', { name: 'Incidents' }).getByRole('group')
  await expect(incident).toContainText('1 disconnect')
  await incident.locator('summary').click()
  await expect(incident.getByRole('listitem')).toContainText(/since \d+:\d\d [AP]M.*still offline/)
  await expect(incident).toContainText('Plano')
  await expectAccessible(page)
})

test('a device moves to another organization in three presses, and is removed with its key and history', {
  tag: '@walk',
}, async ({ console: page, given, consoleErrors }) => {
  const [here, there] = [await given.organization(), await given.organization()]
  const device = await given.assigned(here.orgId, 'Lobby')
  await page.goto(`/hardware-details/${device._id}`)
  const where = page.getByRole('region', { name: 'Where it is' })
  await where.getByRole('button', { name: 'Move', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Move ${device.deviceId}` })
  await expect(dialog.getByLabel('Install label')).toHaveValue('Lobby')
  await expect(dialog).toContainText(`Leaves ${here.orgName}.`)
  await expectAccessible(page)
  await dialog.getByRole('combobox', { name: 'Organization' }).fill(there.orgName)
  await page.getByRole('option', { name: there.orgName }).click()
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByText('Device Assigned Successfully', { exact: true })).toBeVisible()
  await expect(where).toContainText(there.orgName)
  for (const [{ orgId }, words] of [
    [here, 'Device removed from the organization'],
    [there, 'Device assigned'],
  ] as const) {
    await page.goto(`/organization-activity-${orgId}`)
    await expect(page.getByText(words).first()).toBeVisible()
  }

  await page.goto(`/hardware-details/${device._id}`)
  await where.getByRole('button', { name: 'Remove' }).click()
  const question = page.getByRole('dialog', { name: `Remove ${device.deviceId} from ${there.orgName}?` })
  await question.getByRole('button', { name: 'Remove device' }).click()
  await expect(page.getByText('Hardware removed successfully!')).toBeVisible()
  await expect(where.getByRole('button', { name: 'Assign' })).toBeVisible()
  expect(await given.told(device.deviceKey, hardware.heartbeat, {})).toBe(200)
  expect(consoleErrors).toEqual([])
})
