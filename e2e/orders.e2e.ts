import { hardware } from '@hikmah/contract/hardware/endpoints'
import { orders } from '@hikmah/contract/orders/endpoints'
import { unique } from './given.ts'
import { detailsOf, expectGoodEverywhere, fact, heading, item, manageOf, said, test } from './order-pages.ts'
import { expect, expectAccessible, rememberSession } from './test.ts'

test('the list of orders shows each, finds it by all that one may know of it, and leads there and back', {
  tag: '@walk',
}, async ({ console: page, bought, consoleErrors }) => {
  await page.goto('/order')
  await expect(heading(page)).toHaveText(/^Orders/)
  const table = page.getByRole('table', { name: 'Orders' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'No.',
    /^Order no\./,
    /^Order date/,
    /^Org name/,
    /^Amount/,
    'Payment',
    /^Status/,
    'Action',
  ])
  const row = table.getByRole('row').filter({ hasText: bought.orgName })
  const search = page.getByRole('searchbox')
  for (const known of [bought.orgName, bought.email, '510-555-0142', bought.number, bought.orderNo, bought.code]) {
    await search.fill(known)
    await expect(page).toHaveURL(/[?&]q=/)
    await expect(row).toHaveCount(1)
  }
  await search.fill(`nobody ${unique()}`)
  await expect(page.getByText(/^No .+ match/)).toBeVisible()
  await search.fill(bought.orgName)
  await expect(row.getByRole('rowheader')).toHaveText(bought.number)
  await expect(row.getByRole('cell')).toHaveText([
    '1',
    / · (now|\d+ min · \d+ minutes?)$/,
    bought.orgName,
    '$659.25',
    'Paid',
    'New',
    'See details',
  ])
  await row.getByRole('link', { name: bought.number, exact: true }).click()
  await expect(heading(page)).toHaveText(`Order #${bought.number}`)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(search).toHaveValue(bought.orgName)
  await row.getByRole('link', { name: `See details of ${bought.number}` }).click()
  await expect(heading(page)).toHaveText(`Order #${bought.number}`)
  await page.goto('/order')
  await expect(row).toBeVisible()
  await expectGoodEverywhere(page)
  expect(consoleErrors).toEqual([])
})

