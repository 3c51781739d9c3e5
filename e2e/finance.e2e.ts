import { readFileSync } from 'node:fs'
import { onServer } from '../server/test/cluster.ts'
import { unique } from './given.ts'
import { expect, expectAccessible, test } from './test.ts'

/** Invoices of one customer as the mirror keeps them: one paid today, one due, one overdue for 40 days. */
async function billTo(databaseUrl: string, orgId: string | null, mark: string) {
  const invoice = (name: string, status: string, total: number, dueDays: number) => `
    insert into stripe_invoices (id, customer_id, organization_id, number, status, currency, subtotal, discount, tax,
      shipping, total, amount_due, amount_paid, amount_remaining, discounts, customer_name, created_at, finalized_at,
      due_at, paid_at, fetched_at)
    values ('in_${mark}${name}', 'cus_${mark}', ${orgId ? `'${orgId}'` : 'null'}, '${mark}-${name}', '${status}', 'usd',
      ${total}, 0, 0, 0, ${total}, ${total}, ${status === 'paid' ? total : 0}, ${status === 'paid' ? 0 : total}, '[]',
      'Customer ${mark}', now() - interval '60 days', now() - interval '60 days', now() - interval '${dueDays} days',
      ${status === 'paid' ? 'now()' : 'null'}, now())`
  await onServer(databaseUrl, [
    `insert into stripe_customers (id, organization_id, name, email, created_at, fetched_at)
     values ('cus_${mark}', ${orgId ? `'${orgId}'` : 'null'}, 'Customer ${mark}', 'pay@${mark}.example', now(), now())`,
    invoice('0001', 'paid', 123450, 30),
    invoice('0002', 'open', 5000, -10),
    invoice('0003', 'open', 7000, 40),
  ])
}

test('the books lead to the invoices behind each amount', { tag: '@walk' }, async ({
  console: page,
  platform,
  given,
}) => {
  const mark = unique()
  const { orgId, orgName } = await given.organization(`Masjid ${mark}`)
  await billTo(platform.databaseUrl, orgId, mark)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Finance' }).click()
  await expect(page).toHaveURL(/\/finance$/)
  const usd = page.getByRole('region', { name: 'Amounts in USD' })
  await expect(usd.getByRole('list', { name: 'Summary in USD' })).toContainText('Paid')
  // One press from the dashboard says why revenue fell.
  await expect(usd.getByRole('region', { name: 'What changed in USD' })).toBeVisible()
  await usd.getByText('Show as a table').first().click()
  const total = usd.getByRole('table', { name: 'Revenue in USD' }).getByRole('row', { name: /^Total/ })
  const card = usd.getByRole('list', { name: 'Summary in USD' }).getByRole('listitem').filter({ hasText: /^Paid/ })
  const [paid = ''] = /\$[\d,.]+\d/.exec(await card.innerText()) ?? []
  await expect(total).toContainText(paid)

  const cents = async (label: RegExp) => {
    const text = await usd
      .getByRole('list', { name: 'Summary in USD' })
      .getByRole('listitem')
      .filter({ hasText: label })
      .innerText()
    return Number((/−?\$[\d,.]+\d/.exec(text)?.[0] ?? '').replace('−', '-').replace(/[$,.]/g, ''))
  }
  const [kept, refunded, lost] = [await cents(/^Net/), await cents(/^Refunded/), await cents(/^Disputes lost/)]
  expect(kept).toBe((await cents(/^Paid/)) + refunded + lost)

  await usd.getByRole('link', { name: /^\$[\d,.]+, 31–60 days/ }).click()
  await expect(page).toHaveURL(/age=31-60/)
  await expect(page.getByRole('row').filter({ hasText: `${mark}-0003` })).toContainText('$70.00')
  await expect(page.getByRole('row').filter({ hasText: `${mark}-0002` })).toBeHidden()

  // The total of all ages opens what it sums.
  await page.goBack()
  await usd.getByRole('link', { name: /^\$[\d,.]+, open, / }).click()
  await expect(page).toHaveURL(/age=any/)
  await expect(page.getByRole('button', { name: 'Remove filter: All open' })).toBeVisible()
  await page.getByRole('searchbox').fill(mark)
  await expect(page.getByRole('row').filter({ hasText: mark })).toHaveCount(2)

  await page.goto(`/finance-invoices?orgId=${orgId}`)
  await expect(page.getByRole('button', { name: `Remove filter: ${orgName}` })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Status' })
    .getByRole('link', { name: /^Overdue/ })
    .click()
  await expect(page.getByRole('row').filter({ hasText: mark })).toHaveCount(1)
})

test('why revenue changed is read from the chart, and every part opens the organizations it sums', async ({
  console: page,
  platform,
  given,
}) => {
  const mark = unique()
  const { orgId, orgName } = await given.organization(`Masjid ${mark}`)
  await billTo(platform.databaseUrl, orgId, mark)
  await onServer(platform.databaseUrl, [`update stripe_invoices set refunded = 3450 where id = 'in_${mark}0001'`])
  await page.goto('/finance?period=last-12-months')
  const usd = page.getByRole('region', { name: 'Amounts in USD' })
  const chart = usd.getByRole('slider', { name: 'Revenue by month in USD' })
  await chart.focus()
  await page.keyboard.press('Home')
  await expect(chart).toHaveAttribute('aria-valuenow', '1')
  await page.keyboard.press('End')
  await expect(chart).toHaveAttribute('aria-valuetext', /^\w{3} \d{4}, \$[\d,.]+/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/month=/)
  const changed = usd.getByRole('region', { name: 'What changed in USD' })
  await expect(changed).toContainText(/Net revenue rose \$[\d,.]+/)
  const compared = changed.getByRole('button', { name: /against/ })
  await expect(compared).toHaveText(/^\w{3}.* against \w{3}/)
  // The table by organization follows the month.
  const byOrganization = usd.getByRole('table', { name: 'Organizations in USD' })
  const showMore = usd.getByRole('button', { name: /^Show \d+ more$/ })
  await expect(usd.getByText(/^\w{3}.* against \w{3}/).last()).toBeVisible()
  if (await showMore.isVisible()) await showMore.click()
  await expect(byOrganization.getByRole('row').filter({ hasText: orgName })).toContainText('$1,200.00')
  await compared.click()
  await page.getByRole('menuitemradio', { name: 'A year before' }).click()
  await expect(page).toHaveURL(/compare=year/)
  await expect(compared).toHaveText(/against \w{3}.* ’\d\d\s*$/)
  await expectAccessible(page)
  await compared.click()
  await page.getByRole('menuitemradio', { name: 'The month before' }).click()
  await expect(compared).not.toHaveText(/’/)
  const newReason = changed.getByRole('button', { name: /^New/ })
  await newReason.click()
  const rows = changed.getByRole('table', { name: 'New by organization' })
  await expect(rows.getByRole('row').filter({ hasText: orgName })).toContainText('+$1,234.50')
  // The figures of the period stand until those of the month have come.
  await expect(async () => {
    const amount = /\+\$[\d,.]+\d/.exec(await newReason.innerText())?.[0] ?? 'none'
    await expect(rows.getByRole('row', { name: /^Total/ })).toContainText(amount, { timeout: 1000 })
  }).toPass()
  const product = changed.getByRole('button', { name: /, Tax, shipping and credit$/ })
  await product.click()
  await expect(product).toHaveAttribute('aria-expanded', 'true')
  await expect(rows).toBeHidden()
  const payers = changed.getByRole('table', { name: 'Tax, shipping and credit by organization' })
  await expect(payers.getByRole('row').filter({ hasText: orgName })).toContainText('+$1,234.50')
  // Beside an opened table the names of the products keep their words whole.
  const broken = await changed.locator('th[scope=row]').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const text = cell.lastChild!
      if (text.nodeType !== text.TEXT_NODE) return []
      return [...text.textContent!.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = cell.ownerDocument.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        return range.getClientRects().length > 1 ? [word] : []
      })
    }),
  )
  expect(broken).toEqual([])
  await expectAccessible(page)
  await chart.focus()
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/month=/)
  const box = (await chart.boundingBox())!
  await page.mouse.move(box.x + 60, box.y + 100)
  await expect(chart.getByText('Before refunds')).toBeVisible()
})

