import { organizationPlans } from '@hikmah/contract/organization-plans/endpoints'
import type { Page } from '@playwright/test'
import { billedOrganization } from './billed.ts'
import { expect, expectAccessible, test } from './test.ts'

const fact = (page: Page, term: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(term, { exact: true }) })
    .locator('dd')

const changeDialog = (page: Page) => page.getByRole('dialog', { name: 'Change DEENKIOSK Standard' })
const shownPrice = (page: Page) => changeDialog(page).getByLabel('The price')
async function changeTo(page: Page, quantity: string) {
  await page.getByRole('button', { name: 'Change plan' }).click()
  await changeDialog(page).getByLabel('Quantity').fill(quantity)
}

test('an organization without plans says so', async ({ console: page, given }) => {
  const { orgId } = await given.organization()
  await page.goto(`/plans/${orgId}`)
  await expect(page.getByRole('heading', { name: 'No Plans added' })).toBeVisible()
  await expect(page.getByText('Added Plans will be displayed and managed here')).toBeVisible()
})

test('a plan of an organization is looked at, changed at the price that was shown, cancelled and resumed', {
  tag: '@walk',
}, async ({ console: page, given, platform, owner, consoleErrors }) => {
  const { orgId, orgName } = await billedOrganization(platform, owner, given)
  await page.goto(`/organization-detail-${orgId}`)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Plans' }).click()
  await expect(page).toHaveURL(new RegExp(`/plans/${orgId}$`))
  const table = page.getByRole('table', { name: 'Manage Plans' })
  for (const header of ['PLAN', 'PRICE', 'BILLING CYCLE', 'STARTED', 'STATUS']) {
    await expect(table.getByRole('columnheader', { name: header })).toBeVisible()
  }
  const row = table.getByRole('row').filter({ hasText: '$720/yr' })
  await expect(row).toContainText('Annually')
  await expect(row).toContainText('Active')
  await expect(table.getByRole('row').filter({ hasText: '$29.50/mo' })).toContainText('Monthly')
  await expectAccessible(page)
  await row.getByRole('link', { name: /^Manage Plan/ }).click()

  await expect(page).toHaveURL(new RegExp(`/plans/details/${orgId}\\?plan=si_`))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Details', exact: true })).toBeVisible()
  await expect(page.getByText(`A plan of ${orgName}`)).toBeVisible()
  await expect(fact(page, 'Current Plan')).toHaveText('DEENKIOSK Standard')
  await expect(fact(page, 'Plan Price')).toHaveText('$720/yr for 2')
  await expect(fact(page, 'Billing Cycle')).toHaveText('Annually')
  await expect(fact(page, 'Next Payment on')).toHaveText(/^\w{3} \d+, \d{4}$/)
  await expect(fact(page, 'Next Payment Amount')).toHaveText('$720.00')
  await expect(fact(page, 'Payment Method')).toHaveText('VISA 4242')
  await expect(fact(page, 'Total Billed')).toHaveText('$648.00')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Change plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change DEENKIOSK Standard' })
  const change = dialog.getByRole('button', { name: 'Change plan' })
  await expect(change).toHaveAccessibleDescription('Choose another plan, cycle or quantity')
  await dialog.getByLabel('Quantity').fill('0')
  await expect(dialog.getByText('A whole number from 1 to 10000')).toBeVisible()
  await dialog.getByLabel('Quantity').fill('3')
  const charged = dialog.getByLabel('The price').locator('div').filter({ hasText: 'Charged now' })
  // 3 × $360 less the $648 that were paid for two.
  await expect(charged).toContainText(/\$43[12]\.\d\d/)
  await expectAccessible(page)
  const prices: string[] = []
  page.on('request', (request) => request.url().includes('/preview?') && prices.push(request.url()))
  await change.click()
  await expect(page.getByText('Plan Changed Successfully!')).toBeVisible()
  await expect(fact(page, 'Plan Price')).toHaveText('$1,080/yr for 3')
  expect(prices, 'what has been changed has no price any more').toEqual([])

  await page.getByRole('button', { name: 'Cancel plan' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel DEENKIOSK Standard?' })
  await question.getByRole('button', { name: 'Keep plan' }).click()
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await question.getByRole('button', { name: 'Cancel plan' }).click()
  await expect(page.getByText('Plan Canceled Successfully!')).toBeVisible()
  await expect(fact(page, 'Next Payment on')).toHaveText(/^None. Ends on /)
  await expect(page.getByText(/^ends \w{3} \d+, \d{4}$/)).toBeVisible()
  await page.goto(`/plans/${orgId}`)
  const ending = table.getByRole('row').filter({ hasText: '$1,080/yr' })
  await expect(ending).toContainText(/Activeends \w{3} \d+, \d{4}/)
  await ending.getByRole('link', { name: /^Manage Plan/ }).click()
  await page.getByRole('button', { name: 'Resume plan' }).click()
  await expect(page.getByText('Plan Resumed Successfully!')).toBeVisible()
  await expect(fact(page, 'Next Payment Amount')).toHaveText('$1,080.00')
  expect(consoleErrors).toEqual([])
})

test('who changes a plan that somebody else has just changed is shown what it is now', async ({
  console: page,
  given,
  platform,
  owner,
}) => {
  const { orgId, planId } = await billedOrganization(platform, owner, given)
  await page.goto(`/plans/details/${orgId}?plan=${planId}`)
  await expect(fact(page, 'Plan Price')).toHaveText('$720/yr for 2')
  const dialog = changeDialog(page)
  await changeTo(page, '3')
  await expect(shownPrice(page)).toContainText(/Charged now\$43[12]\.\d\d/)

  const { data } = await platform.call(
    organizationPlans.getOrganizationPlan,
    { params: { orgId }, query: {} },
    owner.token,
  )
  const id = data.stripeData.find(({ _id }) => _id === planId)!.planSubscriptionId
  const item = { params: { id, itemId: planId } }
  const { priceId } = (await platform.call(organizationPlans.readOrganizationPlan, item, owner.token)).data
  const prorationDate = Math.floor(Date.now() / 1000)
  const body = { itemId: planId, priceId, quantity: 5, prorationDate }
  const elsewhere = await platform.call(organizationPlans.changePlan, { params: { id }, body }, owner.token)
  expect(elsewhere.status).toBe(200)

  await dialog.getByRole('button', { name: 'Change plan' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This plan was changed while you were looking at it')
  await expect(dialog.getByLabel('Quantity')).toHaveValue('5')
  await expectAccessible(page)
  await dialog.getByLabel('Quantity').fill('6')
  await expect(dialog.getByLabel('The price')).toContainText(/Charged now\$3(60\.00|59\.99)/)
  await dialog.getByRole('button', { name: 'Change plan' }).click()
  await expect(page.getByText('Plan Changed Successfully!')).toBeVisible()
  await expect(fact(page, 'Plan Price')).toHaveText('$2,160/yr for 6')
})

test('what a smaller plan was credited pays for a larger one, and the price says so', async ({
  console: page,
  given,
  platform,
  owner,
}) => {
  const { orgId, planId } = await billedOrganization(platform, owner, given)
  await page.goto(`/plans/details/${orgId}?plan=${planId}`)
  const price = shownPrice(page)
  const dialog = changeDialog(page)
  await changeTo(page, '1')
  await expect(price).toContainText(/Credit for the next invoices\$28[78]\.\d\d/)
  await dialog.getByRole('button', { name: 'Change plan' }).click()
  await expect(fact(page, 'Plan Price')).toHaveText('$360/yr')
  await changeTo(page, '3')
  await expect(price).toContainText(/From credit−\$28[78]\.\d\d/)
  await expect(price).toContainText(/Charged now\$43[12]\.\d\d/)
  await dialog.getByRole('button', { name: 'Change plan' }).click()
  await expect(fact(page, 'Plan Price')).toHaveText('$1,080/yr for 3')
})

test('what a code takes off a change is said between its lines and the charge', async ({
  console: page,
  given,
  platform,
  owner,
}) => {
  const { orgId, planId } = await billedOrganization(platform, owner, given)
  const { provider } = await platform.sandbox()
  const { subscription } = await provider.subscriptionItems.retrieve(planId)
  const coupon = await provider.coupons.create({ percent_off: 10, duration: 'forever' })
  await provider.subscriptions.update(subscription, { discounts: [{ coupon: coupon.id }] })
  await page.goto(`/plans/details/${orgId}?plan=${planId}`)
  await changeTo(page, '3')
  await expect(shownPrice(page)).toContainText(/Subtotal\$43[12]\.\d\dDiscount−\$10[78]\.\d\dCharged now\$32[34]\.\d\d/)
  await expectAccessible(page)
})

test('a manager sees plans and receipts without the card, and is told why nothing can be changed', async ({
  browserOf,
  given,
  platform,
  owner,
}) => {
  const { orgId, paidId, planId, email } = await billedOrganization(platform, owner, given)
  const page = await browserOf({ userName: 'fatima.noor@hikmah.example', password: 'Bismillah-2026' })
  await page.goto(`/plans/details/${orgId}?plan=${planId}`)
  await expect(fact(page, 'Payment Method')).toHaveText('–')
  for (const name of ['Change plan', 'Cancel plan']) {
    await expect(page.getByRole('button', { name })).toHaveAccessibleDescription(
      'Only owners and admins can change plans',
    )
  }
  await page.goto(`/organization/orders/payment-receipt?id=${paidId}&orgId=${orgId}`)
  await expect(page.getByRole('article')).toContainText('$648.00')
  await expect(page.getByText(email)).toBeHidden()
  await expect(page.getByText('VISA')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Download Receipt' })).toHaveAccessibleDescription(
    /^Only owners and admins can download/,
  )
  await expectAccessible(page)
})

test('a plan is changed at the end of its period by the keyboard, which is shown, and kept after all', {
  tag: '@walk',
}, async ({ console: page, given, platform, owner, consoleErrors }) => {
  const { orgId, planId } = await billedOrganization(platform, owner, given)
  await page.goto(`/plans/details/${orgId}?plan=${planId}`)
  const dialog = changeDialog(page)
  await changeTo(page, '3')
  const later = dialog.getByRole('radio', {
    name: /^At the end of the period, \w{3} \d+, \d{4} Nothing is charged now/,
  })
  await expect(dialog.getByRole('radio', { name: /^Now/ })).toBeChecked()
  await expect(dialog).toContainText(
    /\$43[12]\.\d\d is charged now\. The next payment is \$1,080\.00 on \w{3} \d+, \d{4}/,
  )
  await expect(dialog).toContainText(
    /Nothing is charged now\. The next payment is \$1,080\.00 on .* The billing day stays\./,
  )
  await dialog.getByRole('radio', { name: /^Now/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(later).toBeChecked()
  await expect(shownPrice(page)).toHaveText('Charged now$0.00')
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Change at the end of the period' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Plan Change Planned!')).toBeVisible()
  const planned = /^Changes to 3 × DEENKIOSK Standard, \$1,080\.00 a year, on \w{3} \d+, \d{4}$/
  await expect(fact(page, 'Planned')).toHaveText(planned)
  await expect(fact(page, 'Plan Price')).toHaveText('$720/yr for 2')
  await expectAccessible(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await changeTo(page, '4')
  await expect(dialog).toContainText(/The change to 3 × DEENKIOSK Standard, .*, planned for .*, is dropped\./)
  await expect(dialog).toContainText(/, planned for .*, is replaced\./)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep plan' }).click()
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel DEENKIOSK Standard?' })
  await expect(question).toContainText(/, planned for .*, is dropped\./)
  await question.getByRole('button', { name: 'Keep plan' }).click()
  await page.setViewportSize({ width: 1280, height: 720 })

  await page.goto(`/plans/${orgId}`)
  const row = page.getByRole('table', { name: 'Manage Plans' }).getByRole('row').filter({ hasText: '$720/yr' })
  await expect(row).toContainText(/Changes to 3 × DEENKIOSK Standard, \$1,080\.00 a year, on/)
  await row.getByRole('link', { name: /^Manage Plan/ }).click()
  await page.getByRole('button', { name: 'Keep the current plan' }).click()
  await expect(page.getByText('Current Plan Kept!')).toBeVisible()
  await expect(page.getByText(planned)).toBeHidden()
  expect(consoleErrors).toEqual([])
})

test('a plan that is paid by invoice says what is due and shows no card, one that was refused says why', async ({
  console: page,
  given,
  platform,
  owner,
}) => {
  const { orgId } = await billedOrganization(platform, owner, given)
  await page.goto(`/plans/${orgId}`)
  const table = page.getByRole('table', { name: 'Manage Plans' })
  await table.getByRole('row').filter({ hasText: '$360/yr' }).getByRole('link').click()
  await expect(fact(page, 'Payment Method')).toHaveText('By invoice. No card is charged.')
  await expect(fact(page, 'Total Billed')).toHaveText('$0.00 paid')
  await expect(page.getByRole('term').filter({ hasText: /^(Total Billed|Owed)$/ })).toHaveText(['Total Billed', 'Owed'])
  await expect(fact(page, 'Owed')).toHaveText(/^\$360\.00, due on \w{3} \d+, \d{4}$/)

  const { provider, customerOf, price } = await platform.sandbox()
  const other = await given.organization()
  const customer = await customerOf({ id: other.orgId, name: other.orgName, email: '' }, 'pm_card_chargeDeclined')
  const { id } = await price('DEENWEB Premium', 4900)
  await provider.subscriptions.create({ customer: customer.id, items: [{ price: id }] })
  await expect(async () => {
    await page.goto(`/plans/${other.orgId}`)
    await expect(table).toContainText('$49.00 past due', { timeout: 1000 })
  }).toPass()
  await table.getByRole('link', { name: /^Manage Plan/ }).click()
  await expect(fact(page, 'Past due')).toHaveText(/^\$49\.00, since \w{3} \d+, \d{4}$/)
  await expect(fact(page, 'Last Refused')).toHaveText('The bank refused without a reason')
  await expect(page.getByText('Next Payment on')).toBeHidden()
  await expectAccessible(page)
  await fact(page, 'Past due').getByRole('link').click()
  await expect(page.getByRole('button', { name: 'Retry payment' })).toBeVisible()
})