test('an order says what was ordered, by whom and what it came to, after a reload too', async ({
  console: page,
  bought,
  consoleErrors,
}) => {
  await page.goto(detailsOf(bought))
  await expect(heading(page)).toHaveText(`Order #${bought.number}`)
  await page.reload()
  for (const [term, value] of [
    ['Order #', bought.number],
    ['Organization', bought.orgName],
    ['Email', bought.email],
    ['Phone', '(510) 555-0142'],
    ['Payment', 'Paid'],
    ['Subtotal', '$732.50'],
    ['Promo Applied', '−$73.25'],
    ['Shipping Cost', '$0.00'],
    ['Total', '$659.25'],
  ] as const) {
    await expect(fact(page, term), term).toHaveText(value)
  }
  for (const term of ['Date', 'Address', 'Shipping']) await expect(fact(page, term).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Order Details' })).toContainText(bought.code)
  await expect(page.getByRole('table', { name: 'Items' }).getByRole('columnheader')).toHaveText([
    'Name',
    'Stripe order #',
    'Qty',
    'Price',
    'Assignee',
    'Due date',
    'Status',
    'Action',
  ])
  const kiosk = item(page, 'DEENKIOSK').getByRole('cell')
  await expect(item(page, 'DEENKIOSK').getByRole('rowheader')).toHaveText('DEENKIOSK')
  await expect(kiosk.nth(0).getByRole('link')).toHaveAttribute('target', '_blank')
  await expect(kiosk.nth(1)).toHaveText('2')
  await expect(kiosk.nth(2)).toContainText('$360/mo')
  await expect(kiosk.nth(3)).toHaveText('Not assigned')
  await expect(kiosk.nth(4)).toHaveText(/^[A-Z][a-z]{2} \d\d, \d{4} \d{1,2}:\d\d [AP]M$/)
  await expect(kiosk.nth(5)).toHaveText('New')
  await expect(kiosk.nth(6)).toHaveText('ASSIGN')
  await expect(item(page, 'ANNOUNCEMENTS').getByRole('cell').nth(2)).toContainText('$12.50/mo')
  const money = page.getByRole('complementary', { name: 'Money' })
  await expect(money).toContainText('VISA 4242')
  await expect(money.getByRole('listitem').filter({ hasText: `Promo ${bought.code}` })).toHaveText(
    /Took \$73\.25 off the total\.$/,
  )
  await expect(money).toContainText('Order placed')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(/\/order$/)
  await page.goto(detailsOf(bought))
  await expectGoodEverywhere(page)
  await page.getByRole('link', { name: 'Manage order' }).click()
  await expect(page).toHaveURL(/\/order\/manage-order\?id=/)
  expect(consoleErrors).toEqual([])
})

test('however much is said about the money of an order, its items stay in view, and the reason is said once', async ({
  console: page,
  bought,
  platform,
  owner,
}) => {
  const reason = 'They moved and want fewer screens. '.repeat(15).slice(0, 499)
  const params = { id: bought.id }
  const { data: order } = await platform.call(orders.readOrder, { params }, owner.token)
  const body = { reason, refund: 'full' as const, version: order.version }
  expect((await platform.call(orders.cancelOrder, { params, body }, owner.token)).status).toBe(200)
  await page.goto(detailsOf(bought))
  const money = page.getByRole('region', { name: 'Payments and refunds' })
  await expect(money.getByText(reason)).toHaveCount(1)
  await expect(money.getByText(/^Refund−/)).toBeVisible()
  await expect(item(page, 'DEENKIOSK')).toBeInViewport({ ratio: 1 })
  await expect(money.getByText('Order placed')).not.toBeInViewport()
  await money.focus()
  await page.keyboard.press('End')
  await expect(money.getByText('Order placed')).toBeInViewport()
  await expectGoodEverywhere(page)
})

test('Back leads to what the order was opened from, and never to another website', async ({
  console: page,
  bought,
}) => {
  const campaign = '/campaign-details?id=00000000-0000-4000-8000-000000000001'
  for (const [returnUrl, href] of [
    [campaign, campaign],
    ['//evil.example', '/order'],
  ] as const) {
    await page.goto(`${detailsOf(bought)}&returnUrl=${encodeURIComponent(returnUrl)}`)
    await expect(page.getByRole('link', { name: 'Back', exact: true })).toHaveAttribute('href', href)
  }
})

test('an address that names no order leads to the list and says so', async ({ console: page }) => {
  await page.goto('/order/order-details')
  await expect(page).toHaveURL(/\/order$/)
  await expect(page.getByText('This address does not lead to an order. Choose one from the list.')).toBeVisible()
})

test('an item is assigned from the list under its button, a kiosk to a device, all else to somebody', async ({
  console: page,
  bought,
  given,
}) => {
  const device = await given.device()
  await page.goto(detailsOf(bought))
  const assign = page.getByRole('button', { name: 'ASSIGN DEENKIOSK' })
  const search = page.getByRole('combobox', { name: 'Search devices' })
  await assign.click()
  await expect(search).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(assign).toBeFocused()
  await page.keyboard.press('Enter')
  await search.fill(device.deviceId)
  // As a scanner does, before the list is there.
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Assign DEENKIOSK' })
  await expect(question).toContainText(`${device.deviceId} becomes Shipped and is assigned to ${bought.orgName}.`)
  await expect(question).toContainText('The order becomes In-progress.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Back' }).click()
  await search.press('Enter')
  await expect(question.getByRole('button', { name: 'Assign device' })).toBeFocused()
  await expect(item(page, 'DEENKIOSK').getByRole('cell').nth(3), 'nothing is assigned by one press').toHaveText(
    'Not assigned',
  )
  await page.keyboard.press('Enter')
  await expect(said(page, 'Assigned Successfully!')).toContainText(`DEENKIOSK to ${device.deviceId}`)
  await expect(item(page, 'DEENKIOSK').getByRole('cell').nth(3)).toHaveText(`${device.deviceId}1 of 2`)
  await expect(item(page, 'DEENKIOSK').getByRole('cell').nth(5)).toHaveText('In-progress')
  const [shipped] = await given.asked(hardware.listDevices, { query: { q: device.deviceId, page: 1 } })
  expect(shipped).toMatchObject({ status: 'Shipped', orgId: { orgName: bought.orgName } })

  await page.getByRole('button', { name: 'ASSIGN ANNOUNCEMENTS' }).click()
  await page.getByRole('combobox', { name: 'Search team members' }).fill('Omar Siddiqui')
  // Other tests may have invited a namesake.
  const option = page.getByRole('option').first()
  await expect(option).toHaveText(/Omar Siddiqui$/)
  await option.click()
  await expect(item(page, 'ANNOUNCEMENTS').getByRole('cell').nth(3)).toContainText('Omar Siddiqui')
  await expect(page.getByText(/· 2 items, 1 unassigned/)).toBeVisible()
})