test('on a telephone a long Arabic name leaves each amount whole and as it is written', async ({
  console: page,
  platform,
  given,
}) => {
  const mark = unique()
  const { orgId, orgName } = await given.organization(`مسجد النور والمركز الإسلامي الكبير ${mark}`)
  await billTo(platform.databaseUrl, orgId, mark)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/finance-invoices?orgId=${orgId}`)
  const paid = page.getByRole('row').filter({ hasText: `${mark}-0001` })
  await expect(paid.locator('bdi')).toHaveText(['$1,234.50', orgName])
  await onServer(platform.databaseUrl, [`update stripe_invoices set refunded = 1399 where id = 'in_${mark}0001'`])
  await page.reload()
  await expect(paid.getByRole('cell').filter({ hasText: 'Paid' })).toHaveText('Paid$13.99 refunded')
  await page.goto('/finance?period=last-12-months')
  const payers = page.getByRole('region', { name: 'Organizations in USD, scrolls sideways' })
  await page.getByRole('button', { name: /^Show \d+ more$/ }).click()
  await expect(payers.getByRole('link', { name: orgName, exact: true })).toBeVisible()
  expect(await payers.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
  const narrow = payers.locator('tr').filter({ hasText: orgName })
  await expect(narrow.getByRole('link', { name: /overdue/ })).toBeVisible()
  await page.setViewportSize({ width: 1366, height: 768 })
  const row = payers.getByRole('row').filter({ hasText: orgName })
  await expect(row.getByRole('cell')).toHaveText(['$1,220.51', '–', 'new', '–', '$50.00', '$70.00'])
  for (const scrolled of await page.getByRole('region', { name: /scrolls sideways$/ }).all())
    expect(await scrolled.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
})

test('an invoice is found by its number and its organization, and taken away as CSV', async ({
  console: page,
  platform,
  given,
}) => {
  const mark = unique()
  const { orgId, orgName } = await given.organization(`Masjid ${mark}`)
  await billTo(platform.databaseUrl, orgId, mark)
  await page.goto('/finance')
  await expect(page.getByRole('radio', { name: 'Last 12 months' })).toBeChecked()
  await page.getByRole('link', { name: 'All invoices' }).click()
  const search = page.getByRole('searchbox')
  await search.fill(`${mark}-0001`)
  await expect(page.getByRole('row').filter({ hasText: `${mark}-0001` })).toContainText('$1,234.50')
  await expect(page.getByRole('row').filter({ hasText: `${mark}-0002` })).toBeHidden()
  await search.fill(orgName)
  await expect(page.getByRole('row').filter({ hasText: mark })).toHaveCount(3)

  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await started
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines.find((line) => line.includes(`${mark}-0001`))).toContain('"1234.50","1234.50","0.00"')
})

test('a manager is told that the books are for others', async ({ browserOf, given }) => {
  const page = await browserOf(await given.staff('hikmah_manager'))
  for (const [address, title] of [
    ['/finance', 'Finance is for owners and admins'],
    ['/finance-invoices', 'Finance is for owners and admins'],
    ['/payments', 'The comparison with the payment provider is for owners and admins'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'Finance' })).toBeHidden()
})

test('a customer nobody knows is linked to the organization that is suggested or chosen', async ({
  console: page,
  platform,
  given,
}) => {
  const mark = unique()
  const { orgName, orgId } = await given.organization(`Masjid ${mark}`)
  await billTo(platform.databaseUrl, null, mark)
  await page.goto('/finance')
  await page.getByRole('link', { name: 'Payment provider' }).click()
  await page.getByRole('button', { name: `Link Customer ${mark}` }).click()
  const dialog = page.getByRole('dialog', { name: `Link Customer ${mark}` })
  await expect(dialog.getByText(`pay@${mark}.example, 3 invoices`)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('combobox', { name: 'Organization' }).fill(mark)
  await page.getByRole('option', { name: new RegExp(orgName) }).click()
  // Enter never links to the one that was there before.
  await dialog.getByRole('combobox', { name: 'Organization' }).fill('Nobody by that name')
  await dialog.getByRole('combobox', { name: 'Organization' }).press('Enter')
  await dialog.getByRole('combobox', { name: 'Organization' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Link' })).toBeVisible()
  await expect(page.getByText('Customer Linked Successfully!')).toHaveCount(0)
  await dialog.getByRole('combobox', { name: 'Organization' }).fill(mark)
  await page.getByRole('option', { name: new RegExp(orgName) }).click()
  await dialog.getByRole('button', { name: 'Link' }).click()
  await expect(page.getByText('Customer Linked Successfully!')).toBeVisible()
  await expect(page.getByRole('button', { name: `Link Customer ${mark}` })).toBeHidden()
  await page.goto(`/finance-invoices?orgId=${orgId}`)
  await expect(page.getByRole('row').filter({ hasText: mark })).toHaveCount(3)
})

test('the records are compared on demand, and all is well', async ({ console: page }) => {
  await page.goto('/payments')
  await page.getByRole('button', { name: 'Compare now' }).click()
  await expect(page.getByText('Comparison started. What differs is repaired and listed here.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Comparisons' }).getByRole('row').nth(1)).toContainText(
    /\d records.*(Complete|Running)/,
  )
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the books, ${colorScheme}, on wide and small screens`, async ({
    console: page,
    platform,
    given,
    consoleErrors,
  }) => {
    const mark = unique()
    const { orgId } = await given.organization(`Masjid ${mark}`)
    await billTo(platform.databaseUrl, orgId, mark)
    await page.emulateMedia({ colorScheme })
    for (const address of ['/finance?period=last-12-months', '/finance-invoices', '/payments']) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(address)
      await expectAccessible(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await expectAccessible(page)
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
    }
    expect(consoleErrors).toEqual([])
  })
}

test('nothing that is read moves when slower figures arrive', async ({ console: page, platform, given }) => {
  const mark = unique()
  const { orgId } = await given.organization(`Masjid ${mark}`)
  await billTo(platform.databaseUrl, orgId, mark)
  await page.setViewportSize({ width: 412, height: 823 })
  const figures = Promise.withResolvers<void>()
  await page.route('**/finance/summary*', async (route) => {
    await figures.promise
    await route.continue()
  })
  await page.goto('/finance')
  await expect(page.getByRole('status', { name: 'Loading finance' })).toBeVisible()
  await page.waitForTimeout(500)
  await page.evaluate(() => {
    const shifts: number[] = []
    new PerformanceObserver(
      (list) => shifts.push(...list.getEntries().map((entry) => (entry as PerformanceEntry & { value: number }).value)),
      // Node's type of the entries knows none of the browser's.
    ).observe({ type: 'layout-shift' as 'mark' })
    Object.assign(globalThis, { shifts })
  })
  figures.resolve()
  await expect(page.getByRole('region', { name: 'Reminders' })).toBeVisible()
  await page.waitForTimeout(500)
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.1)
})
