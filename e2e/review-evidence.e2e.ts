import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { Page } from '@playwright/test'
import { decision, einStatus as ein, exemption, expectLastAct, whyKept } from './desk.ts'
import { newEin, unique } from './given.ts'
import { importRegistry, listed, submitted } from './registry.ts'
import { expect, expectAccessible, test } from './test.ts'

const chosen = (group: ReturnType<typeof ein>, name: string) => group.getByRole('radio', { name })
const record = (page: Page) => page.getByRole('table', { name: 'Facts and IRS record' })
const fact = (page: Page, field: string) => record(page).getByRole('row', { name: new RegExp(`^${field}`) })

test('what the IRS says stands under what was submitted, and a match is chosen already', {
  tag: '@walk',
}, async ({ console: page, platform, given, browserOf, consoleErrors }) => {
  const [number, name] = [newEin(), `Islamic Center of ${unique()}`]
  await importRegistry(platform, [listed(number, `${name.replace('Center', 'Centre')} Inc`, { ZIP: '94563-5217' })], [])
  const { orgId } = await submitted(given, name, number)
  await page.goto(`/varify-ein/${orgId}`)
  await expect(decision(page).getByText('Match', { exact: true })).toBeVisible()
  await expect(
    decision(page).getByRole('list', { name: 'Reasons for the verdict' }).getByRole('listitem'),
  ).not.toHaveCount(0)
  await expect(fact(page, 'Tax ID/EIN')).toContainText('Same in both')
  await expect(fact(page, 'Legal name').locator('del, ins'), 'nothing is marked beside a match').toHaveCount(0)
  await expect(fact(page, 'Legal name')).toContainText('Same name, other spelling')
  await expect(fact(page, 'ZIP code')).toContainText('2 digits. 94536 is 94563 in the IRS record.')
  await expect(fact(page, 'Subsection')).toContainText('501(c)(3)')
  await page.getByText(/^IRS files of [A-Z][a-z]{2} \d+, \d{4}$/).click()
  await expect(page.getByText(/^Deductible contributions \(Publication 78\): /)).toBeVisible()
  await expect(decision(page).getByText('In IRS file')).toBeVisible()

  await expect(chosen(ein(page), 'Approved')).toBeChecked()
  await expect(chosen(exemption(page), 'Approved')).toBeChecked()
  await expect(decision(page).getByText('Suggested, not saved')).toBeVisible()
  await page.getByRole('link', { name: 'Reviews' }).first().click()
  await expect(page, 'nobody is asked about a mere suggestion').toHaveURL(/\/reviews/)

  // What is compared then was never submitted.
  const edit = { params: { id: orgId }, body: { orgAddress: { city: 'Newark' } } }
  await given.asked(organizations.updateOrganization, edit)
  await page.goto(`/varify-ein/${orgId}`)
  await expect(fact(page, 'ZIP code').getByRole('term')).toHaveText(['Now', 'IRS'])
  await expect(page.getByText('1 change since').first()).toBeVisible()
  expect(consoleErrors).toEqual([])

  const manager = await browserOf(await given.staff('hikmah_manager'))
  await manager.goto(`/varify-ein/${orgId}`)
  await expect(decision(manager).getByText('Match', { exact: true })).toBeVisible()
  await expect(chosen(ein(manager), 'Pending'), 'who does not decide sees it as it stands').toBeChecked()
})