test('a kiosk is ordered for an organization, from the list of the hardware', async ({
  console: page,
  given,
  consoleErrors,
}) => {
  const { orgName } = await given.organization()
  const device = await given.device()
  await page.goto('/hardware')
  await page.getByRole('link', { name: 'Order a device' }).click()
  await expect(heading(page)).toHaveText('DEENKIOSK - Hardware')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/hardware$/)
  await page.goto('/order/order-form')
  const add = page.getByRole('button', { name: 'Add Now' })
  await expect(add).toBeDisabled()
  await expect(add).toHaveAccessibleDescription(
    'Still needed: an organization, a device, an assignee, a start date and an end date',
  )
  const choose = async (label: string, typed: string) => {
    await page.getByRole('combobox', { name: label }).fill(typed)
    await page.getByRole('option', { name: typed }).click()
  }
  await choose('Organization', orgName)
  await choose('Device', device.deviceId)
  await choose('Assignee', 'Omar Siddiqui')
  await page.getByLabel('Start Date').fill('0027-03-10')
  await page.getByLabel('Start Date').blur()
  await expect(page.getByLabel('Start Date')).toHaveAccessibleDescription(/Choose a date from 2000 on/)
  await page.getByLabel('Start Date').fill('2027-03-10')
  await page.getByLabel('End Date').fill('2027-03-09')
  await page.getByLabel('End Date').blur()
  await expect(page.getByLabel('End Date')).toHaveAccessibleDescription(/The end must not be before the start/)
  await page.getByLabel('End Date').fill('2027-03-12')
  await expect(page.getByLabel('Status').getByRole('option')).toHaveText(['New', 'In-progress'])
  await expectAccessible(page)
  await add.click()
  await expect(said(page, 'Order Added Successfully!')).toBeVisible()
  await expect(heading(page)).toHaveText(/^Order #\d+$/)
  const assigned = item(page, 'DEENKIOSK PLAYER').getByRole('cell').nth(3)
  await expect(assigned).toContainText('Omar Siddiqui')
  await expect(assigned).toContainText(`${device.deviceId}not assigned`)
  await expect(item(page, 'DEENKIOSK PLAYER').getByRole('cell').nth(4)).toHaveText(
    'Mar 10, 2027 12:00 AMto Mar 12, 2027',
  )
  await expect(page.getByText(/, today · 1 item, 1 unassigned ·/)).toBeVisible()
  const [ordered] = await given.asked(hardware.listDevices, { query: { q: device.deviceId, page: 1 } })
  expect(ordered?.status).toBe('Pending')
  await page.goto('/order/order-form')
  await expect(add).toBeVisible()
  await expectGoodEverywhere(page)
  expect(consoleErrors).toEqual([])
})

test('a device that was ordered stays with its order, whose number is told', async ({ console: page, given }) => {
  const [{ orgId }, device] = [await given.organization(), await given.device()]
  const member = await given.staff('hikmah_manager')
  const { orderNo } = await given.asked(orders.createOrder, {
    body: { orgId, deviceId: device._id, assignee: member.id, startDate: '2027-03-10', endDate: '2027-03-12' },
  })
  await page.goto(`/select-hardware/${orgId}`)
  await page.getByLabel('App stream').selectOption('DEENKIOSK')
  await page.getByRole('combobox', { name: 'Device Id' }).fill(device.deviceId)
  const option = page.getByRole('listbox').getByRole('option')
  await expect(option).toContainText('This device was ordered. Assign it in its order, or cancel that order.')
  await expect(option).toHaveAttribute('data-combobox-disabled', 'true')
  await expectAccessible(page)

  await page.goto(`/hardware-details/${device._id}`)
  await expect(page.getByRole('button', { name: 'Assign', exact: true })).toBeDisabled()
  const refusal = page.getByText(`This device was ordered. Assign it in order ${orderNo}, or cancel that order.`)
  await page.getByRole('button', { name: 'Change status' }).click()
  await page.getByRole('radio', { name: 'Available', exact: true }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(refusal).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'More for this device' }).click()
  const remove = page.getByRole('menuitem', { name: 'Delete Device' })
  await expect(remove).toBeDisabled()
  await expect(remove).toContainText('This device was ordered')
})

test('an organization’s page of orders leads to each and back, and to what was paid', async ({
  console: page,
  bought,
}) => {
  await page.goto(`/orgorders/${bought.orgId}`)
  await expect(page.getByRole('tab')).toHaveText(['ORDERS', 'PAYMENTS HISTORY'])
  const orderRow = page.getByRole('table', { name: 'Orders' }).getByRole('row').filter({ hasText: bought.number })
  await expectAccessible(page)
  await orderRow.getByRole('link', { name: 'See details' }).click()
  await expect(heading(page)).toHaveText(`Order #${bought.number}`)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/orgorders/${bought.orgId}$`))
  await page.getByRole('tab', { name: 'PAYMENTS HISTORY' }).click()
  await expect(page.getByRole('link', { name: /VIEW RECEIPT/ })).toBeVisible()
  await expectGoodEverywhere(page)
})

test('a manager sees an order without who paid, and why it cannot be changed', async ({ page, platform, bought }) => {
  const manager = await platform.signIn({ userName: 'fatima.noor@hikmah.example', password: 'Bismillah-2026' })
  await rememberSession(page, manager)
  const reason = 'Only owners and admins can change orders'
  await page.goto(detailsOf(bought))
  await expect(fact(page, 'Organization')).toHaveText(bought.orgName)
  await expect(page.getByText(bought.email)).toHaveCount(0)
  await expect(page.getByText('VISA 4242')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'ASSIGN DEENKIOSK' })).toHaveAccessibleDescription(reason)
  await page.goto(manageOf(bought))
  await expect(page.getByRole('button', { name: 'CANCEL ORDER' })).toHaveAccessibleDescription(reason)
  await expect(page.getByRole('button', { name: 'UPDATE ORDER' })).toHaveAccessibleDescription(reason)
  await page.goto('/order/order-form')
  await expect(page.getByRole('heading', { name: reason })).toBeVisible()
})
