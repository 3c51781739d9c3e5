import { type Campaign, campaigns } from '@hikmah/contract/campaigns'
import type { Page } from '@playwright/test'
import { picture, unique } from './given.ts'
import { expectGood } from './integration-page.ts'
import type { Platform } from './platform.ts'
import { expect, expectAccessible, test } from './test.ts'
import { startWay } from './way.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const rowOf = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code })
/** What the details say under a term. */
const fact = (page: Page, term: string) =>
  page
    .getByRole('region', { name: 'Campaign details' })
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${term}$`) }) })
    .getByRole('definition')
/** What the form says of Stripe's under a term. */
const provided = (page: Page, term: string) =>
  page
    .getByRole('region', { name: 'From Stripe' })
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: term }) })
    .getByRole('definition')
const addNow = (page: Page) => page.getByRole('button', { name: 'Add Now' })

type Sandbox = Awaited<ReturnType<Platform['sandbox']>>
type NewCoupon = NonNullable<Parameters<Sandbox['provider']['coupons']['create']>[0]>

/** A promo code of the payment provider. */
async function promoCode(platform: Platform, coupon: NewCoupon = { percent_off: 25, duration: 'once' }) {
  const { provider } = await platform.sandbox()
  const { id } = await provider.coupons.create({ name: 'Eid', ...coupon })
  return provider.promotionCodes.create({
    code: `EID${unique().toUpperCase()}`,
    max_redemptions: 10,
    promotion: { type: 'coupon', coupon: id },
  })
}

test('a code of Stripe is imported, after one that is none was refused for five seconds', async ({
  console: page,
  platform,
  consoleErrors,
}) => {
  const { code } = await promoCode(platform)
  await page.goto('/campaign')
  await page.getByRole('button', { name: 'Add New Campaign' }).first().click()
  await expect(page).toHaveURL(/\/add-new-campaign$/)
  await expect(heading(page)).toHaveText('Add New Campaign')
  await expect(page.getByRole('radio', { name: 'Add From Stripe' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Custom Campaign' })).toBeDisabled()
  await expect(addNow(page)).toBeDisabled()

  const id = page.getByLabel('Stripe Promo ID')
  await id.fill('no-such-code')
  await expect(id).toHaveCSS('text-transform', 'uppercase')
  await expect(id).toHaveValue('no-such-code')
  await id.blur()
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid Promo Code!' })).toBeVisible()
  const said = Date.now()
  await expect(page.getByText('Invalid Promo Code!')).toBeHidden({ timeout: 8000 })
  expect(Date.now() - said).toBeGreaterThan(4000)
  await expectGood(page)

  // The one that was meant is a press away.
  const preview = page.getByRole('region', { name: 'What will be imported' })
  await id.fill(`${code}X`)
  await id.blur()
  await page.getByRole('button', { name: code, exact: true }).click()
  await expect(id).toHaveValue(code)
  await expect(preview).toContainText(code)
  await expect(preview.getByRole('link', { name: 'Open in Stripe' })).toHaveAttribute(
    'href',
    /\/promotion_codes\/promo_\w+$/,
  )

  await id.fill(code.toLowerCase())
  await id.blur()
  await expect(preview).toContainText(code)
  await expect(preview).toContainText('25% off once, all products')
  await expect(preview).toContainText('0 of 10')
  await expect(page.getByText('Found', { exact: true })).toBeVisible()
  await expectGood(page)
  await addNow(page).click()
  await expect(page).toHaveURL(/\/campaign$/)
  await expect(page.getByText('Campaign added from Stripe')).toBeVisible()
  await expect(rowOf(page, code)).toContainText('25%')
  await expect(rowOf(page, code)).toContainText('0/10')
  await expect(rowOf(page, code)).toContainText('Active')
  expect(consoleErrors).toEqual([])
})

test('a campaign is searched, filtered, and opened from its row', { tag: '@walk' }, async ({
  console: page,
  platform,
  given,
}) => {
  const { id, code } = await promoCode(platform, { amount_off: 1250, currency: 'usd', duration: 'forever' })
  await given.asked(campaigns.createCampaign, { body: { promoCode: id } })
  await page.goto(`/campaign?q=${code.toLowerCase()}`)
  await expect(rowOf(page, code)).toContainText('$12.50')
  await expect(rowOf(page, code)).toContainText('Forever')
  const tabs = page.getByRole('navigation', { name: 'Status' })
  await expect(tabs.getByRole('link')).toHaveText([/All/, /Maxed Out/, /Expired/, /Active/, /Inactive/])
  await tabs.getByRole('link', { name: /Expired/ }).click()
  await expect(page.getByText(/^No .+ match/)).toBeVisible()
  await tabs.getByRole('link', { name: /^Active/ }).click()
  await expectGood(page)
  await page.getByRole('link', { name: `See details of ${code}` }).click()
  await expect(page).toHaveURL(/\/campaign-details\?id=/)
  await page.reload()
  await expect(heading(page)).toContainText(code)
  await expect(fact(page, 'Discount Type')).toHaveText('Fixed amount')
  await page.goto('/campaign-details')
  await expect(page).toHaveURL(/\/campaign$/)
})

test('a code without a limit of its own has that of its coupon', async ({ console: page, platform, given }) => {
  const { provider } = await platform.sandbox()
  const coupon = await provider.coupons.create({ percent_off: 20, duration: 'once', max_redemptions: 5 })
  const { id, code } = await provider.promotionCodes.create({
    code: `HAJJ${unique().toUpperCase()}`,
    promotion: { type: 'coupon', coupon: coupon.id },
  })
  const { _id } = (await given.asked(campaigns.createCampaign, { body: { promoCode: id } })) as Campaign
  await page.goto(`/campaign?q=${code}`)
  await expect(rowOf(page, code)).toContainText('0/5')
  await page.goto(`/campaign-details?id=${_id}`)
  await expect(fact(page, 'Limit')).toHaveText('5 in total')
  await page.goto(`/edit-campaign?id=${_id}`)
  await expect(provided(page, 'Redemption Limit')).toHaveText('5')
})

test('what is ours of a campaign is edited, what is Stripe’s is only shown', async ({
  console: page,
  platform,
  given,
}) => {
  const { id, code } = await promoCode(platform)
  const { _id } = (await given.asked(campaigns.createCampaign, { body: { promoCode: id } })) as Campaign
  await page.goto(`/edit-campaign?id=${_id}`)
  await expect(heading(page)).toHaveText('Edit Campaign')
  for (const [label, value] of [
    ['Stripe Promo ID', id],
    ['Code Name', code],
    ['Discount Type', 'Percentage'],
    ['Value (%)', '25'],
    ['Redemption Limit', '10'],
    ['Duration', 'Once'],
    ['Applicable to', 'All products'],
    ['Valid Till', 'No end'],
  ] as const) {
    await expect(provided(page, label)).toHaveText(value)
    await expect(page.getByLabel(label, { exact: true }), 'it is no field').toHaveCount(0)
  }
  await expect(page.getByText(id)).toHaveCSS('text-transform', 'uppercase')
  await expect(provided(page, 'Code Name').getByText(code)).toHaveCSS('text-transform', 'uppercase')
  const status = page.getByLabel('Status')
  await expect(status).toHaveValue('Available')
  await expect(status.getByRole('option')).toHaveText([
    'Available',
    'Unavailable',
    'Defective',
    'Lost',
    'Locked',
    'Active',
    'Shipped',
  ])
  await expect(addNow(page)).toHaveAccessibleDescription('Choose the Campaign Type')

  await page.getByRole('button', { name: 'Choose Campaign Type' }).click()
  const types = page.getByRole('dialog', { name: 'Campaign Type' })
  await expect(types.getByRole('button', { name: /Discount Coupons|Promotion|Referral Codes/ })).toHaveCount(3)
  await expectAccessible(page)
  await types.getByRole('button', { name: /Promotion/ }).click()
  await page.getByLabel('Organization limit').fill('none')
  await page.getByLabel('Organization limit').blur()
  await expect(page.getByLabel('Organization limit')).toHaveAccessibleDescription(/Enter a whole number/)
  await page.getByLabel('Organization limit').fill('5')
  await status.selectOption('Locked')
  await page.getByLabel('Image', { exact: true }).setInputFiles(await picture('eid.png'))
  await expect(page.getByRole('img', { name: 'Image' })).toBeVisible()
  await expectGood(page)
  await addNow(page).click()

  await expect(page).toHaveURL(new RegExp(`/campaign-details\\?id=${_id}$`))
  await expect(fact(page, 'Campaign Type')).toHaveText('Promotion')
  await expect(fact(page, 'Organization limit')).toHaveText('5 organizations · kept here')
  await expect(fact(page, 'Status')).toHaveText('Marked Locked · kept here')
  await expect(page.getByRole('img', { name: 'eid.png' })).toBeVisible()
})

test('an address without a campaign says so, and leads to the campaigns', async ({ console: page }) => {
  await page.goto('/edit-campaign')
  await expect(page.getByRole('heading', { name: 'No campaign chosen' })).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await page.getByRole('link', { name: 'Go to the campaigns' }).click()
  await expect(page).toHaveURL(/\/campaign$/)
})

test('on a telephone what is done less often with a campaign is in its menu', async ({
  console: page,
  platform,
  given,
}) => {
  const { id } = await promoCode(platform)
  const { _id } = (await given.asked(campaigns.createCampaign, { body: { promoCode: id } })) as Campaign
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/campaign-details?id=${_id}`)
  await expect(page.getByRole('link', { name: 'Edit Campaign' })).toBeVisible()
  await page.getByRole('button', { name: 'More for this campaign' }).click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Update from Stripe' }).click()
  await expect(page.getByText('Campaign updated from Stripe')).toBeVisible()
  await page.getByRole('button', { name: 'More for this campaign' }).click()
  await page.getByRole('menuitem', { name: 'DELETE CAMPAIGN' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Delete campaign' })).toBeVisible()
})

