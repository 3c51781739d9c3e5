import { contactInquiries } from '@hikmah/contract/communication/endpoints'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { Locator, Page } from '@playwright/test'
import { billedOrganization } from './billed.ts'
import type { Given } from './test.ts'
import { expect, expectAccessible, test } from './test.ts'

const step = (page: Page, name: string) =>
  page
    .getByRole('list', { name: /^Setup, / })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^\\d?${name}`) })

const approveBoth = (given: Given, orgId: string) =>
  given.asked(taxVerification.decideTaxReview, {
    params: { orgId },
    body: { taxIdEinDetail: { status: 'Approved' }, taxExemptDetail: { status: 'Approved' } },
  })

const asks = (given: Given, email: string, message: string) =>
  given.asked(contactInquiries.createInquiry, {
    body: { name: 'Yusuf Rahmani', email, phone: '', inquiryType: 'Support', message },
  })

/** Nothing is wider than the screen, and no two acts of the heading lie over each other. */
async function expectRoom(page: Page, acts: Locator[]) {
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  const boxes = await Promise.all(acts.map((act) => act.boundingBox()))
  const width = page.viewportSize()!.width
  for (const [i, box] of boxes.entries()) {
    expect(box!.x).toBeGreaterThanOrEqual(0)
    expect(box!.x + box!.width).toBeLessThanOrEqual(width)
    for (const other of boxes.slice(i + 1)) {
      const apart =
        box!.x + box!.width <= other!.x ||
        other!.x + other!.width <= box!.x ||
        box!.y + box!.height <= other!.y ||
        other!.y + other!.height <= box!.y
      expect(apart).toBe(true)
    }
  }
}

test('the page of an organization says what is done, what comes next and whose turn it is', { tag: '@walk' }, async ({
  console: page,
  given,
  consoleErrors,
}) => {
  const { orgId, orgName, taxIdEin } = await given.review()
  await page.goto(`/organization-detail-${orgId}`)
  await expect(page.getByText(/^Joined \w{3} \d+, \d{4} · Admin Yusuf Rahmani/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Setup, 2 of 5 done' })).toBeVisible()
  await expect(step(page, 'Invite accepted')).toContainText(/, done \w{3} \d+, (at once|in \d+ min)/)
  await expect(step(page, 'Papers')).toContainText(/1 paper, sent \w{3} \d+/)
  await expect(step(page, 'Approval')).toHaveAttribute('aria-current', 'step')
  await expect(step(page, 'Approval')).toContainText('Waits for us')
  await expect(step(page, 'Plan')).toContainText('None yet, theirs to choose')
  await expect(step(page, 'Device')).toContainText(/None yet, \w+ in stock/)

  const reviews = page.getByRole('table', { name: 'VERIFICATION' })
  await expect(reviews.getByRole('row', { name: /^Tax ID\/EIN/ })).toContainText(taxIdEin)
  await expect(reviews.getByRole('row', { name: /^Tax Exemption claimed/ })).toContainText('Pending')
  await expectAccessible(page)
  await step(page, 'Approval').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/varify-ein/${orgId}`))

  await page.goto(`/organization-detail-${orgId}`)
  await expect(page.getByRole('tab', { name: 'VERIFICATION' })).toContainText('2 waiting')
  await approveBoth(given, orgId)
  await page.goto(`/organization-detail-${orgId}`)
  await expect(page.getByRole('tab', { name: 'VERIFICATION' })).not.toContainText('waiting')
  await expect(step(page, 'Approval')).toContainText('Reviews done, waits for us')
  await step(page, 'Approval').getByRole('button').click()
  const question = page.getByRole('dialog', { name: `Approve ${orgName}?` })
  await question.getByRole('button', { name: 'Approve organization' }).click()
  await expect(step(page, 'Approval')).toContainText(/Approved \w{3} \d+/)
  await expect(step(page, 'Plan')).toHaveAttribute('aria-current', 'step')
  await step(page, 'Plan').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/plans/${orgId}`))
  expect(consoleErrors).toEqual([])
})

test('an organization that has everything says in one line when it was set up', async ({
  console: page,
  platform,
  owner,
  given,
}) => {
  const { orgId } = await given.organization()
  await page.goto(`/organization-detail-${orgId}`)
  await expect(step(page, 'Papers')).toContainText('None yet, theirs to send')
  await step(page, 'Papers').getByRole('link').click()
  await expect(page.getByRole('tab', { name: 'VERIFICATION' })).toHaveAttribute('aria-selected', 'true')

  const billed = await billedOrganization(platform, owner, { organization: given.review })
  const id = billed.orgId
  await approveBoth(given, id)
  await given.asked(organizations.changeOrganizationStatus, { params: { id }, body: { status: 'approved' } })
  await page.goto(`/organization-detail-${id}`)
  await expect(step(page, 'Plan')).toContainText(/3 plans since/)
  await step(page, 'Device').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/select-hardware/${id}`))

  await given.assigned(id, 'Lobby')
  await page.goto(`/organization-detail-${id}`)
  const folded = page.getByText(/^Set up \w{3} \d+$/)
  await expect(folded).toBeVisible()
  await expect(step(page, 'Device')).toBeHidden()
  await folded.click()
  await expect(step(page, 'Device')).toContainText(/1 device since/)
})

