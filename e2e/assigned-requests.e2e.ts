import { fact, save } from './communication-pages.ts'
import { unique } from './given.ts'
import { filterBy } from './list-page.ts'
import { expect, test } from './test.ts'

test('a real member of staff is chosen from the team', async ({ console: page, given }) => {
  const { id } = await given.demoRequest()
  await page.goto(`/request-respond-${id}`)
  await expect(page.getByText(/The team could not be loaded/)).toBeHidden()
  await page.getByRole('combobox', { name: 'Assignee' }).click()
  await expect(page.getByRole('option', { name: /DC Admin/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /Samira Haddad\s*Owner/ })).toBeVisible()
  await page.getByRole('combobox', { name: 'Assignee' }).fill('dc')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Assignee' }).fill('samira')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Take it' }).click()
  await save(page)
  await expect(fact(page, 'Assignee')).toHaveText('Samira Haddad Owner')
  await page.goto(`/request-respond-${id}`)
  await expect(page.getByRole('combobox', { name: 'Assignee' })).toHaveValue('Samira Haddad')
})

test('a list shows what is assigned to me, and who is given something is told', async ({
  console: page,
  browserOf,
  platform,
  given,
}) => {
  const [mark, bilal] = [unique(), await given.staff('hikmah_manager', { name: 'Bilal Chaudhry' })]
  const [mine, others] = [await given.demoRequest(`Amina ${mark}`), await given.demoRequest(`Yusuf ${mark}`)]
  await page.goto(`/request-respond-${mine.id}`)
  const before = platform.mail.received.length
  await page.getByRole('combobox', { name: 'Assignee' }).fill('bilal')
  await page
    .getByRole('option', { name: /Bilal Chaudhry/ })
    .first()
    .click()
  await save(page)
  await expect(page.getByText('Demo request updated successfully')).toBeVisible()
  const told = await platform.mail.mailTo(bilal.userName, /Assigned to you/, before)
  expect(told.text).toContain(`/request-details-${mine.id}`)
  const theirs = await browserOf(bilal)
  await theirs.goto(`/communication?q=${mark}`)
  await expect(theirs.getByRole('row', { name: others.name })).toBeVisible()
  await filterBy(theirs, 'Assigned to me')
  await expect(theirs).toHaveURL(/assignee=me/)
  await expect(theirs.getByRole('row', { name: mine.name })).toBeVisible()
  await expect(theirs.getByRole('row', { name: others.name })).toBeHidden()
})

test('what was wrongly suspected as spam is freed of it by a manager who assigns it', async ({ browserOf, given }) => {
  const { id } = await given.demoRequest(undefined, { website: 'filled by a browser' })
  const page = await browserOf(await given.staff('hikmah_manager'))
  await page.goto(`/request-details-${id}`)
  await expect(page.getByText('Suspected spam').first()).toBeVisible()
  await page.getByLabel('This is not spam').check()
  await save(page)
  await expect(page.getByText('Demo request updated successfully')).toBeVisible()
  await expect(page.getByText('Suspected spam')).toBeHidden()
})
