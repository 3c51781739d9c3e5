import { dayText } from '@hikmah/contract/words'
import { onServer } from '../server/test/cluster.ts'
import { billedOrganization } from './billed.ts'
import { test as base, expect, expectAccessible } from './test.ts'

type Billed = Awaited<ReturnType<typeof billedOrganization>>
const test = base.extend<{ billed: Billed }>({
  billed: async ({ platform, owner, given }, use) => use(await billedOrganization(platform, owner, given)),
})
const TELEPHONE = { width: 390, height: 844 }
const pageOf = ({ orgId }: Billed, id: string) => `/organization/orders/payment-receipt?id=${id}&orgId=${orgId}`

test('a billing person settles an open invoice by a check', { tag: '@walk' }, async ({ console: page, billed }) => {
  await page.goto(`/orgorders/${billed.orgId}?tab=payments`)
  await expect(page.getByRole('row').filter({ hasText: '$360.00 due' })).toBeVisible()
  await page.goto(pageOf(billed, billed.openId))
  const rail = page.getByRole('complementary', { name: 'Payment' })
  await expect(rail).toContainText('Amount due$360.00')
  await expectAccessible(page)
  await expect(page.getByText(/^Due \w{3} \d+$/)).toBeVisible()
  await expect(rail).not.toContainText('–')
  // What charges no card is sent again; the rest stands in one menu, the gravest last.
  await expect(rail.getByRole('button', { name: 'Send again' })).toBeVisible()
  await rail.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem').last()).toHaveText('Void')
  await page.getByRole('menuitem', { name: 'Mark as paid' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('How it was paid').fill('Check no. 1182')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByText('Invoice Marked As Paid!')).toBeVisible()
  await expect(rail).toContainText('Check no. 1182, recorded by')
  await expect(rail.getByRole('button', { name: 'More' })).toHaveCount(0)
})

test('a declined payment says why, and what cannot be undone asks first', async ({
  console: page,
  billed,
  platform,
}) => {
  const { provider, customerOf, price } = await platform.sandbox()
  const customer = await customerOf(
    { id: billed.orgId, name: billed.orgName, email: billed.email },
    'pm_card_visa_chargeDeclinedInsufficientFunds',
  )
  const plan = await price('DEENFUND', 39_000)
  const { latest_invoice } = await provider.subscriptions.create({ customer: customer.id, items: [{ price: plan.id }] })
  const id = latest_invoice as string
  await expect(async () => {
    await page.goto(pageOf(billed, id))
    await expect(page.getByRole('complementary', { name: 'Payment' })).toContainText('The account lacks the funds', {
      timeout: 1000,
    })
  }).toPass()
  const rail = page.getByRole('complementary', { name: 'Payment' })
  await expect(rail).toContainText('Tried1 time')
  await expect(rail).toContainText('Next try')
  await rail.getByRole('button', { name: 'Retry payment' }).click()
  await page.getByRole('dialog', { name: 'Charge $390.00 now?' }).getByRole('button', { name: 'Retry payment' }).click()
  await expect(page.getByText('The card was refused: The account lacks the funds')).toBeVisible()
  const voidIt = async () => {
    await rail.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Void' }).click()
  }
  await voidIt()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await voidIt()
  await page.getByRole('dialog').getByRole('button', { name: 'Void' }).click()
  await expect(page.getByText('Invoice Voided!')).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Failed')
  await expect(page.getByRole('article')).toContainText('Void, nothing to pay')
})

test('reminders are previewed, held with a reason, and stand below the ageing', async ({
  console: page,
  billed,
  platform,
}) => {
  await onServer(platform.databaseUrl, [
    `update stripe_invoices set due_at = now() - interval '2 days' where id = '${billed.openId}'`,
  ])
  await page.goto(pageOf(billed, billed.openId))
  const reminders = page.getByRole('region', { name: 'Reminders' })
  await expect(reminders).toContainText('Reminder 1 of 3')
  await reminders.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('dialog')).toContainText('is not paid yet')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await reminders.getByRole('button', { name: 'Hold reminders' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Every invoice of the organization').check()
  const until = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('Until').fill(until)
  await dialog.getByLabel('Reason').fill('The treasurer is away')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Hold reminders' }).click()
  await expect(page.getByText('Reminders Held!')).toBeVisible()
  // The day that was chosen, west of UTC, too.
  await expect(reminders).toContainText(`Held until ${dayText(until)} for the organization: The treasurer is away`)
  await page.goto('/finance')
  const row = page
    .getByRole('table', { name: 'Overdue invoices and their reminders' })
    .getByRole('row')
    .filter({ hasText: billed.orgName })
  // The longest overdue stand first; those of other tests may fill what is shown at first.
  const more = page.getByRole('button', { name: 'Show more' })
  await expect(row.or(more).first()).toBeVisible()
  if (await more.isVisible()) await more.click()
  await expect(row).toContainText('The treasurer is away')
  await expectAccessible(page)
  await page.setViewportSize(TELEPHONE)
  await expectAccessible(page)
  const scrolled = page.getByRole('region', { name: 'Overdue invoices, scrolls sideways' })
  expect(await scrolled.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await row.getByRole('button', { name: /^Release/ }).click()
  await expect(page.getByText('Reminders Released!')).toBeVisible()
})
