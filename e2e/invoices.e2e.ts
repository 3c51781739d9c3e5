import type { Page } from '@playwright/test'
import { billedOrganization } from './billed.ts'
import { unique } from './given.ts'
import { textsOfPages, wordsOf } from './pdf.ts'
import { test as base, expect, expectAccessible } from './test.ts'

type Billed = Awaited<ReturnType<typeof billedOrganization>>
const test = base.extend<{ billed: Billed }>({
  billed: async ({ platform, owner, given }, use) => use(await billedOrganization(platform, owner, given)),
})

const receiptOf = ({ orgId, paidId }: Billed) => `/organization/orders/payment-receipt?id=${paidId}&orgId=${orgId}`
const invoiceOf = ({ orgId, openId }: Billed) => `/organization/orders/payment-receipt?id=${openId}&orgId=${orgId}`
const TELEPHONE = { width: 390, height: 844 }

/** Terms and values of a list, as they are read. */
const listed = (page: Page, name: string) =>
  page
    .getByLabel(name, { exact: true })
    .evaluate((list: { querySelectorAll(of: string): Iterable<unknown> }) =>
      Object.fromEntries(
        [...(list.querySelectorAll('div') as Iterable<{ querySelector(of: string): { textContent: string } }>)].map(
          (row) => [row.querySelector('dt').textContent, row.querySelector('dd').textContent],
        ),
      ),
    )

test('a receipt says what was billed, to whom and what was off, after a reload too', { tag: '@walk' }, async ({
  console: page,
  billed,
  consoleErrors,
}) => {
  await page.goto(receiptOf(billed))
  await expect(page.getByRole('heading', { level: 1, name: /^Receipt / })).toBeVisible()
  await page.reload()
  const sheet = page.getByRole('article')
  await expect(sheet).toContainText('Invoice number')
  await expect(sheet).toContainText('Paid')
  await expect(sheet.getByRole('region', { name: 'Billed from' }).or(sheet)).toContainText('Hikmah Platform')
  await expect(sheet).toContainText(billed.orgName)
  await expect(sheet).toContainText(billed.email)
  for (const header of ['ITEMS', 'QTY', 'Unit Price', 'Total']) {
    await expect(sheet.getByRole('columnheader', { name: header, exact: true })).toBeVisible()
  }
  const item = sheet.getByRole('row').filter({ hasText: 'DEENKIOSK Standard' })
  await expect(item.getByRole('rowheader')).toHaveText(/^DEENKIOSK StandardAnnually, /)
  await expect(item.getByRole('cell')).toHaveText(['2', '$360.00', '$720.00'])
  expect(await listed(page, 'Totals')).toEqual({
    Subtotal: '$720.00',
    [`Discount 10%${billed.code}`]: '−$72.00',
    Tax: '$0.00',
    Shipping: '$0.00',
    'Grand Total': '$648.00',
    'Amount paid': '$648.00',
    Balance: '$0.00',
  })
  await expect(sheet).toContainText('Thank you for your payment.')
  await expect(sheet.getByRole('region', { name: 'Payment' }).or(sheet)).toContainText('VISA ending in 4242')
  const rail = page.getByRole('complementary', { name: 'Payment' })
  await expect(rail).toContainText('VISA 4242')
  await expect(rail).toContainText('Annually')
  await expectAccessible(page)
  await page.setViewportSize(TELEPHONE)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, ['color-contrast'])
  expect(consoleErrors).toEqual([])
})

