import type { Page } from '@playwright/test'
import { onServer } from '../server/test/cluster.ts'
import { unique } from './given.ts'
import { expect, expectAccessible, test } from './test.ts'

interface Moved {
  orgId: string
  currency: string
  /** Of the subscription per month, in pence. */
  before: number
  after: number
  kind: string
  daysAgo: number
}

/** Subscriptions whose recurring revenue changed, as the mirror writes it down; what was before began long ago. */
async function move(databaseUrl: string, moves: Moved[]) {
  const mark = unique()
  const ago = (days: number) => `now() - interval '${days} days'`
  const statements = moves.flatMap(({ orgId, currency, before, after, kind, daysAgo }, i) => {
    const [customer, subscription, product] = [`cus_${mark}${i}`, `sub_${mark}${i}`, `prod_${mark}${i}`]
    const first = { number: 1, kind: 'new', at: ago(500), before: 0, after: before }
    const second = { number: before > 0 ? 2 : 1, kind, at: ago(daysAgo), before, after }
    const steps = [...(before > 0 ? [first] : []), ...(after === before ? [] : [second])]
    return [
      `insert into stripe_customers (id, organization_id, name, created_at, fetched_at)
       values ('${customer}', '${orgId}', 'Payer ${mark}', ${ago(500)}, now())`,
      `insert into stripe_products (id, name, fetched_at) values ('${product}', 'DEENKIOSK Premium', now())`,
      `insert into stripe_subscriptions (id, customer_id, organization_id, status, currency, started_at,
         cancel_at_period_end, discounts, metadata, fetched_at)
       values ('${subscription}', '${customer}', '${orgId}', 'active', '${currency}', ${ago(500)}, false, '[]', '{}', now())`,
      ...steps.map(
        (step) => `insert into recurring_movements
          (subscription_id, number, customer_id, organization_id, currency, kind, at, before, after, items, is_derived)
          values ('${subscription}', ${step.number}, '${customer}', '${orgId}', '${currency}', '${step.kind}', ${step.at}, ${step.before},
            ${step.after}, '[{"productId": "${product}", "priceId": "price_none"}]', ${step === first})`,
      ),
    ]
  })
  await onServer(databaseUrl, statements)
}

async function fill(databaseUrl: string, currency: string, organizations: string[]) {
  const at = (i: number, kind: string, before: number, after: number, daysAgo: number) => ({
    orgId: organizations[i % organizations.length]!,
    currency,
    kind,
    before,
    after,
    daysAgo,
  })
  await move(databaseUrl, [
    at(0, 'new', 163_800, 163_800, 500),
    ...Array.from({ length: 7 }, (_, i) => at(i, 'new', 0, 15_000 + i, 20 + i)),
    at(1, 'expansion', 10_000, 51_200, 19),
    at(0, 'contraction', 100_000, 76_200, 15),
    at(2, 'churn', 62_400, 0, 8),
    at(2, 'recovered', 0, 9900, 2),
  ])
}

const pence = (text: string) => Number(text.replace('−', '-').replace(/[£,.+\s]/g, ''))

/** What the rows of an opened part say they come to, and what they come to. */
async function sumsOf(page: Page, part: string) {
  const table = page.getByRole('table', { name: `${part} by subscription` })
  const rows = await table.locator('tbody tr').evaluateAll((all) => all.map((row) => row.lastElementChild!.textContent))
  const total = await table.locator('tfoot td').last().innerText()
  return { rows: rows.map((text) => pence(text ?? '')).reduce((a, b) => a + b, 0), total: pence(total) }
}

