import { type Campaign, campaigns } from '@hikmah/contract/campaigns'
import { orders } from '@hikmah/contract/orders/endpoints'
import type { Request } from '@playwright/test'
import { boughtOrder } from './bought.ts'
import { detailsOf, expectGoodEverywhere, fact, item, manageOf, said, test } from './order-pages.ts'
import { expect, expectAccessible } from './test.ts'

test('quantities change at the price that the payment provider named, and somebody else’s change is asked about', {
  tag: '@walk',
}, async ({ console: page, bought, platform, owner }) => {
  await page.goto(manageOf(bought))
  const update = page.getByRole('button', { name: 'UPDATE ORDER' })
  await expect(update).toBeDisabled()
  await expect(update).toHaveAccessibleDescription('No changes yet')
  await page.setViewportSize({ width: 390, height: 844 })
  const label = `getComputedStyle(document.querySelector('[aria-label="Items"] td:nth-child(4)'), '::before').content`
  expect(await page.evaluate(label), 'what the number counts, without the heads of the columns').toBe('"Quantity"')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.getByRole('columnheader')).toHaveText(['Items', 'Price', 'Cycle', 'Quantity', 'Total', 'Delete'])
  const summary = page.getByRole('region', { name: 'Order summary' })
  const terms = ['Subtotal', /^Tax for/, 'Discounts', 'Promo applied', 'Total']
  await expect(summary.getByRole('term')).toHaveText(terms)
  const quantity = page.getByRole('textbox', { name: 'Quantity of DEENKIOSK' })
  const increase = page.getByRole('button', { name: 'Increase quantity of DEENKIOSK' })
  const { x } = (await increase.boundingBox())!
  await quantity.fill('0')
  await expect(update).toHaveAccessibleDescription('Enter the quantities first')
  await expect(summary).toContainText('Enter the quantities first')
  await expect(summary.getByLabel('Loading the price')).toHaveCount(0)
  await quantity.blur()
  await expect(quantity).toHaveAccessibleDescription('Enter a whole number, at least 1')
  expect(Math.abs((await increase.boundingBox())!.x - x), 'it stays under the pointer').toBeLessThan(14)
  for (const typed of ['1e2', '']) {
    await quantity.fill(typed)
    await expect(quantity).toHaveValue(typed)
    await expect(item(page, 'DEENKIOSK').getByRole('cell').nth(3)).toHaveText('–')
    await expect(update).toHaveAccessibleDescription('Enter the quantities first')
  }
  await page.keyboard.type('٤')
  await expect(item(page, 'DEENKIOSK').getByRole('cell').nth(3)).toHaveText('$1,440.00')
  await quantity.fill('3')
  await expect(item(page, 'DEENKIOSK').getByRole('cell').nth(3)).toHaveText('$1,080.00')
  await expect(summary).toContainText('Remaining time on 3 × DEENKIOSK')
  await expect(summary.getByRole('term')).toHaveText(terms)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete ANNOUNCEMENTS' }).click()
  await expect(item(page, 'ANNOUNCEMENTS')).toHaveCount(0)
  const deleted = page.getByRole('list', { name: 'Deleted when saved' })
  await expect(deleted.getByRole('listitem')).toContainText(['ANNOUNCEMENTS is deleted when saved'])
  await page.getByRole('button', { name: 'Keep ANNOUNCEMENTS' }).click()
  await expect(update).toBeEnabled()

  await update.click()
  const cost = page.getByRole('dialog', { name: /^Update order #/ })
  await expect(cost).toContainText(/\$[\d.,]+ is charged now\. The next payment is \$[\d.,]+ on \w+ \d+, \d{4}/)
  await cost.getByRole('button', { name: 'Keep as it is' }).click()
  await expect(update).toBeEnabled()
  await update.click()
  await expectAccessible(page)
  const { data: order } = await platform.call(orders.readOrder, { params: { id: bought.id } }, owner.token)
  const kept = order.orderItems.map(({ _id, name, qty }) => ({ _id, qty: name === 'DEENKIOSK' ? 5 : qty }))
  const theirs = { params: { id: bought.id }, body: { items: kept, version: order.version } }
  expect((await platform.call(orders.updateOrder, theirs, owner.token)).status).toBe(200)
  await cost.getByRole('button', { name: 'Update order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Changed while you were editing' })
  await expect(dialog.getByRole('row').filter({ hasText: 'DEENKIOSK, quantity' })).toContainText('5')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save choices' }).click()
  // Against their 5, 3 are a credit.
  await expect(cost).toContainText('Nothing is charged now.')
  const prices: string[] = []
  const ask = (request: Request) => request.url().includes('/preview') && prices.push(request.url())
  page.on('response', (answer) => answer.request().method() === 'PUT' && page.on('request', ask))
  await cost.getByRole('button', { name: 'Update order' }).click()
  await expect(said(page, 'Order Updated Successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/order\/order-details/)
  await expect(item(page, 'DEENKIOSK').getByRole('cell').nth(1)).toHaveText('3')
  expect(prices, 'what has been saved has no price any more').toEqual([])
})

test('a promo code is applied and taken off, and one that does not hold is refused in its place', async ({
  console: page,
  bought,
}) => {
  await page.goto(manageOf(bought))
  const promos = page.getByRole('region', { name: 'Order summary' }).getByRole('definition').nth(3)
  // It was good for the first invoice.
  await expect(promos).toHaveText(`This invoice only${bought.code}`)
  const field = page.getByLabel('Promo code')
  await field.fill('NOSUCH')
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(field).toHaveAccessibleDescription(/Invalid Promo Code!/)
  const code = await bought.codeOf(20)
  await field.fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(said(page, 'Promo Applied Successfully!')).toBeVisible()
  await expect(promos).toHaveText(new RegExp(`^This invoice only${bought.code}From \\w+ \\d+, \\d{4}${code}$`))
  await page.getByRole('button', { name: `Remove ${code}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove code' }).click()
  await expect(said(page, 'Promo Removed Successfully!')).toBeVisible()
  await expect(promos).toHaveText(`This invoice only${bought.code}`)
  await expectGoodEverywhere(page)
})

test('a promo code whose campaign is for no more organizations is refused in its place, and it is said why', async ({
  console: page,
  bought,
  platform,
  owner,
  given,
}) => {
  const campaign = (await given.asked(campaigns.createCampaign, { body: { promoCode: bought.code } })) as Campaign
  await given.asked(campaigns.updateCampaign, { params: { id: campaign._id }, body: { organizationLimit: 1 } })
  const other = await boughtOrder(platform, owner, given)
  await page.goto(manageOf(other))
  const field = page.getByRole('textbox', { name: 'Promo code' })
  await field.fill(bought.code)
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription(/for one organization only, and another one already uses it/)
  await expectGoodEverywhere(page)
})

test('an order is cancelled with its reason and a refund, and is locked afterwards', async ({
  console: page,
  bought,
}) => {
  await page.goto(manageOf(bought))
  await page.getByRole('button', { name: 'CANCEL ORDER' }).click()
  const dialog = page.getByRole('dialog', { name: `Cancel order #${bought.number}?` })
  const sure = dialog.getByRole('button', { name: 'Cancel the order' })
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await expect(sure).toHaveAccessibleDescription('Enter a reason for the cancellation')
  await dialog.getByLabel('Reason').fill('x'.repeat(501))
  await expect(sure).toHaveAccessibleDescription('At most 500 characters in the reason')
  await dialog.getByLabel('Reason').fill('Ordered twice')
  await expect(sure).toHaveAccessibleDescription('Choose what to refund')
  await expect(dialog.getByRole('radio', { name: 'No refund' })).toBeVisible()
  await dialog.getByRole('radio', { name: /^What this order cost, \$659\.25, / }).check()
  await expectAccessible(page)
  await sure.click()
  await expect(said(page, 'Order Canceled Successfully!')).toContainText('$659.25 refunded')
  await expect(page).toHaveURL(/\/order\/order-details/)
  await expect(fact(page, 'Refunded')).toHaveText('−$659.25')
  await expect(fact(page, 'Net kept')).toHaveText('$0.00')
  const money = page.getByRole('complementary', { name: 'Money' })
  await expect(money).toContainText('Order canceled')
  await expect(money.getByText('Ordered twice')).toHaveCount(1)
  const locked = 'This order is closed and cannot be changed'
  await expect(page.getByRole('button', { name: 'ASSIGN DEENKIOSK' })).toHaveAccessibleDescription(locked)
  await page.getByRole('link', { name: 'Manage order' }).click()
  await expect(page.getByRole('alert').filter({ hasText: locked })).toBeVisible()
  for (const name of ['CANCEL ORDER', 'UPDATE ORDER']) {
    await expect(page.getByRole('button', { name })).toBeDisabled()
    await expect(page.getByRole('button', { name })).toHaveAccessibleDescription(locked)
  }
  await expect(page.getByRole('textbox', { name: 'Quantity of DEENKIOSK' })).toHaveCount(0)
  await expectAccessible(page)
})

test('a cancellation offers what is left of the payment, and says why a disputed one is not refunded', async ({
  console: page,
  bought,
  platform,
}) => {
  const { provider, control } = await platform.sandbox()
  const { data: charges } = await provider.charges.list({ customer: bought.customerId })
  const { data: invoices } = await provider.invoices.list({ customer: bought.customerId })
  const charge = charges[0]!.id
  await provider.refunds.create({ charge, amount: 3000 })
  await provider.creditNotes.create({ invoice: invoices[0]!.id, amount: 2000, credit_amount: 2000 })
  await page.goto(manageOf(bought))
  const open = page.getByRole('button', { name: 'CANCEL ORDER' })
  const dialog = page.getByRole('dialog', { name: `Cancel order #${bought.number}?` })
  await open.click()
  const left = 'What this order cost, less $50.00 refunded or credited before: $609.25'
  await dialog.getByRole('radio', { name: left }).check()

  // The bank comes in between.
  await control(`charges/${charge}/dispute`)
  await dialog.getByLabel('Reason').fill('Moved')
  const sure = dialog.getByRole('button', { name: 'Cancel the order' })
  await sure.click()
  const disputes = 'The customer’s bank disputes $659.25, which cannot be refunded while the dispute is open.'
  await expect(dialog.getByRole('alert')).toContainText(`${disputes} Cancel without a refund`)
  await expect(dialog.getByRole('radio')).toHaveCount(1)
  await expect(dialog.getByText(disputes, { exact: true })).toBeVisible()
  await expectGoodEverywhere(page)
  await dialog.getByRole('radio', { name: 'No refund' }).check()
  await sure.click()
  await expect(said(page, 'Order Canceled Successfully!')).toContainText('Nothing was refunded')
})

test('an order moves on until it is completed', async ({ console: page, bought }) => {
  await page.goto(manageOf(bought))
  await page.getByRole('button', { name: 'Mark as In-progress' }).click()
  await page.getByRole('button', { name: 'Mark as Completed' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as Completed' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This order is completed' })).toBeVisible()
  await page.goto(detailsOf(bought))
  await expect(item(page, 'DEENKIOSK').getByRole('cell').nth(5)).toHaveText('Completed')
})