test('the totals of the receipt are those of the PDF, which opens by itself', async ({
  console: page,
  context,
  billed,
}) => {
  await page.goto(receiptOf(billed))
  const totals = await listed(page, 'Totals')
  const number = await page.getByRole('article').locator('dd').first().textContent()
  const opened = context.waitForEvent('page')
  const asked = page.waitForResponse(/\/invoices\/in_\w+\/links$/)
  await page.getByRole('button', { name: 'Download Receipt' }).click()
  // The browser saves it: what matters is that it is opened, and what it says.
  const { data } = (await (await asked).json()) as { data: { invoice_pdf: string } }
  await opened
  const address = data.invoice_pdf
  const pdf = wordsOf(Buffer.from(await (await fetch(address)).arrayBuffer()))
  expect(pdf).toContain(`Invoice number ${number}`)
  const said = (term: string, amount: string) => `${term} ${amount.replace('−', '-')}`
  for (const [term, amount] of Object.entries(totals)) {
    const name = term.replace(billed.code, '').replace('Grand Total', 'Total')
    expect(pdf).toContain(said(name, String(amount)))
  }
})

test('an invoice that is not paid says what is due, without thanks, and Back leads to where one came from', async ({
  console: page,
  billed,
}) => {
  await page.goto(`${invoiceOf(billed)}&returnUrl=${encodeURIComponent(`/plans/${billed.orgId}`)}`)
  await expect(page.getByRole('heading', { level: 1, name: /^Invoice / })).toBeVisible()
  const sheet = page.getByRole('article')
  await expect(sheet).toContainText(/Not paid yet\s*Due \w{3} \d+, \d{4}/)
  await expect(sheet).not.toContainText('Thank you')
  expect(await listed(page, 'Totals')).toMatchObject({ 'Discount 10%': '$0.00', 'Grand Total': '$360.00' })
  await expect(page.getByRole('complementary', { name: 'Payment' })).toContainText('Amount due$360.00')
  await expect(page.getByRole('button', { name: 'Download Invoice' })).toBeVisible()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/plans/${billed.orgId}$`))
})

test('Back never leads to another website', async ({ console: page, billed }) => {
  await page.goto(`${receiptOf(billed)}&returnUrl=${encodeURIComponent('//evil.example')}`)
  await expect(page.getByRole('link', { name: 'Back', exact: true })).toHaveAttribute(
    'href',
    `/orgorders/${billed.orgId}?tab=payments`,
  )
})

test('while the payment provider is away the receipt is there, and the download says why it is not', async ({
  console: page,
  platform,
  billed,
}) => {
  const { control } = await platform.sandbox()
  await page.goto(receiptOf(billed))
  await control('faults', { status: 500, times: 50 })
  try {
    await page.getByRole('button', { name: 'Download Receipt' }).click()
    await expect(page.getByRole('alert')).toContainText('The payment provider cannot be reached')
    await expect(page.getByRole('article')).toContainText('$648.00')
  } finally {
    await control('faults', { clear: true })
  }
})

test('on paper there is the document alone, on one sheet of either size, marked as of the sandbox', async ({
  console: page,
  billed,
}) => {
  await page.goto(receiptOf(billed))
  const sheet = page.getByRole('article')
  await expect(sheet).toBeVisible()
  await expect(page.getByText('Sandbox', { exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(sheet.getByText('Sandbox, not a real payment')).toBeVisible()
  for (const hidden of [
    page.getByRole('heading', { level: 1 }),
    page.getByRole('button', { name: 'Download Receipt' }),
    page.getByRole('complementary', { name: 'Payment' }),
  ]) {
    await expect(hidden).toBeHidden()
  }
  for (const format of ['Letter', 'A4']) {
    // As the browser prints by itself, with its own head and foot where there is room.
    const pdf = await page.pdf({ format, printBackground: true, displayHeaderFooter: true })
    expect(await textsOfPages(pdf), format).toEqual([expect.stringMatching(/^Page 1 of 1\b.*Quote /)])
  }
})

test('on paper every tax has its rate and base, a credit note its number, and money from outside says so', async ({
  console: page,
  platform,
  given,
}) => {
  const { provider, customerOf, price } = await platform.sandbox()
  const { orgId, orgName } = await given.organization()
  const email = `accounts-of-the-treasurer-${unique()}@icfremont.example`
  const customer = await customerOf({ id: orgId, name: orgName, email })
  const rate = { display_name: 'sales tax', jurisdiction: 'California', inclusive: false, percentage: 7.25 }
  const { latest_invoice } = await provider.subscriptions.create({
    customer: customer.id,
    items: [{ price: (await price('DEENKIOSK PLAYER', 89_900)).id }],
    default_tax_rates: [(await provider.taxRates.create(rate)).id],
    collection_method: 'send_invoice',
    days_until_due: 30,
  })
  const id = latest_invoice as string
  const paid = await provider.invoices.pay(id, { paid_out_of_band: true })
  const note = await provider.creditNotes.create({ invoice: id, amount: 5000, out_of_band_amount: 5000 })
  const sheet = page.getByRole('article')
  await expect(async () => {
    await page.goto(`/organization/orders/payment-receipt?id=${id}&orgId=${orgId}`)
    await expect(sheet).toContainText(`Credit note ${note.number}`, { timeout: 2000 })
  }).toPass()
  const opened = page.context().waitForEvent('page')
  const asked = page.waitForResponse(/\/credit-notes\/cn_\w+\/links$/)
  await page.getByRole('button', { name: `PDF of Credit note ${note.number}` }).click()
  const { data } = (await (await asked).json()) as { data: { pdf: string } }
  await opened
  expect(wordsOf(Buffer.from(await (await fetch(data.pdf)).arrayBuffer()))).toContain(`Credit note ${note.number}`)
  await expectAccessible(page)

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(sheet).toContainText(
    'Paid outside Stripe. This receipt is issued by Hikmah Platform and has no Stripe receipt.',
  )
  const totals = await listed(page, 'Totals')
  expect(totals).toMatchObject({
    'California sales tax, 7.25% of $899.00': '$65.18',
    'Grand Total': '$964.18',
    'Amount paid': '$964.18',
    'Paid outside Stripe': '$964.18',
    'Given back outside': '−$50.00',
    'Net paid': '$914.18',
    Balance: '$0.00',
  })
  const pdf = wordsOf(Buffer.from(await (await fetch(paid.invoice_pdf!)).arrayBuffer()))
  for (const [term, amount] of Object.entries(totals).filter(([term]) => !term.startsWith('Discount'))) {
    expect(pdf).toContain(`${term.replace('Grand Total', 'Total')} ${String(amount).replace('−', '-')}`)
  }
  for (const format of ['Letter', 'A4']) {
    expect(await textsOfPages(await page.pdf({ format })), format).toEqual([expect.stringContaining('Page 1 of 1')])
  }
})

test('what was refunded and what is left of the payment stand on the receipt, on paper too', async ({
  console: page,
  platform,
  billed,
}) => {
  const { provider } = await platform.sandbox()
  await provider.creditNotes.create({ invoice: billed.paidId, amount: 10_000, refund_amount: 10_000 })
  await page.goto(receiptOf(billed))
  await page.emulateMedia({ media: 'print' })
  const net = page.getByRole('article').getByText('Net paid')
  await expect(async () => {
    await page.reload()
    await expect(net).toBeVisible({ timeout: 2000 })
  }).toPass()
  expect(await listed(page, 'Totals')).toMatchObject({
    'Grand Total': '$648.00',
    'Amount paid': '$648.00',
    Refunded: '−$100.00',
    'Net paid': '$548.00',
  })
  await expect(page.getByRole('article')).toContainText('Paid$100.00 refunded')
  await expect(page.getByText('Thank you for your payment.')).toBeVisible()

  await provider.creditNotes.create({ invoice: billed.paidId, amount: 54_800, refund_amount: 54_800 })
  await page.emulateMedia({ media: 'screen' })
  for (const viewport of [{ width: 1440, height: 900 }, TELEPHONE]) {
    await page.setViewportSize(viewport)
    await page.goto(`/orgorders/${billed.orgId}?tab=payments`)
    const row = page.getByRole('row').filter({ hasText: '$648.00' })
    await expect(async () => {
      await page.reload()
      await expect(row.getByText('Refunded', { exact: true })).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expect(row.getByText('Paid', { exact: true })).toBeVisible()
  }
  await page.goto(receiptOf(billed))
  await expect(page.getByRole('article')).toContainText('Net paid$0.00')
  await expect(page.getByText('Thank you for your payment.')).toHaveCount(0)
})

test('a refund that failed says so on the receipt, and is made again from there', async ({
  console: page,
  platform,
  billed,
}) => {
  const { provider, control } = await platform.sandbox()
  const note = await provider.creditNotes.create({
    invoice: billed.paidId,
    amount: 64_800,
    refund_amount: 64_800,
    expand: ['refunds.refund'],
  })
  const { refund } = note.refunds[0]!
  const after = page.getByRole('region', { name: 'After the payment' })
  await expect(async () => {
    await page.goto(receiptOf(billed))
    await expect(after.getByText('Refund', { exact: true })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await control(`refunds/${typeof refund === 'object' ? refund!.id : refund}/fail`, {})
  await expect(async () => {
    await page.goto(receiptOf(billed))
    await expect(after).toContainText('Failed', { timeout: 2000 })
  }).toPass()
  await expectAccessible(page)
  await after.getByRole('button', { name: 'Retry' }).click()
  const dialog = page.getByRole('dialog', { name: /^Refund receipt / })
  await expect(dialog.getByRole('textbox', { name: /^Refund of/ })).toHaveValue('648.00')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The card was closed')
  await dialog.getByRole('button', { name: 'Refund $648.00' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Refund Made Successfully!' })).toBeVisible()
  await expect(page.getByLabel('Totals')).toContainText(/Net paid\s*\$0\.00/)
  await expect(after.getByRole('button', { name: 'Retry' })).toHaveCount(0)
})

test('what is billed or given back for a part of a period has no unit price', async ({
  console: page,
  platform,
  billed: { planId, orgId },
}) => {
  const { provider } = await platform.sandbox()
  const { subscription } = await provider.subscriptionItems.retrieve(planId)
  const { latest_invoice: changed } = await provider.subscriptions.update(subscription, {
    items: [{ id: planId, quantity: 3 }],
    proration_behavior: 'always_invoice',
  })
  await page.goto(`/organization/orders/payment-receipt?id=${changed as string}&orgId=${orgId}`)
  const rows = page.getByRole('article').getByRole('row')
  await expect(async () => {
    await page.reload()
    await expect(rows).toHaveCount(3, { timeout: 2000 })
  }).toPass()
  for (const [text, quantity] of [
    ['Unused time', '2'],
    ['Remaining time', '3'],
  ] as const) {
    const row = rows.filter({ hasText: text })
    await expect(row.getByRole('rowheader')).toContainText('DEENKIOSK Standard')
    await expect(row.getByRole('cell')).toHaveText([quantity, '–', /\$/])
  }
})

test('the payments of an organization are listed, and each leads to its receipt or invoice', async ({
  console: page,
  billed,
}) => {
  await page.goto(`/orgorders/${billed.orgId}?tab=payments`)
  const table = page.getByRole('table', { name: 'Payments history' })
  const rows = table.getByRole('row')
  await expect(rows).toHaveCount(4)
  for (const header of ['No.', 'INVOICE NO.', 'INVOICE Date', 'Billing Cycle', 'Amount paid', 'Status', 'ACTION']) {
    await expect(table.getByRole('columnheader', { name: header, exact: true })).toBeVisible()
  }
  const due = rows.filter({ hasText: 'Due' })
  await expect(due.getByRole('link')).toHaveText('VIEW INVOICE')
  await expect(due).toContainText('$360.00 due')
  const paid = rows.filter({ hasText: '$648.00' })
  await expect(paid).toContainText('Annually')
  await expect(paid).toContainText('Paid')
  await expectAccessible(page)
  await page.goto(`/orgorders/${billed.orgId}?tab=payments&status=paid`)
  await paid.getByRole('link', { name: /^VIEW RECEIPT/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Receipt / })).toBeVisible()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(table).toBeVisible()
  await expect(page).toHaveURL(/tab=payments&status=paid$/)
})
