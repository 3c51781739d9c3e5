import { invites } from '@hikmah/contract/invites/endpoints'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { Page } from '@playwright/test'
import { decision, expectLastAct, whyKept } from './desk.ts'
import { unique } from './given.ts'
import { expect, expectAccessible, test } from './test.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'May be the same organization' })
const line = (page: Page, name: string) => panel(page).getByRole('listitem').filter({ hasText: name })

test('whoever invites an organization is told which one it may be already', async ({ console: page, given }) => {
  const word = unique()
  const { orgId } = await given.organization(`Masjid An-Noor ${word}`)
  await page.goto('/invite-organization')
  const name = page.getByLabel('Organization Name', { exact: true })
  await name.fill(`Masjid Hamza ${unique()}`)
  await expect(panel(page)).toBeHidden()

  await name.fill(`Noor Mosque ${word}`)
  await expect(line(page, word)).toContainText('Nearly the same name')
  await page.getByLabel('Phone', { exact: true }).fill('5105550142')
  await expect(line(page, word)).toContainText('Same phone, nearly the same name')
  await expectAccessible(page)

  await page.getByLabel('Phone', { exact: true }).fill('')
  await name.fill('')
  await name.fill(`Masjid Noor ${word}`)
  await expect(line(page, word)).toContainText('Nearly the same name')
  await expect(line(page, word).getByRole('link')).toHaveAttribute('href', `/organization-detail-${orgId}`)
})

test('who sends an invite again sees its namesakes above the form', async ({ console: page, given }) => {
  const orgName = `Masjid Al-Ihsan ${unique()}`
  const { orgId } = await given.organization(orgName)
  const { _id } = await given.asked(invites.inviteOrganization, {
    body: {
      orgName,
      orgAdmin: 'Yusuf Rahmani',
      orgEmail: `office@${unique()}.example`,
      phoneFax: { primaryPhone: '(775) 555-0188' },
    },
  })
  await page.goto(`/invite-organization-${_id}`)
  await expect(panel(page)).toContainText(`1 organization is also named ${orgName}`)
  await expect(panel(page).getByRole('link')).toHaveAttribute('href', `/organization-detail-${orgId}`)
  const [told, first] = [
    (await panel(page).boundingBox())!,
    (await page.getByLabel('Organization Name', { exact: true }).boundingBox())!,
  ]
  expect(told.y + told.height).toBeLessThanOrEqual(first.y)
  await expectAccessible(page)
})

test('an edit shows organizations of the same website or the same name in the city, and not itself', async ({
  console: page,
  given,
}) => {
  const word = unique()
  const first = await given.organization(`Islamic Center of ${word}`)
  const edit = { orgWebsite: `https://${word}.example`, orgAddress: { city: 'Ft. Wayne', state: 'IN' } }
  await given.asked(organizations.updateOrganization, { params: { id: first.orgId }, body: edit })
  const second = await given.organization(`Masjid ${unique()}`)
  await page.goto(`/edit-organization-detail-${second.orgId}`)
  await page.getByLabel('Website', { exact: true }).fill(`https://www.${word}.example/prayer-times`)
  await expect(line(page, word)).toContainText('Same phone, same website')
  await page.getByLabel('Organization Name', { exact: true }).fill(`Islamic Ctr. of ${word}, Inc.`)
  await page.getByLabel('City', { exact: true }).fill('Fort Wayne')
  await expect(line(page, word)).toContainText('Same phone, same website, nearly the same name')
  await expect(panel(page).getByText(second.orgName)).toBeHidden()
  await expectAccessible(page)
})

test('a review shows who has the same EIN, each one press away', async ({ console: page, given }) => {
  const first = await given.review(`Masjid ${unique()}`)
  const second = await given.review(`Masjid ${unique()}`, undefined, first.taxIdEin)
  await page.goto(`/varify-ein/${second.orgId}`)
  await expect(line(page, first.orgName)).toContainText('Same EIN')
  await expectAccessible(page)
  await line(page, first.orgName).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/organization-detail-${first.orgId}`))
})

test('an EIN that another organization holds is approved only by who says so', async ({ console: page, given }) => {
  const first = await given.review(`Masjid ${unique()}`)
  const second = await given.review(`Masjid ${unique()}`, undefined, first.taxIdEin)
  await page.goto(`/varify-ein/${second.orgId}`)
  await expect(page.getByRole('radiogroup', { name: 'EIN status' })).toBeVisible()
  await expect(decision(page), 'before anything is chosen').toContainText(
    `${first.orgName} (Pending) has this EIN too.`,
  )
  await page.keyboard.press('a')
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  const against = page.getByRole('region', { name: 'Another organization has this EIN' })
  await expect(against.getByRole('alert')).toBeVisible()
  await expect(against).toContainText(`${first.orgName} (Pending) has this EIN too.`)
  await expect(against.getByRole('link', { name: first.orgName })).toHaveAttribute(
    'href',
    new RegExp(`/organization-detail-${first.orgId}`),
  )
  await expect(whyKept(page), 'keys that are still pressed approve nothing').toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(whyKept(page)).toBeFocused()
  await expect(decision(page)).toContainText('Say why in 15 to 200 characters')
  await expectAccessible(page)
  await against.getByRole('button', { name: 'Parent and branch' }).click()
  await page.getByRole('button', { name: 'Approve against the record' }).click()
  await expectLastAct(page, 'Approved EIN')
  await page.goto(`/varify-ein/${second.orgId}`)
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText(`Confirmed, although also held by ${first.orgName} (Pending)`)
})