test('what was written to an organization and what it asked stand together', async ({
  console: page,
  browserOf,
  given,
}) => {
  const { orgId, email } = await given.review()
  await approveBoth(given, orgId)
  await asks(given, email, 'Can two people share one sign-in?')
  await page.goto(`/organization-detail-${orgId}`)
  const letters = page.getByRole('region', { name: 'Emails and inquiries' })
  await expect(letters).toContainText(/\d+ emails, 1 inquiry/)
  await expect(letters.getByRole('listitem')).toHaveCount(3)
  await expect(letters.getByRole('listitem').first()).toContainText(
    'Can two people share one sign-in? asked by Yusuf Rahmani',
  )
  await expect(letters.getByRole('listitem').nth(1)).toContainText(/^EIN approved, tax exemption approved to office@/)
  const all = letters.getByRole('button', { name: 'All emails and inquiries' })
  const emails = Number(/(\d+) emails/.exec(await letters.innerText())?.[1])
  await all.click()
  await expect(letters.getByRole('listitem')).toHaveCount(emails + 1)
  await expect(all).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(letters.getByText('Email sent').first(), 'a telephone says too whether it was sent').toBeVisible()

  const manager = await browserOf(await given.staff('hikmah_manager'))
  await manager.goto(`/organization-detail-${orgId}`)
  const questions = manager.getByRole('region', { name: 'Inquiries', exact: true })
  await expect(questions.getByRole('listitem')).toHaveCount(1)
  await expect(questions).not.toContainText('email')
  await expectAccessible(manager)

  await letters.getByRole('link', { name: 'Can two people share one sign-in?' }).click()
  await expect(page).toHaveURL(/\/communication\/contact-us-details\?id=/)
})

test('on a telephone the acts of an organization fit, and the rest is in a menu', async ({ console: page, given }) => {
  const { orgId } = await given.review()
  const more = page.getByRole('button', { name: 'More for this organization' })
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    for (const tab of ['', '?tab=1', '?tab=2', '?tab=3']) {
      await page.goto(`/organization-detail-${orgId}${tab}`)
      const edit = page.getByRole('link', { name: 'Edit Organization' }).first()
      await expectRoom(page, [edit, page.getByRole('link', { name: /^Review, / }), more])
    }
  }
  await expectAccessible(page)
  await more.click()
  await expect(page.getByRole('menuitem')).toHaveText(['Invite a team member', 'Assign a device'])
  await page.getByRole('menuitem', { name: 'Invite a team member' }).click()
  await expect(page).toHaveURL(new RegExp(`/add-team-member-${orgId}`))
})

test('an invite is blue when sent and green when accepted, and neutral otherwise', async ({ console: page, given }) => {
  const { orgName, orgId } = await given.organization()
  const badgeOf = (status: string) => page.getByRole('row', { name: orgName }).getByText(status, { exact: true })
  const colorOf = async (status: string) => {
    await page.goto(`/dashboard?tab=1&q=${encodeURIComponent(orgName)}`)
    return badgeOf(status).evaluate((badge) => badge.ownerDocument.defaultView?.getComputedStyle(badge).color)
  }
  const onboarding = await colorOf('onboarding')
  const set = (status: 'approved' | 'blocked') =>
    given.asked(organizations.changeOrganizationStatus, { params: { id: orgId }, body: { status } })
  await set('blocked')
  expect(await colorOf('blocked')).toBe(onboarding)
  await set('approved')
  expect(await colorOf('accepted')).not.toBe(onboarding)
})
