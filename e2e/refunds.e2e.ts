import { formatMoney } from '@hikmah/contract/money'
import { orders } from '@hikmah/contract/orders/endpoints'
import type { Order } from '@hikmah/contract/orders/schemas'
import { detailsOf, expectGoodEverywhere, fact, said, test } from './order-pages.ts'
import { expect, expectAccessible, rememberSession } from './test.ts'

test('a payment of an order is refunded in part, in three presses, and the order stays', {
  tag: '@walk',
}, async ({ console: page, bought }) => {
  await page.goto(detailsOf(bought))
  await page.evaluate('addEventListener("click", ({ isTrusted }) => { if (isTrusted) clicks += 1 }, true); clicks = 0')
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Refund order #${bought.number}` })
  const amount = dialog.getByRole('textbox', { name: /^Refund of \$659\.25, .*, VISA 4242$/ })
  await expect(amount).toBeFocused()
  await expect(dialog.getByText('Most that can go back: $659.25')).toBeVisible()
  const sure = dialog.getByRole('button', { name: /^Refund( \$\d+\.\d\d)?$/ })
  await expect(sure).toHaveAccessibleDescription('Enter an amount to refund')
  await amount.fill('700')
  await expect(amount).toHaveAccessibleDescription(/At most \$659\.25/)
  await expect(sure).toHaveAccessibleDescription('At most $659.25')
  await amount.fill('324')
  await expect(dialog.getByText('$659.25 − $324.00 = $335.25')).toBeVisible()
  await expect(sure).toHaveAccessibleDescription('Enter a reason for the refund')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Returned' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Returned')
  await sure.click()
  await expect(said(page, 'Refund Made Successfully!')).toContainText('$324.00 refunded')
  expect(await page.evaluate('clicks')).toBe(3)
  await expect(dialog).toHaveCount(0)
  await expect(fact(page, 'Refunded')).toHaveText('−$324.00')
  await expect(fact(page, 'Net kept')).toHaveText('$335.25')
  const money = page.getByRole('complementary', { name: 'Money' })
  await expect(money).toContainText('Partial refund')
  await expect(money.getByRole('listitem').filter({ hasText: 'Partial refund' })).toContainText('net $335.25')
  await expect(money.getByRole('listitem').filter({ hasText: /^Paid/ })).toContainText('net $659.25')
  await expect(money).toContainText('Returned')
  await expect(page.getByRole('button', { name: 'CANCEL ORDER' })).toHaveCount(0)
})

test('what is paid while its order is canceled waits on the dashboard, and is refunded from the money of the order', async ({
  console: page,
  bought,
  given,
  platform,
}) => {
  const { provider, control } = await platform.sandbox()
  const customer = bought.customerId
  const { data: subscriptions } = await provider.subscriptions.list({ customer })
  const { id: subscription, items } = subscriptions[0]!
  const { id: declined } = await provider.paymentMethods.attach('pm_card_chargeDeclined', { customer })
  await provider.subscriptions.update(subscription, { default_payment_method: declined })
  await provider.subscriptions.update(subscription, {
    items: [{ id: items.data[0]!.id, quantity: 3 }],
    proration_behavior: 'always_invoice',
  })
  const [open] = (await provider.invoices.list({ customer, status: 'open' })).data
  const params = { id: bought.id }
  await expect(async () => {
    expect(((await given.asked(orders.readOrder, { params })) as Order).payment).toBe('due')
  }).toPass()
  // Somebody pays it between our question and the void.
  await control('faults', { only: `POST /v1/invoices/${open!.id}/void`, delayMs: 60_000, times: 1 })
  const cancel = (): Promise<unknown> =>
    given
      .asked(orders.cancelOrder, { params, body: { reason: 'Moved away', refund: 'none' } })
      .catch((error: Error) => {
        // An event of the provider may just have changed the order.
        if (!error.message.includes('answered 409')) throw error
        return cancel()
      })
  const canceled = cancel()
  await expect(async () => expect(await control('faults')).toEqual({ faults: 0 })).toPass()
  const { id: works } = await provider.paymentMethods.attach('pm_card_visa', { customer })
  const { amount_paid: paid } = await provider.invoices.pay(open!.id, { payment_method: works })
  await control('faults', { clear: true })
  await canceled

  await page.goto('/dashboard')
  const waits = page.getByText('Paid while it was being canceled')
  await expect(waits).toContainText(formatMoney(paid, 'usd'))
  await expectGoodEverywhere(page)
  await page.getByRole('link', { name: `Order ${bought.orderNo}` }).click()
  const money = page.getByRole('complementary', { name: 'Money' })
  await expect(money).toContainText('Paid while it was being canceled')
  await expectGoodEverywhere(page)
  await money.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: `Refund order #${bought.number}` })
  await expect(dialog.getByRole('textbox', { name: /^Refund of/ }).first()).toHaveValue((paid / 100).toFixed(2))
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Paid for a canceled order')
  await dialog.getByRole('button', { name: `Refund ${formatMoney(paid, 'usd')}` }).click()
  await expect(said(page, 'Refund Made Successfully!')).toContainText(`${formatMoney(paid, 'usd')} refunded`)
  await expect(money.getByRole('button', { name: 'Refund' })).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('link', { name: `Order ${bought.orderNo}` })).toHaveCount(0)
})

