import { hardware } from '@hikmah/contract/hardware/endpoints'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { Page } from '@playwright/test'
import { fact } from './device-page.ts'
import { freeMac, picture, unique } from './given.ts'
import { chip } from './list-page.ts'
import { expect, expectAccessible, test } from './test.ts'

const inventory = (page: Page) => page.getByRole('table', { name: 'Devices' })
const rowOf = (page: Page, deviceId: string) => page.getByRole('row').filter({ hasText: deviceId })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
async function fillNewDevice(page: Page, { appStream = 'DEENKIOSK', macAddress = freeMac() } = {}) {
  await page.getByLabel('App stream').selectOption(appStream)
  await expect(page.getByLabel('Device Id')).toHaveValue(/^D[KS]/)
  await page.getByLabel('MAC address').fill(macAddress)
  await page.getByLabel('Image', { exact: true }).setInputFiles(await picture('kiosk.png'))
  await expect(page.getByRole('img', { name: 'Image' })).toBeVisible()
  await page.getByLabel('Price').fill('1250')
  await page.getByRole('textbox', { name: 'Details' }).fill('Beside the door')
}

test('a device is added with its seven values, and its key is shown once', { tag: '@walk' }, async ({
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
    'Still needed: an app stream, a MAC address, an image, a price and details',
  )
  await addNow.press('Enter')
  await expect(page.getByLabel('App stream'), 'leads to the first field that is missing').toBeFocused()
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

  for (const field of [mac, price, mac, price]) {
    await field.focus()
    await field.blur()
    await expect(field).toHaveAccessibleDescription(/Required/)
  }
  await mac.fill('00:1a:2b')
  await mac.blur()
  await expect(mac).toHaveAccessibleDescription(/Enter a MAC address like 00:1A:2B:3C:4D:5E/)
  const address = freeMac()
  await mac.fill(address.toLowerCase().replaceAll(':', ''))
  await expect(mac).toHaveValue(address.replaceAll(':', ''))
  await mac.blur()
  await expect(mac).toHaveValue(address)
  await price.fill('$12.50')
  await expect(price).toHaveValue('12.50')
  await price.blur()
  await expect(price).toHaveAccessibleDescription(/Whole US dollars: 12 or 13/)
  await price.fill('1,299.00')
  await price.blur()
  await expect(price).toHaveValue('1299')
  await price.fill('0')
  await price.blur()
  await expect(price).toHaveAccessibleDescription(/Enter a price above 0/)
  await page.getByLabel('Image', { exact: true }).setInputFiles(await picture('kiosk.png'))
  await expect(page.getByRole('img', { name: 'Image' })).toBeVisible()
  await expect(addNow).toHaveAccessibleDescription('Still needed: details')
  await details.fill('x'.repeat(101))
  await expect(page.getByText('101/100')).toBeVisible()
  await expect(addNow).toHaveAccessibleDescription('Still needed: details of 100 characters at most')
  await details.blur()
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
  await expect(id).toHaveAccessibleDescription(/A device with this id already exists/)
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
    'Organization',
    'App stream',
    'Last seen',
    'Status',
    'Action',
  ])
  const tabs = page.getByRole('navigation', { name: 'Status' }).getByRole('link')
  await expect(tabs).toHaveText(
    ['All', 'Available', 'Assigned', 'Unavailable', 'Defective', 'Lost', 'Locked', 'Active', 'Shipped', 'Pending'].map(
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
  // Nobody else can have it, whatever its status says.
  await expect(rowOf(page, mine.deviceId)).toContainText('AvailableAssigned')
  await expect(rowOf(page, online.deviceId)).toContainText('Online')
  await expect(rowOf(page, online.deviceId).locator('time').first()).toHaveAttribute('title', /UTC/)

  await page.getByRole('button', { name: 'Name' }).click()
  await expect(page).toHaveURL(/sort=name/)
  await expect(inventory(page).getByRole('row').nth(1)).toContainText(mine.deviceId)
  await page.getByRole('button', { name: 'Name' }).click()
  await expect(inventory(page).getByRole('row').nth(1)).toContainText(online.deviceId)

  const stream = (name: string) => page.getByRole('navigation', { name: 'App stream' }).getByRole('link', { name })
  const connection = (name: string) =>
    page.getByRole('navigation', { name: 'Connectivity' }).getByRole('link', { name })
  await stream('DEENSCREEN').click()
  await expect(page).toHaveURL(/appStream=DEENSCREEN/)
  await expect(rowOf(page, online.deviceId)).toBeHidden()
  await expect(page.getByRole('columnheader', { name: 'App stream' })).toBeHidden()
  await stream('DEENKIOSK').click()
  await connection('Online').click()
  await expect(connection('Online')).toHaveAttribute('aria-current', 'true')
  await expect(page).toHaveURL(/connectivity=online/)
  await expect(rowOf(page, online.deviceId)).toBeVisible()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page.getByRole('group', { name: 'Not seen for' }).getByRole('menuitemradio')).toHaveText([
    'Not seen for 1 day',
    'Not seen for 7 days',
    'Not seen for 30 days',
    'Not seen for 90 days',
  ])
  await page.getByRole('menuitemradio', { name: 'Not seen for 7 days' }).click()
  await expect(page).toHaveURL(/notSeenDays=7/)
  await expect(page.getByRole('heading', { name: /^No .+ match/ })).toBeVisible()
  await page.reload()
  await expect(chip(page, 'Not seen for 7 days')).toBeVisible()
  await expect(connection('Online')).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await expect(rowOf(page, online.deviceId)).toBeVisible()
  await connection('Online').click()
  await expect(page).not.toHaveURL(/connectivity/)
  await stream('DEENKIOSK').click()
  await search.fill('')
  await expect(page).toHaveURL(/\/hardware\?sort=-name$/)

  await tabs.filter({ hasText: 'Locked' }).click()
  await expect(page).toHaveURL(/status=Locked/)
  await expect(inventory(page)).not.toContainText('Available')
  await tabs.filter({ hasText: /^Available/ }).click()
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByRole('heading', { name: /^No .+ match/ })).toBeVisible()
  await page.goto('/hardware?notSeenDays=14&page=1&status=Nonsense')
  await expect(chip(page, 'Not seen for 14 days')).toBeVisible()
  await page.goto(`/hardware?q=${mine.deviceId}`)
  await page.getByRole('link', { name: `see details of ${mine.deviceId}` }).click()
  await expect(page).toHaveURL(new RegExp(`/hardware-details/${mine._id}$`))
})