test('each part of recurring revenue opens the rows whose sum it is', { tag: '@walk' }, async ({
  console: page,
  platform,
  given,
}) => {
  const mark = unique()
  const organizations = []
  for (const name of ['An-Nasr', 'Noor', 'Bilal'])
    organizations.push(await given.organization(`Masjid ${name} ${mark}`))
  await fill(
    platform.databaseUrl,
    'gbp',
    organizations.map(({ orgId }) => orgId),
  )
  await page.goto('/finance?period=last-12-months')
  const part = page.getByRole('region', { name: 'Monthly recurring revenue in GBP', exact: true })
  await expect(part.getByText('£4,061.21', { exact: true }).first()).toBeVisible()
  await expect(part.getByText(/^£3,362$/)).toBeVisible()

  await part.getByRole('button', { name: /^New · 3 organizations \+£1,050.21$/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/recurring=gbp-new/)
  await expect(part.getByRole('heading', { name: 'New' })).toBeFocused()
  await expect(part.getByRole('button', { name: /^New ·/ })).toHaveAttribute('aria-expanded', 'true')
  await part.getByRole('button', { name: 'All 7' }).click()
  await expect(part.getByRole('row', { name: new RegExp(`Masjid Noor ${mark}`) }).first()).toContainText(
    'DEENKIOSK Premium',
  )
  await expect.poll(async () => sumsOf(page, 'New')).toEqual({ rows: 105_021, total: 105_021 })

  await part.getByRole('button', { name: /^Churn · 1 organization −£624$/ }).click()
  await expect(page).toHaveURL(/recurring=gbp-churn/)
  const churned = part.getByRole('table', { name: 'Churn by subscription' }).getByRole('row').nth(1)
  await expect(churned).toContainText(`Masjid Bilal ${mark}`)
  await expect(churned).toContainText('£624.00')
  await expect.poll(async () => sumsOf(page, 'Churn')).toEqual({ rows: -62_400, total: -62_400 })

  // On a telephone, too, what it came to is in view.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(churned.getByRole('cell').last()).toHaveText('−£624.00')
  for (const scrolled of await part.getByRole('region', { name: /scrolls sideways$/ }).all())
    expect(await scrolled.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })

  // An address opens the same part, and leaves the focus where it is.
  await page.reload()
  await expect(churned).toBeVisible()
  await expect(part.getByRole('heading', { name: 'Churn' })).not.toBeFocused()
  await part.getByRole('button', { name: /^Churn ·/ }).click()
  await expect(churned).toBeHidden()
  await expect(page).not.toHaveURL(/recurring/)

  const start = part.getByRole('button', { name: / £3,362$/ })
  const startOf = (await start.innerText())
    .split('£')
    .join('')
    .match(/[A-Z][a-z]+ \d+, \d+/)![0]
  await start.click()
  await expect.poll(async () => (await sumsOf(page, startOf)).rows).toBe(336_200)
  await expect(part.getByText(/Some of these subscriptions began before the console followed them/)).toBeVisible()

  await part.getByText('Show as a table').click()
  const numbers = part.getByRole('table', { name: 'Monthly recurring revenue in GBP' })
  await expect(numbers.getByRole('row', { name: /^Recovered/ })).toContainText('+£99.00')
  const amounts = await numbers
    .getByRole('row')
    .evaluateAll((rows) => rows.slice(1).map((row) => row.children[2]!.textContent))
  const movements = amounts.slice(1, -1).map((text) => pence(text ?? ''))
  expect(336_200 + movements.reduce((a, b) => a + b, 0)).toBe(406_121)
})

test('what an organization pays in a month stands beside what it paid, and opens the subscriptions whose sum it is', async ({
  console: page,
  platform,
  given,
}) => {
  const { orgId, orgName } = await given.organization(`مسجد النور ${unique()}`)
  const at = (before: number, after: number, kind: string) => ({
    orgId,
    currency: 'nok',
    before,
    after,
    kind,
    daysAgo: 9,
  })
  await move(platform.databaseUrl, [at(10_000, 10_000, 'new'), at(2000, 0, 'contraction'), at(0, 5900, 'expansion')])
  await onServer(platform.databaseUrl, [
    `insert into stripe_invoices (id, customer_id, organization_id, number, status, currency, subtotal, discount, tax,
       shipping, total, amount_due, amount_paid, amount_remaining, discounts, customer_name, created_at, paid_at, fetched_at)
     select 'in_' || id, id, organization_id, 'NOK-1', 'paid', 'nok', 700, 0, 0, 0, 700, 700, 700, 0, '[]', '', now(), now(), now()
     from stripe_customers where organization_id = '${orgId}' limit 1`,
  ])
  const names = ['NOK 159.00 +NOK 39.00', 'NOK 120.00', 'NOK 159.00', '+NOK 39.00'].map((name) =>
    name.replaceAll(' ', '\u00a0'),
  )
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/finance?period=last-12-months')
    const table = page.getByRole('table', { name: 'Organizations in NOK' })
    const figure = table
      .getByRole('row')
      .filter({ hasText: orgName })
      .getByRole('button', { name: /monthly recurring revenue/ })
    await expect(figure).toContainText(names[0]!)
    await figure.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: `Monthly recurring revenue of ${orgName}` })).toBeFocused()
    const rows = page.getByRole('table', { name: `Monthly recurring revenue of ${orgName} by subscription` })
    await expect(rows.getByRole('row')).toHaveCount(5)
    for (const name of names.slice(1)) await expect(rows.locator('tfoot')).toContainText(name)
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
    if (process.env.PICTURES) await table.screenshot({ path: `${process.env.PICTURES}/payers-${width}.png` })
    await figure.click()
    await expect(rows).toBeHidden()
  }
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on recurring revenue, ${colorScheme}, on wide and small screens`, async ({
    console: page,
    platform,
    given,
    consoleErrors,
  }) => {
    const currency = colorScheme === 'light' ? 'aud' : 'cad'
    const { orgId } = await given.organization(`مسجد النور ${unique()}`)
    await fill(platform.databaseUrl, currency, [orgId])
    await page.emulateMedia({ colorScheme })
    for (const [width, height] of [
      [1440, 900],
      [1366, 768],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(`/finance?period=last-12-months&recurring=${currency}-churn`)
      const part = page.getByRole('region', { name: `Monthly recurring revenue in ${currency.toUpperCase()}` })
      await expect(part.getByRole('table', { name: 'Churn by subscription' })).toBeVisible()
      await part.getByText('Show as a table').click()
      await expectAccessible(page)
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
      if (process.env.PICTURES)
        await part.screenshot({ path: `${process.env.PICTURES}/recurring-${colorScheme}-${width}.png` })
    }
    expect(consoleErrors).toEqual([])
  })
}