test('the whole rest is refunded, also of a completed order, after the provider paid some of it back itself', async ({
  console: page,
  bought,
  given,
  platform,
}) => {
  const params = { id: bought.id }
  let { version } = bought
  for (const status of ['in-progress', 'completed'] as const) {
    const changed = (await given.asked(orders.changeOrderStatus, { params, body: { status, version } })) as Order
    version = changed.version
  }
  await page.goto(detailsOf(bought))
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Refund order #${bought.number}` })
  await expect(dialog).toContainText('The order stays Completed.')
  await dialog.getByRole('button', { name: 'Refund all $659.25' }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Never arrived')
  // Somebody is faster, on the provider's own pages.
  const { provider } = await platform.sandbox()
  const { data: charges } = await provider.charges.list({ customer: bought.customerId })
  await provider.refunds.create({ charge: charges[0]!.id, amount: 3000 })
  await dialog.getByRole('button', { name: 'Refund $659.25' }).click()
  await expect(dialog.getByRole('textbox', { name: /^Refund of/ })).toHaveAccessibleDescription(/At most \$629\.25/)
  await expect(dialog.getByText('$629.25 − $659.25')).toBeVisible()
  await expectGoodEverywhere(page)
  await dialog.getByRole('button', { name: 'Refund all $629.25' }).click()
  await dialog.getByRole('button', { name: 'Refund $629.25' }).click()
  await expect(said(page, 'Refund Made Successfully!')).toContainText('$629.25 refunded')
  await expect(page.getByText('Completed').first()).toBeVisible()
})

test('a part of a payment is credited on the next invoice, and no money leaves', async ({ console: page, bought }) => {
  await page.goto(detailsOf(bought))
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Refund order #${bought.number}` })
  await expect(dialog.getByRole('radio', { name: 'Back to VISA 4242' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Credit on the next invoice' }).check()
  const sure = dialog.getByRole('button', { name: /^Credit( \$\d+\.\d\d)?$/ })
  await expect(sure).toHaveAccessibleDescription('Enter an amount to credit')
  await dialog.getByRole('textbox', { name: /^Refund of/ }).fill('20')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('A week without service')
  await expect(dialog.getByText('$659.25, $20.00 of it credited')).toBeVisible()
  await expectGoodEverywhere(page)
  await sure.click()
  await expect(said(page, 'Credit Given Successfully!')).toContainText(/\$20\.00 credited by credit note \S+-CN-01/)
  await expect(fact(page, 'Credited to the balance')).toHaveText('$20.00')
  await expect(fact(page, 'Net kept')).toHaveCount(0)
  await expect(fact(page, 'Refunded')).toHaveCount(0)
  const money = page.getByRole('complementary', { name: 'Money' })
  await expect(money).toContainText(/Credit note \S+-CN-01/)
  await expect(money).toContainText('A week without service')
  // It lowers no sum, so it has no minus.
  await expect(money).toContainText(/CN-01\$20\.00/)
  await expect(money).toContainText('Credited to the balance')
  // What is kept after each entry, and the paper of the credit.
  await expect(money.getByRole('definition')).toHaveText(['$659.25'])
  await expect(money.getByRole('listitem').filter({ hasText: 'Credit note' })).toContainText('net $659.25')
  await expect(money.getByRole('button', { name: /^PDF of Credit note \S+-CN-01$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(dialog).toContainText('Most that can go back: $639.25')
})

test('on a telephone what to do with the money stays at hand, and the money stands before the items', async ({
  console: page,
  bought,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(detailsOf(bought))
  const refund = page.getByRole('button', { name: 'Refund', exact: true })
  await expect(refund).toBeInViewport({ ratio: 1 })
  const [button, link] = await Promise.all(
    [refund, page.getByRole('link', { name: 'Manage order' })].map((it) => it.boundingBox()),
  )
  expect(button!.y).toBe(link!.y)
  expect([button!.height, link!.height]).toEqual([44, 44])
  const [money, items] = await Promise.all(
    [page.getByRole('complementary', { name: 'Money' }), page.getByRole('table', { name: 'Items' })].map((it) =>
      it.boundingBox(),
    ),
  )
  expect(money!.y).toBeLessThan(items!.y)
  await refund.click()
  await expect(page.getByRole('dialog', { name: `Refund order #${bought.number}` })).toBeVisible()
  await expectGoodEverywhere(page)
})

test('an invoice is refunded from its receipt', async ({ console: page, bought, platform }) => {
  const { provider } = await platform.sandbox()
  const { data: invoices } = await provider.invoices.list({ customer: bought.customerId })
  await page.goto(`/organization/orders/payment-receipt?id=${invoices[0]!.id}&orgId=${bought.orgId}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Refund receipt / })
  await dialog.getByRole('textbox', { name: /^Refund of/ }).fill('20')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Goodwill')
  await page.keyboard.press('Enter')
  await expect(said(page, 'Refund Made Successfully!')).toContainText('$20.00 refunded')
  const payment = page.getByRole('complementary', { name: 'Payment' })
  await expect(payment.getByText('$20.00')).toBeVisible()
})

test('managers see that they cannot refund', async ({ page, platform, bought }) => {
  await rememberSession(
    page,
    await platform.signIn({ userName: 'fatima.noor@hikmah.example', password: 'Bismillah-2026' }),
  )
  await page.goto(detailsOf(bought))
  const refund = page.getByRole('button', { name: 'Refund', exact: true })
  await expect(refund).toBeDisabled()
  await expect(refund).toHaveAccessibleDescription('Only owners and admins can refund')
})