test('what a person chose is asked about, and who doubts the EIN is suggested nothing more', async ({
  console: page,
  platform,
  given,
}) => {
  const [number, name] = [newEin(), `Masjid ${unique()}`]
  await importRegistry(platform, [listed(number, name)], [])
  const { orgId } = await submitted(given, name, number)
  await page.goto(`/varify-ein/${orgId}`)
  await expect(chosen(exemption(page), 'Approved')).toBeChecked()
  await page.keyboard.press('r')
  await expect(chosen(ein(page), 'Rejected')).toBeChecked()
  await expect(chosen(exemption(page), 'Pending')).toBeChecked()
  await page.getByRole('link', { name: 'Reviews' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
})

test('another EIN that is typed is looked up at once, and nothing is chosen for it', async ({
  console: page,
  platform,
  given,
}) => {
  const [wrong, right, name] = [newEin(), newEin(), `Masjid ${unique()}`]
  await importRegistry(platform, [listed(right, name), listed(wrong, `Bakery ${unique()}`)], [])
  const { orgId } = await submitted(given, name, wrong)
  await page.goto(`/varify-ein/${orgId}`)
  await expect(decision(page).getByText('Different name', { exact: true })).toBeVisible()
  await expect(chosen(exemption(page), 'Pending')).toBeChecked()
  await page.keyboard.press('e')
  await expect(page.getByLabel('Tax ID/EIN')).toBeFocused()
  await page.keyboard.type(right)
  await expect(page.getByText(`This is about ${right}, as typed in the decision and not saved.`)).toBeVisible()
  await expect(decision(page).getByText('Match', { exact: true })).toBeVisible()
  await expect(decision(page).getByText('In IRS file')).toBeVisible()
  await expect(fact(page, 'Legal name').getByTitle(`IRS record: ${name.toUpperCase()}`)).toBeVisible()
  await expect(chosen(ein(page), 'Pending')).toBeChecked()
  await page.getByLabel('Tax ID/EIN').fill(newEin())
  await expect(decision(page).getByText('Not in IRS file')).toBeVisible()
  await expect(page.getByText('not listed', { exact: true }).filter({ visible: true })).toBeVisible()
  await expect(fact(page, 'Tax ID/EIN')).not.toContainText('Same in both')
})

test('a revoked exemption is suggested as rejected, and is rejected by a person alone', async ({
  console: page,
  platform,
  given,
}) => {
  const [number, name] = [newEin(), `Masjid ${unique()}`]
  await importRegistry(
    platform,
    [listed(newEin(), 'Another one')],
    [{ ein: number.replace('-', ''), name, on: '15-JAN-2022' }],
  )
  const { orgId } = await submitted(given, name, number)
  await page.goto(`/varify-ein/${orgId}`)
  await expect(decision(page).getByText('Revoked', { exact: true })).toBeVisible()
  await expect(fact(page, 'Exemption')).toContainText('Revoked Jan 15, 2022')
  await expect(chosen(exemption(page), 'Pending')).toBeChecked()
  await page.getByRole('button', { name: 'Reject with this reason' }).click()
  await expect(chosen(exemption(page), 'Rejected')).toBeChecked()
  await expect(page.getByLabel('Rejection reason')).toHaveValue(/2022/)
  await expectAccessible(page)
})

test('by keyboard a revoked exemption is rejected with the reason that the verdict suggests', async ({
  console: page,
  platform,
  given,
}) => {
  const [number, name] = [newEin(), `Masjid ${unique()}`]
  await importRegistry(
    platform,
    [listed(newEin(), 'Another one')],
    [{ ein: number.replace('-', ''), name, on: '15-JAN-2022' }],
  )
  const { orgId } = await submitted(given, name, number)
  await page.goto(`/varify-ein/${orgId}`)
  await expect(chosen(ein(page), 'Pending'), 'no verdict but a match chooses').toBeChecked()
  await page.keyboard.press('a')
  await page.keyboard.press('r')
  await expect(chosen(exemption(page), 'Rejected')).toBeChecked()
  const reason = page.getByLabel('Rejection reason')
  await expect(reason).toBeFocused()
  await expect(reason).toHaveValue(/2022/)
  await page.keyboard.press('Control+Enter')
  await expectLastAct(page, 'Approved EIN, rejected exemption')
})

test('of two who decide what the IRS lists, the later one is asked whose answer stays', async ({
  console: page,
  colleague,
  platform,
  given,
}) => {
  const [number, name] = [newEin(), `Masjid ${unique()}`]
  await importRegistry(platform, [listed(number, name)], [])
  const { orgId } = await submitted(given, name, number)
  await Promise.all([page, colleague].map((it) => it.goto(`/varify-ein/${orgId}`)))
  await expect(chosen(ein(page), 'Approved')).toBeChecked()
  await chosen(ein(page), 'Approved').focus()
  await page.keyboard.press('a')
  await page.keyboard.press('a')
  await chosen(exemption(colleague), 'Pending').check()
  await chosen(ein(colleague), 'Rejected').check()
  await whyKept(colleague).fill('Whoever sent this is no officer.')
  await colleague.keyboard.press('Control+Enter')
  await expectLastAct(colleague, 'Rejected EIN')

  await page.keyboard.press('Control+Enter')
  const conflict = page.getByRole('dialog', { name: 'Changed while you were editing' })
  await expect(conflict).toContainText('Samira Haddad saved this review')
  await expect(conflict.getByRole('row', { name: /EIN status/ })).toContainText('Rejected')
})

test('papers that come after the look void what was suggested too', async ({ console: page, platform, given }) => {
  const [number, name] = [newEin(), `Masjid ${unique()}`]
  await importRegistry(platform, [listed(number, name)], [])
  const { orgId, submitAgain } = await submitted(given, name, number)
  await page.goto(`/varify-ein/${orgId}`)
  await expect(chosen(exemption(page), 'Approved')).toBeChecked()
  await submitAgain()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert')).toContainText(/submitted new documents .* were not saved/)
  await expect(chosen(ein(page), 'Pending')).toBeChecked()
  await expect(chosen(exemption(page), 'Pending')).toBeChecked()
})

test('a key acts once however long it is held, and modifiers and fields keep it for themselves', async ({
  console: page,
  platform,
  given,
}) => {
  const [number, name] = [newEin(), `Masjid ${unique()}`]
  await importRegistry(platform, [listed(newEin(), 'Another one')], [])
  const { orgId } = await submitted(given, name, number)
  await page.goto(`/varify-ein/${orgId}`)
  await expect(chosen(ein(page), 'Pending')).toBeChecked()
  for (const keys of ['Shift+R', 'Alt+a', 'Control+Shift+Enter']) await page.keyboard.press(keys)
  await expect(chosen(ein(page), 'Pending')).toBeChecked()
  for (let time = 0; time < 4; time++) await page.keyboard.down('a')
  await page.keyboard.up('a')
  await expect(chosen(ein(page), 'Approved')).toBeChecked()
  await expect(chosen(exemption(page), 'Pending'), 'the second question waits for a second press').toBeChecked()

  for (let time = 0; time < 4; time++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  const save = page.getByRole('button', { name: 'Save and open next' })
  await expect(save, 'Enter leaves the answer and goes on').toBeFocused()
  await expect(chosen(exemption(page), 'Pending')).toBeChecked()
  await expect(decision(page).getByText('Not saved')).toBeVisible()
})

test('a claim warns the others and locks nothing', async ({ console: page, given, browserOf }) => {
  const { orgId, orgName } = await submitted(given, `Masjid ${unique()}`, newEin())
  const layla = await given.staff('hikmah_admin')
  const other = await browserOf(layla)
  await page.goto(`/varify-ein/${orgId}`)
  await expect(ein(page)).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByText(/^Claimed by you/)).toBeVisible()

  await other.goto(`/varify-ein/${orgId}`)
  await expect(other.getByRole('button', { name: 'Save, claimed by Samira Haddad' })).toBeVisible()
  await expectAccessible(other)
  await other.goto(`/reviews?q=${encodeURIComponent(orgName)}`)
  await expect(other.getByRole('row', { name: new RegExp(orgName) })).toContainText('Samira Haddad')
  await other.goto(`/varify-ein/${orgId}`)
  await other.getByRole('button', { name: 'Take over' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Take over' }).click()
  await expect(other.getByText(/^Claimed by you/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(new RegExp(`^Claimed by ${layla.name},`))).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the queue, the desk and the times are accessible on every screen, ${colorScheme}`, async ({
    console: page,
    platform,
    given,
  }) => {
    const [number, name] = [newEin(), `Islamic Center of ${unique()}`]
    await importRegistry(platform, [listed(number, name.replace('Center', 'Centre'), { DEDUCTIBILITY: '0' })], [])
    const { orgId } = await submitted(given, name, number)
    await page.emulateMedia({ colorScheme })
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/reviews?q=${encodeURIComponent(name)}`)
      await expect(page.getByText('Deductibility unknown')).toBeVisible()
      await expectAccessible(page)
      await page.goto(`/varify-ein/${orgId}`)
      await expect(record(page)).toBeVisible()
      await expectAccessible(page)
      await page.goto('/review-times')
      await expectAccessible(page)
    }
  })
}

test('a record is a filter of its own with its count, in the address', async ({ console: page, platform, given }) => {
  const [number, name] = [newEin(), `Masjid ${unique()}`]
  await importRegistry(platform, [listed(number, name)], [])
  await submitted(given, name, number)
  await page.goto(`/reviews?q=${encodeURIComponent(name)}`)
  const records = page.getByRole('navigation', { name: 'IRS record' })
  await expect(records.getByRole('link', { name: /^Match ?1$/ })).toBeVisible()
  await records.getByRole('link', { name: /^Match ?1$/ }).click()
  await expect(page).toHaveURL(/record=match/)
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('EIN, exemption')
  await page.getByRole('link', { name: `Review ${name}` }).click()
  await expect(page).toHaveURL(/record=match/)
  const queue = page.getByRole('navigation', { name: 'Reviews waiting' })
  await expect(queue.getByLabel('IRS record of the queue')).toHaveValue('match')
  await expect(queue.getByRole('link').filter({ hasNotText: /Match|Reinstated/ })).toHaveCount(0)
})

test('only who decides sees how long decisions took', async ({ given, browserOf }) => {
  const page = await browserOf(await given.staff('hikmah_manager'))
  await page.goto('/reviews')
  await expect(page.getByRole('table', { name: 'Reviews' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Time per decision' })).toBeHidden()
  await page.goto('/review-times')
  await expect(page.getByText('Only owners and admins can see how long decisions took')).toBeVisible()
})
