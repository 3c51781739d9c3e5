import type { Page } from '@playwright/test'
import { detailsOf, expectGoodEverywhere, fact, heading, test } from './order-pages.ts'
import { expect, expectAccessible } from './test.ts'

/** What the bank of a customer does with the payment of the order. */
async function bank({
  platform,
  bought,
}: {
  platform: { sandbox(): Promise<Sandbox> }
  bought: { customerId: string }
}) {
  const { provider, control } = await platform.sandbox()
  const { data } = await provider.charges.list({ customer: bought.customerId })
  return (body: object) => control(`charges/${data[0]!.id}/dispute`, body)
}
interface Sandbox {
  provider: { charges: { list(of: { customer: string }): Promise<{ data: { id: string }[] }> } }
  control: (path: string, body?: object) => Promise<unknown>
}

const untilSays = async (page: Page, text: string | RegExp) =>
  expect(async () => {
    await page.reload()
    await expect(page.getByRole('main')).toContainText(text, { timeout: 1500 })
  }).toPass({ timeout: 20_000 })

test('a disputed payment stands on its order with the date of its evidence, in the lists, and is won', {
  tag: '@walk',
}, async ({ console: page, platform, bought, consoleErrors }) => {
  const act = await bank({ platform, bought })
  await act({ amount: 4410, reason: 'product_not_received' })
  await page.goto(detailsOf(bought))
  await untilSays(page, /Evidence due \w{3} \d+/)
  await expect(fact(page, 'Payment')).toContainText('Disputed')
  await expect(fact(page, 'Held by the bank')).toHaveText('$44.10')
  await expect(page.getByRole('table', { name: 'Items' }).getByText('disputed')).toHaveCount(2)
  const course = page.getByRole('region', { name: 'Dispute' })
  await expect(course.getByRole('heading')).toHaveText('Dispute over $44.10')
  await expect(course).toContainText('The product did not arrive')
  await expect(course.getByRole('listitem')).toHaveText([
    /^Opened/,
    /^Evidence due.*left\. Nothing sent means lost\.$/,
    /^Bank decidesUp to 75 days/,
    'Won or lostWon: $44.10 comes back. The $15.00 fee does not.',
  ])
  await expect(course.locator('[aria-current=step]')).toContainText('Evidence due')
  const popup = page.waitForEvent('popup')
  await course.getByRole('button', { name: 'Open at the payment provider' }).click()
  await expect((await popup).getByRole('heading')).toContainText('Dispute du_')
  await expectGoodEverywhere(page)

  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^\d+ disputes? open$/ }).click()
  await expect(heading(page)).toHaveText(/^Disputes/)
  await expect(page.getByRole('navigation', { name: 'Back' }).getByRole('link')).toHaveText('Finance')
  await expect(page).toHaveURL(/\?status=open$/)
  await expect(page.getByRole('link', { name: /^(Won|Lost|Inquiry)0$/ })).toHaveCount(0)
  const row = page.getByRole('row').filter({ hasText: bought.orgName })
  await expect(row).toContainText('$44.10')
  await expectAccessible(page)

  // What is open is told once, and what became of the others beside the figures.
  await page.goto('/finance')
  const ofPeriod = page.getByRole('list', { name: 'Disputes in USD' })
  await expect(page.getByRole('list', { name: 'Summary in USD' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^\d+ (disputes? )?open$/ })).toHaveCount(1)
  await page.goto('/disputes')

  await row.getByRole('link', { name: bought.orgName }).click()
  await page.getByRole('link', { name: '1 disputed payment' }).click()
  await expect(page.getByRole('row').filter({ hasText: '$44.10' })).toHaveCount(1)

  await page.goto(`/order?q=${encodeURIComponent(bought.orgName)}`)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(row.getByText('Disputed').filter({ visible: true })).toHaveCount(1)
  }
  await page.goto(`/orgorders/${bought.orgId}?tab=payments`)
  await expect(page.getByRole('table', { name: 'Payments history' })).toContainText('Disputed')
  await page.getByRole('link', { name: /^VIEW RECEIPT/ }).click()
  await expect(page.getByRole('region', { name: 'Dispute' })).toContainText('Nothing sent means lost.')

  await act({ respond: true })
  await page.goto(detailsOf(bought))
  await untilSays(page, 'Evidence sent')
  await expect(course.locator('[aria-current=step]')).toContainText('Bank decides')
  await act({ close: 'won' })
  await untilSays(page, '$44.10 came back. The $15.00 fee stays.')
  await page.goto('/finance')
  await ofPeriod.getByRole('link', { name: /^\d+ won$/ }).click()
  await expect(row).toContainText('$44.10')
  expect(consoleErrors).toEqual([])
})

test('a dispute that is lost is gone from what is kept, on the receipt too', async ({
  console: page,
  platform,
  bought,
}) => {
  const act = await bank({ platform, bought })
  await act({})
  await act({ close: 'lost' })
  await page.goto(detailsOf(bought))
  await untilSays(page, '$659.25 and the $15.00 fee are gone.')
  await expect(fact(page, 'Lost in a dispute')).toHaveText('−$659.25')
  await expect(fact(page, 'Net kept')).toHaveText('$0.00')
  await page.goto(`/orgorders/${bought.orgId}?tab=payments`)
  await expect(page.getByRole('table', { name: 'Payments history' })).toContainText('Dispute lost')
  await page.getByRole('link', { name: /^VIEW RECEIPT/ }).click()
  await expect(page.getByLabel('Totals')).toContainText('Lost in a dispute')
  await expect(page.getByLabel('Totals')).toContainText(/Net paid\s*\$0\.00/)
})