test('all offline kiosks in Texas are two presses and the name of the state', async ({ console: page, given }) => {
  const [texas, ohio] = [await given.organization(), await given.organization()]
  const own = unique()
  for (const [{ orgId }, city, state] of [
    [texas, 'Plano', 'TX'],
    [ohio, 'Toledo', 'OH'],
  ] as const)
    await given.asked(organizations.updateOrganization, {
      params: { id: orgId },
      body: { orgAddress: { city, state } },
    })
  const kiosk = await given.assigned(texas.orgId, `Hall ${own}`)
  const online = await given.assigned(texas.orgId, `Lobby ${own}`)
  const screen = await given.assigned(texas.orgId, `Wall ${own}`, { appStream: 'DEENSCREEN' })
  const elsewhere = await given.assigned(ohio.orgId, `Door ${own}`)
  for (const { deviceKey } of [kiosk, online, screen, elsewhere])
    expect(await given.told(deviceKey, hardware.heartbeat, {})).toBe(200)
  for (const { deviceKey } of [kiosk, screen, elsewhere])
    expect(await given.told(deviceKey, hardware.reportDeviceEvents, { type: 'disconnected' })).toBe(200)

  await page.goto('/hardware')
  await page.getByRole('searchbox').fill(`${own} texas`)
  await page.getByRole('link', { name: 'Offline', exact: true }).click()
  await page.getByRole('link', { name: 'DEENKIOSK', exact: true }).click()
  const rows = inventory(page).getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rowOf(page, kiosk.deviceId)).toContainText(`${texas.orgName}Plano, TX`)

  await page.getByRole('searchbox').fill('')
  await page.getByLabel('State', { exact: true }).selectOption('Ohio')
  await expect(rowOf(page, elsewhere.deviceId)).toContainText('Toledo, OH')
  await page.getByLabel('State', { exact: true }).selectOption('Texas')
  await expect(page).toHaveURL(/connectivity=offline/)
  await expect(page).toHaveURL(/appStream=DEENKIOSK/)
  await expect(page).toHaveURL(/state=TX/)
  await expect(rowOf(page, kiosk.deviceId)).toBeVisible()
  await expect(rowOf(page, elsewhere.deviceId)).toBeHidden()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByLabel('State', { exact: true })).toHaveValue('TX')
  await expect(rowOf(page, kiosk.deviceId)).toBeVisible()
  await page.getByLabel('State', { exact: true }).selectOption('All states')
  await expect(page).not.toHaveURL(/state=/)
  const states = page.getByRole('region', { name: 'Offline by state' })
  await states.getByRole('link', { name: /^TX \d+ offline of \d+ devices in Texas$/ }).click()
  await expect(page).toHaveURL(/state=TX/)
  await expect(rowOf(page, kiosk.deviceId)).toBeVisible()
  await expect(states.getByRole('link', { name: 'Texas', exact: true })).toHaveAttribute('aria-current', 'true')
  await expectAccessible(page)
  await states.getByRole('link', { name: 'Texas', exact: true }).click()
  await expect(page).not.toHaveURL(/state=/)
  await page.goto('/hardware?state=Ontario')
  await expect(page.getByLabel('State', { exact: true })).toHaveValue('Ontario')
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