test('the details show who used the code, and the campaign is deleted after a question', async ({
  console: page,
  platform,
  given,
}) => {
  const { provider, customerOf, price } = await platform.sandbox()
  const code = await promoCode(platform)
  const { _id } = (await given.asked(campaigns.createCampaign, { body: { promoCode: code.id } })) as Campaign
  await page.goto(`/campaign-details?id=${_id}`)
  const history = page.getByRole('region', { name: 'Redemption History' })
  await expect(history.getByText('Not redeemed yet')).toBeVisible()
  const { orgId, orgName, email } = await given.organization()
  const customer = await customerOf({ id: orgId, name: orgName, email })
  await provider.subscriptions.create({
    customer: customer.id,
    items: [{ price: (await price('DEENKIOSK Standard', 4000)).id }],
    discounts: [{ promotion_code: code.id }],
  })
  await expect(async () => {
    await page.reload()
    await expect(history.getByRole('row', { name: new RegExp(orgName) })).toContainText(
      /\$40.00\s*−\$10.00\s*\$30.00/,
      { timeout: 1500 },
    )
  }).toPass({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Update from Stripe' }).click()
  await expect(page.getByText('Campaign updated from Stripe')).toBeVisible()
  const use = page.getByRole('list', { name: 'Use' })
  await expect(use.getByRole('listitem').filter({ hasText: 'Used' })).toContainText('1of 10')
  await expect(use.getByRole('listitem').filter({ hasText: 'Given away' })).toContainText('$10.00on $40.00 of orders')
  await expect(page.getByText('25% off once, all products')).toBeVisible()
  for (const label of ['Valid From', 'Limit', 'Valid Till', 'Applicable to', 'Created by', 'Value', 'Stripe Promo ID'])
    await expect(fact(page, label)).not.toHaveText('–')
  await expectGood(page)

  await page.getByRole('button', { name: 'DELETE CAMPAIGN' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete campaign' }).click()
  await expect(page).toHaveURL(/\/campaign$/)
  await expect(page.getByText('Campaign Deleted Successfully!')).toBeVisible()
  expect((await provider.promotionCodes.retrieve(code.id)).active).toBe(false)
  await page.goto(`/campaign-details?id=${_id}`)
  await expect(heading(page)).toHaveText('Campaign not found')
})

test('a manager reads campaigns and changes none', async ({ browserOf, platform, given }) => {
  const { id, code } = await promoCode(platform)
  const { _id } = (await given.asked(campaigns.createCampaign, { body: { promoCode: id } })) as Campaign
  const page = await browserOf(await given.staff('hikmah_manager'))
  await page.goto(`/campaign-details?id=${_id}`)
  await expect(heading(page)).toContainText(code)
  await expect(page.getByRole('button', { name: 'DELETE CAMPAIGN' })).toBeDisabled()
  await page.goto('/campaign')
  await expect(page.getByRole('button', { name: 'Add New Campaign' }).first()).toBeDisabled()
})

test('without campaigns the list says so and leads to the first', async ({ console: page, platform }) => {
  const meta = { total: 0, page: 1, limit: 10, counts: { all: 0 }, whole: 0 }
  const way = await startWay(platform.url, {
    rewrite: ({ path }) =>
      path.startsWith('/api/hikmah/allcampaigns') ? JSON.stringify({ data: [], meta }) : undefined,
  })
  await page.goto(`${way.url}/campaign`)
  await expect(page.getByRole('heading', { name: 'No Campaign Created' })).toBeVisible()
  await page.getByRole('button', { name: 'Add New Campaign' }).last().click()
  await expect(page).toHaveURL(/\/add-new-campaign$/)
  await way.stop()
})

test('what is kept here is chosen with the import, and a code that is here already is refreshed and keeps its own', async ({
  console: page,
  platform,
}) => {
  const { code } = await promoCode(platform)
  await page.goto('/add-new-campaign')
  await page.getByLabel('Stripe Promo ID').fill(code)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('heading', { level: 3, name: code })).toBeVisible()
  const own = page.getByRole('region', { name: 'Kept here, not in Stripe' })
  await own.getByLabel('Campaign Type').selectOption('Promotion')
  await own.getByLabel('Organization limit').fill('0.5')
  await addNow(page).click()
  await expect(own.getByLabel('Organization limit')).toHaveAccessibleDescription(/Enter a whole number/)
  await own.getByLabel('Organization limit').fill('3')
  await addNow(page).click()
  await expect(page.getByText('Campaign added from Stripe')).toBeVisible()

  await page.goto('/add-new-campaign')
  await page.getByLabel('Stripe Promo ID').fill(code)
  await page.getByLabel('Stripe Promo ID').blur()
  await expect(page.getByText(`${code} was imported on`)).toBeVisible()
  await expect(own).toBeHidden()
  await addNow(page).click()
  await expect(page.getByText('Already imported; refreshed from Stripe')).toBeVisible()
  await page.getByRole('link', { name: `See details of ${code}` }).click()
  await expect(fact(page, 'Campaign Type')).toHaveText('Promotion')
  await expect(fact(page, 'Organization limit')).toHaveText('3 organizations · kept here')
})

test('of several codes with one name the one in force is offered first, and another can be chosen', async ({
  console: page,
  platform,
}) => {
  const { provider } = await platform.sandbox()
  const old = await promoCode(platform, { percent_off: 20, duration: 'forever' })
  await provider.promotionCodes.update(old.id, { active: false })
  const { id: coupon } = await provider.coupons.create({
    percent_off: 15,
    duration: 'repeating',
    duration_in_months: 3,
  })
  await provider.promotionCodes.create({ code: old.code, promotion: { type: 'coupon', coupon } })
  await page.goto('/add-new-campaign')
  await page.getByLabel('Stripe Promo ID').fill(old.code)
  await page.keyboard.press('Tab')
  const matches = page.getByRole('radiogroup', { name: `2 promotion codes are named ${old.code}` })
  await expect(matches.getByRole('radio', { name: '15% off for 3 months' })).toBeChecked()
  await matches.getByRole('radio', { name: '15% off for 3 months' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('region', { name: 'What will be imported' })).toContainText('20% off forever')
  await expectGood(page)
})

test('while Stripe cannot be asked an import says so and can be tried again', async ({ console: page, platform }) => {
  const { id, code } = await promoCode(platform)
  const { control } = await platform.sandbox()
  await page.goto('/add-new-campaign')
  await page.getByLabel('Stripe Promo ID').fill(id)
  await control('faults', { status: 500, times: 100 })
  await page.getByLabel('Stripe Promo ID').blur()
  await expect(page.getByRole('alert')).toContainText('The payment provider cannot be reached')
  await control('faults', { clear: true })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('region', { name: 'What will be imported' })).toContainText(code)
  await addNow(page).click()
  await expect(page.getByText('Campaign added from Stripe')).toBeVisible()
  await expect(rowOf(page, code)).toBeVisible()
})
