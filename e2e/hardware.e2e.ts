import { hardware } from '@hikmah/contract/hardware/calls'
import type { Locator, Page } from '@playwright/test'
import { freeMac, picture, unique } from './given.ts'
import { expect, expectAccessible, test } from './test.ts'

const inventory = (page: Page) => page.getByRole('table', { name: 'Devices' })
const rowOf = (page: Page, deviceId: string) => page.getByRole('row').filter({ hasText: deviceId })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
/** The value beside a term, in the details of the device. */
const fact = (page: Page, term: string) =>
  page
    .getByRole('region', { name: 'Device details' })
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${term}$`) }) })
    .getByRole('definition')

async function fillNewDevice(page: Page, { appStream = 'DEENKIOSK', macAddress = freeMac() } = {}) {
  await page.getByLabel('App stream').selectOption(appStream)
  await expect(page.getByLabel('Device Id')).toHaveValue(/^D[KS]/)
  await page.getByLabel('MAC address').fill(macAddress)
  await page.getByLabel('Image', { exact: true }).setInputFiles(await picture('kiosk.png'))
  await expect(page.getByRole('img', { name: 'Image' })).toBeVisible()
  await page.getByLabel('Price').fill('1250')
  await page.getByRole('textbox', { name: 'Details' }).fill('Beside the door')
}

test('a device is added with its seven values, and its key is shown once', async ({
  console: page,
  given,
  consoleErrors,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (!request.url().includes('getUniqueDeviceId')) return
    asked.push(new URL(request.url()).search)
    expect(request.headers()).not.toHaveProperty('token')
  })
  await page.goto('/hardware')
  await page.getByRole('button', { name: 'Add Hardware/Device' }).first().click()
  await expect(page).toHaveURL(/\/add-hardware$/)
  await expect(heading(page)).toHaveText('Add Hardware/Device')
  const addNow = page.getByRole('button', { name: 'Add Now' })
  const id = page.getByLabel('Device Id')
  const mac = page.getByLabel('MAC address')
  const price = page.getByLabel('Price')
  const details = page.getByRole('textbox', { name: 'Details' })
  await expect(addNow).toBeDisabled()
  await expect(addNow).toHaveAccessibleDescription(
    'Add Now needs an app stream, a device id, a MAC address, an image, a price and details',
  )
  await expect(page.getByLabel('Status')).toHaveValue('Available')
  await expect(page.getByLabel('Status').getByRole('option')).toHaveText([
    'Available',
    'Unavailable',
    'Defective',
    'Lost',
    'Locked',
    'Active',
    'Shipped',
  ])
  await expect(id).toHaveJSProperty('readOnly', true)

  await page.getByLabel('App stream').selectOption('DEENKIOSK')
  await expect(id).toHaveValue(/^DK/)
  await page.getByLabel('App stream').selectOption('DEENSCREEN')
  await expect(id).toHaveValue(/^DS/)
  const screen = await id.inputValue()
  await page.getByLabel('App stream').selectOption('DEENKIOSK')
  await expect(id).toHaveValue(/^DK/)
  await page.getByLabel('App stream').selectOption('DEENSCREEN')
  await expect(id).toHaveValue(/^DS/)
  expect(await id.inputValue()).not.toBe(screen)
  expect(asked).toEqual(['?appStream=DK', '?appStream=DS', '?appStream=DK', '?appStream=DS'])

  await mac.focus()
  await mac.blur()
  await expect(mac).toHaveAccessibleDescription(/Required/)
  await price.focus()
  await price.blur()
  await expect(price).toHaveAccessibleDescription(/Required/)
  await mac.fill('00:1a:2b')
  await mac.blur()
  await expect(mac).toHaveAccessibleDescription(/Enter a MAC address like 00:1A:2B:3C:4D:5E/)
  const address = freeMac()
  await mac.fill(address.toLowerCase().replaceAll(':', ''))
  await expect(mac).toHaveValue(address.replaceAll(':', ''))
  await mac.blur()
  await expect(mac).toHaveValue(address)
  await price.fill('-12.5a')
  await expect(price).toHaveValue('125')
  await price.fill('0')
  await price.blur()
  await expect(price).toHaveAccessibleDescription(/Enter a price above 0/)
  await page.getByLabel('Image', { exact: true }).setInputFiles(await picture('kiosk.png'))
  await expect(page.getByRole('img', { name: 'Image' })).toBeVisible()
  await expect(addNow).toHaveAccessibleDescription('Add Now needs details')
  await details.fill('x'.repeat(101))
  await expect(page.getByText('101/100')).toBeVisible()
  await addNow.click()
  await expect(page.getByText('At most 100 characters')).toBeVisible()
  await details.fill('Near the shoes')
  await price.fill('1250')
  await expectAccessible(page)

  const sent: unknown[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.postDataJSON()))
  const deviceId = await id.inputValue()
  await addNow.dblclick()
  const dialog = page.getByRole('dialog', { name: `Device key of ${deviceId}` })
  await expect(page.getByText('Device Added Successfully!')).toBeVisible()
  const key = await dialog.getByLabel('Device key').inputValue()
  await expectAccessible(page)
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    appStream: 'DEENSCREEN',
    deviceId,
    macAddress: address,
    status: 'Available',
    price: '1250',
    imageMetaData: { imageName: 'kiosk.png', imageSize: 0 },
  })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(key)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()

  await expect(page).toHaveURL(/\/hardware-details\//)
  await expect(heading(page)).toHaveText(deviceId)
  await expect(page.getByText(key)).toBeHidden()
  await expect(fact(page, 'MAC address')).toHaveText(address)
  await expect(fact(page, 'Price')).toHaveText('$1,250')
  await expect(fact(page, 'Details')).toHaveText('Near the shoes')
  await expect(fact(page, 'Image').getByRole('img')).not.toHaveJSProperty('naturalWidth', 0)
  expect(await given.told(key, hardware.heartbeat, {})).toBe(200)
  expect(consoleErrors).toEqual([])
})

test('a taken MAC address and a taken id are said under their fields', async ({ console: page, given }) => {
  const other = await given.device()
  await page.goto('/add-hardware')
  await fillNewDevice(page, { macAddress: other.macAddress })
  const addNow = page.getByRole('button', { name: 'Add Now' })
  await addNow.click()
  await expect(page.getByLabel('MAC address')).toHaveAccessibleDescription(
    new RegExp(`This MAC address belongs to device ${other.deviceId}`),
  )
  await expect(page.getByLabel('MAC address')).toBeFocused()
  await expect(page.getByRole('link', { name: 'See that device' })).toHaveAttribute(
    'href',
    `/hardware-details/${other._id}`,
  )

  const id = page.getByLabel('Device Id')
  const taken = await id.inputValue()
  await given.device({ deviceId: taken })
  await page.getByLabel('MAC address').fill(freeMac())
  await addNow.click()
  await expect(id).toHaveAccessibleDescription(/A device with this id exists already/)
  await page.getByRole('button', { name: 'Get another id' }).click()
  await expect(id).not.toHaveValue(taken)
  await expect(page.getByRole('button', { name: 'Get another id' })).toBeHidden()
  await expect(page.getByLabel('Price')).toHaveValue('1250')
  await addNow.click()
  await expect(page.getByRole('dialog', { name: /Device key of/ })).toBeVisible()
})

test('the inventory is searched, filtered and sorted, and the address keeps it all', async ({
  console: page,
  given,
}) => {
  const name = `Hall ${unique()}`
  const { orgId, orgName } = await given.organization()
  const mine = await given.assigned(orgId, name, { appStream: 'DEENSCREEN', price: 77 })
  const online = await given.assigned(orgId, `${name} too`, { price: 99 })
  await given.device({ status: 'Locked' })
  expect(await given.told(online.deviceKey, hardware.heartbeat, { country: 'United States' })).toBe(200)

  await page.goto('/hardware')
  await expect(heading(page)).toContainText('Hardware/Devices')
  await expect(inventory(page).getByRole('columnheader')).toHaveText([
    'No.',
    'Device Id',
    'Name',
    'App stream',
    'Status',
    'Last seen',
    'Added',
    'Price',
    'Action',
  ])
  const tabs = page.getByRole('navigation', { name: 'Status' }).getByRole('link')
  await expect(tabs).toHaveText(
    ['All', 'Available', 'Unavailable', 'Defective', 'Lost', 'Locked', 'Active', 'Shipped', 'Pending'].map(
      (status) => new RegExp(`^${status}\\d+$`),
    ),
  )
  const search = page.getByRole('searchbox')
  for (const [words, found] of [
    [mine.deviceId, 1],
    [mine.macAddress.toLowerCase(), 1],
    [name, 2],
    [orgName, 2],
  ] as const) {
    await search.fill(words)
    await expect(page).toHaveURL(/q=/)
    await expect(inventory(page).getByRole('row')).toHaveCount(found + 1)
    await expect(rowOf(page, mine.deviceId)).toBeVisible()
  }
  await expect(rowOf(page, mine.deviceId)).toContainText(orgName)
  await expect(rowOf(page, mine.deviceId)).toContainText('Never connected')
  await expect(rowOf(page, mine.deviceId)).toContainText('Available')
  await expect(rowOf(page, online.deviceId)).toContainText('Online')
  await expect(rowOf(page, online.deviceId).locator('time').first()).toHaveAttribute('title', /UTC/)

  await page.getByRole('button', { name: 'Price' }).click()
  await expect(page).toHaveURL(/sort=price/)
  await expect(inventory(page).getByRole('row').nth(1)).toContainText(mine.deviceId)
  await page.getByRole('button', { name: 'Price' }).click()
  await expect(inventory(page).getByRole('row').nth(1)).toContainText(online.deviceId)

  await page.getByLabel('App stream').selectOption('DEENSCREEN')
  await expect(page).toHaveURL(/appStream=DEENSCREEN/)
  await expect(rowOf(page, online.deviceId)).toBeHidden()
  await page.getByLabel('App stream').selectOption('DEENKIOSK')
  await page.getByLabel('Connectivity').selectOption('Online')
  await expect(page).toHaveURL(/connectivity=online/)
  await expect(rowOf(page, online.deviceId)).toBeVisible()
  await expect(page.getByLabel('Not seen for').getByRole('option')).toHaveText([
    'Seen at any time',
    'Not seen for 1 day',
    'Not seen for 7 days',
    'Not seen for 30 days',
    'Not seen for 90 days',
  ])
  await page.getByLabel('Not seen for').selectOption('Not seen for 7 days')
  await expect(page).toHaveURL(/notSeenDays=7/)
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Not seen for')).toHaveValue('7')
  await expect(page.getByLabel('Connectivity')).toHaveValue('online')
  await page.goBack()
  await expect(rowOf(page, online.deviceId)).toBeVisible()
  await page.getByLabel('Connectivity').selectOption('Offline')
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(page).toHaveURL(/\/hardware\?sort=-price$/)

  await tabs.filter({ hasText: 'Locked' }).click()
  await expect(page).toHaveURL(/status=Locked/)
  await expect(inventory(page)).not.toContainText('Available')
  await page.goto('/hardware?notSeenDays=14&page=1&status=Nonsense')
  await expect(page.getByLabel('Not seen for')).toHaveValue('14')
  await page.goto(`/hardware?q=${mine.deviceId}`)
  await page.getByRole('link', { name: `see details of ${mine.deviceId}` }).click()
  await expect(page).toHaveURL(new RegExp(`/hardware-details/${mine._id}$`))
})

test('each status has its colour', async ({ console: page, given }) => {
  const colours = {
    Available: 'rgb(10, 95, 65)',
    Shipped: 'rgb(122, 74, 0)',
    Unavailable: 'rgb(82, 90, 85)',
    Lost: 'rgb(82, 90, 85)',
    Defective: 'rgb(82, 90, 85)',
    Locked: 'rgb(163, 38, 27)',
    Active: 'rgb(31, 79, 168)',
  } as const
  for (const status of Object.keys(colours) as (keyof typeof colours)[]) {
    const { deviceId } = await given.device({ status })
    await page.goto(`/hardware?q=${deviceId}`)
    await expect(rowOf(page, deviceId).getByText(status, { exact: true })).toHaveCSS('color', colours[status])
  }
})

test('price, image and details of a device are edited, and nothing else', async ({
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
    await expect(page.getByLabel(label)).toHaveValue(value)
    await expect(page.getByLabel(label)).toHaveJSProperty('readOnly', true)
  }
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toHaveAccessibleDescription('Nothing is changed yet')
  await page.getByLabel('Price').fill('')
  await page.getByLabel('Price').blur()
  await expect(page.getByLabel('Price')).toHaveAccessibleDescription(/Required/)
  await expect(save).toHaveAccessibleDescription('Save needs a price')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await page.getByLabel('Price').fill('1099')
  await page.getByLabel('Image', { exact: true }).setInputFiles(await picture('new.png'))
  await expect(page.getByText('new.png')).toBeVisible()
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
  await expect(conflict.getByRole('radio', { name: 'Details, theirs' })).toBeChecked()
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Save choices' }).click()
  await expect(page.getByText('Device Updated Successfully!')).toBeVisible()
  await expect(fact(page, 'Price')).toHaveText('$800')
  await expect(fact(page, 'Details')).toHaveText('Theirs')
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
    'Connectivity',
    'MAC address',
    'Last active',
    'Organization',
    'Connected on',
    'Name',
    'IP address',
    'Price',
    'Country',
    'Image',
    'Revenue',
    'Details',
    'Device key',
    'Added',
  ])
  await expect(fact(page, 'Connectivity')).toContainText(/^Onlineseen (now|1 min ago)/)
  await expect(fact(page, 'Last active')).toContainText(/[A-Z][a-z]{2} \d{2}, \d{4}, \d{2}:\d{2} [AP]M/)
  await expect(fact(page, 'Country')).toHaveText('United States')
  await expect(fact(page, 'IP address')).not.toHaveText('–')
  await expect(fact(page, 'Name')).toHaveText('Lobby')
  await expect(fact(page, 'Revenue')).toHaveText('$0.00')
  await expect(fact(page, 'Organization').getByRole('link', { name: orgName })).toHaveAttribute(
    'href',
    `/assign-hardware/${orgId}`,
  )

  const remove = page.getByRole('button', { name: 'Delete Device' })
  await expect(remove).toBeDisabled()
  await expect(remove).toHaveAccessibleDescription(`Assigned to ${orgName}. Remove it there first.`)

  await page.getByRole('button', { name: 'Change status' }).click()
  const dialog = page.getByRole('dialog', { name: `Status of ${device.deviceId}` })
  await expect(dialog.getByRole('radio')).toHaveCount(7)
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
  await page.getByRole('button', { name: 'Delete Device' }).click()
  const question = page.getByRole('dialog', { name: `Delete device ${device.deviceId}?` })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete Device' }).click()
  await question.getByRole('button', { name: 'Delete device' }).click()
  await expect(page.getByText('Device Deleted Successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/hardware$/)
  expect(consoleErrors).toEqual([])
  await page.goto(`/hardware?q=${device.deviceId}`)
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
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
  await expect(fact(page, 'Connectivity')).toContainText('Online')
  await expect(page.getByText(key)).toBeHidden()
})

test('the timeline tells of each connection, ten at a time', async ({ console: page, given }) => {
  const device = await given.device()
  const place = { country: 'United States', city: 'Fremont', lat: 37.55, long: -121.99 }
  const events = Array.from({ length: 13 }, (_, i) => ({
    type: i % 2 === 0 ? 'connected' : 'disconnected',
    eventId: `event ${i}`,
    browser: 'Chrome 141',
    os: 'Android 14',
    ...place,
  }))
  await page.goto(`/hardware-details/${device._id}`)
  const timeline = page.getByRole('complementary', { name: 'Timeline' })
  await expect(timeline).toContainText('Nothing yet.')
  expect(await given.told(device.deviceKey, hardware.reportDeviceEvents, { events })).toBe(200)
  await page.reload()
  const items = timeline.getByRole('listitem').filter({ hasText: /onnected/ })
  await expect(items).toHaveCount(10)
  await expect(items.first()).toContainText('Connected')
  await expect(items.nth(1)).toContainText('Disconnected')
  for (const words of ['Fremont, United States', 'Lat 37.55, long -121.99', 'Chrome 141 on Android 14']) {
    await expect(items.nth(1)).toContainText(words)
  }
  await expect(items.nth(1)).toContainText(/127\.0\.0\.1|::1/)
  await expect(items.nth(1)).toContainText(/Last active [A-Z][a-z]{2} \d{2}, \d{4}/)
  await timeline.getByRole('button', { name: 'Show older' }).click()
  await expect(items).toHaveCount(13)
  await expect(timeline.getByRole('button', { name: 'Show older' })).toBeHidden()
})

test('a device of the stock is given to an organization and taken back', async ({
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
  await expect(assign).toHaveAccessibleDescription('Assign needs an app stream, a device and an install label')
  await expect(choice).toBeDisabled()
  await page.getByLabel('App stream').selectOption('DEENKIOSK')
  await choice.fill(lost.deviceId)
  const option = page.getByRole('listbox').getByRole('option')
  await expect(option).toHaveCount(1)
  await expect(option).toContainText('This device is lost and cannot be assigned')
  await expect(option).toHaveAttribute('data-combobox-disabled', 'true')
  await choice.fill(device.macAddress)
  await expectAccessible(page)
  await option.filter({ hasText: device.deviceId }).click()
  await expect(choice).toHaveValue(device.deviceId)
  await expect(page.getByLabel('MAC address')).toHaveValue(device.macAddress)
  await expect(page.getByLabel('MAC address')).toHaveJSProperty('readOnly', true)
  await expect(assign).toHaveAccessibleDescription('Assign needs an install label')
  await page.getByLabel('App stream').selectOption('DEENSCREEN')
  await expect(choice).toHaveValue('')
  await expect(page.getByLabel('MAC address')).toHaveValue('')
  await page.getByLabel('App stream').selectOption('DEENKIOSK')
  await choice.fill(device.deviceId)
  await option.click()
  await page.getByLabel('Install label').fill('Sisters’ entrance')
  const sent: unknown[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postDataJSON()))
  await assign.dblclick()
  await expect(page.getByText('Device Assigned Successfully', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/assign-hardware/${orgId}$`))
  expect(sent).toEqual([{ deviceId: device.deviceId, organizationId: orgId, name: 'Sisters’ entrance' }])

  await page.goto(`/organization-detail-${orgId}`)
  const glance = page.getByRole('list', { name: 'At a glance' }).getByRole('listitem')
  await expect(glance.filter({ hasText: 'Hardware' })).toContainText('1 Available')
  await glance.getByRole('link', { name: 'Hardware' }).click()
  await page.reload()
  const table = page.getByRole('table', { name: 'Assigned hardware' })
  const row = table.getByRole('row').filter({ hasText: device.deviceId })
  await expect(row).toContainText('Sisters’ entrance')
  await expect(row).toContainText('Never connected')
  await expect(row).toContainText('Available')
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
  await expect(page.getByText('No device fits')).toBeVisible()
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
    await page.getByRole('button', { name: 'Retry' }).click()
  }
  await page.goto(`/add-team-member-${orgId}`)
  const hardware = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Hardware' })
  await during(hardware, /AssignedHardware-.*\.js/, () =>
    expect(page.getByRole('heading', { name: 'No hardware to show' })).toBeVisible(),
  )
  await expect(page.getByRole('table', { name: 'Assigned hardware' }).getByRole('row')).toHaveCount(2)
  await during(page.getByRole('button', { name: 'Add', exact: true }), /SelectHardware-.*\.js/, () =>
    expect(page.getByRole('heading', { name: 'No devices to choose from' })).toBeVisible(),
  )
  await expect(page.getByRole('combobox', { name: 'Device Id' })).toBeVisible()
})

test('more than ten devices of an organization stand on pages', async ({ console: page, given }) => {
  test.setTimeout(120_000)
  const { orgId } = await given.organization()
  for (let i = 0; i < 11; i += 1) await given.assigned(orgId, `Unit ${i}`)
  await page.goto(`/assign-hardware/${orgId}`)
  const rows = page.getByRole('table', { name: 'Assigned hardware' }).getByRole('row')
  await expect(page.getByText('1 to 10 of 11')).toBeVisible()
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
  await page.goto(`/assign-hardware/${orgId}`)
  await page.getByRole('link', { name: device.deviceId }).click()
  await expect(fact(page, 'Name')).toHaveText('Lobby')
  await page.goto(`/hardware?q=${device.deviceId}`)
  await page.getByRole('link', { name: `see details of ${device.deviceId}` }).click()
  await expect(page).toHaveURL(new RegExp(`/hardware-details/${device._id}$`))
})
