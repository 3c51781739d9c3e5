import { readFileSync } from 'node:fs'
import { contactInquiries } from '@hikmah/contract/communication/endpoints'
import { unique } from './given.ts'
import { expect, expectAccessible, rememberSession, test } from './test.ts'

test('what is kept about a person is looked up, downloaded and erased', { tag: '@walk' }, async ({
  console: page,
  platform,
  owner,
  consoleErrors,
}) => {
  const email = `khadija.${unique()}@masjid.example`
  const body = { name: 'Khadija Diallo', email, message: 'Please call me.' }
  await platform.call(contactInquiries.createInquiry, { body })

  await page.goto('/retention')
  const box = page.getByRole('region', { name: 'What is kept about a person' })
  const field = box.getByRole('textbox', { name: 'Email' })
  await field.fill('khadija')
  await field.press('Enter')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.fill(email.toUpperCase())
  await field.press('Enter')
  await expect(box.getByRole('status')).toContainText('1 record about')
  const row = box.getByRole('row', { name: 'Contact inquiries 1 Yes' })
  await expect(row).toBeVisible()
  await expectAccessible(page)

  const saving = page.waitForEvent('download')
  await box.getByRole('button', { name: 'Download' }).click()
  expect(readFileSync(await (await saving).path(), 'utf8')).toContain('Please call me.')

  await box.getByRole('button', { name: 'Erase…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase what is kept about a person?' })
  const again = dialog.getByRole('textbox', { name: 'Type the email again' })
  await expect(again).toBeFocused()
  await again.fill('another@masjid.example')
  await again.press('Enter')
  await expect(dialog).toContainText('This is not the email above')
  await expect(again).toBeFocused()
  await expectAccessible(page)
  await again.fill(email)
  await again.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(box).toContainText('Erased for good: 1 record.')
  await expect(box).toContainText(`Nothing is kept about ${email.toUpperCase()}.`)
  await expect(row).toBeHidden()
  const { data } = await platform.call(contactInquiries.listInquiries, { query: { q: email } }, owner.token)
  expect(data).toEqual([])
  expect(consoleErrors.filter((error) => !error.includes('400'))).toEqual([])
})

test('a manager sees nothing of it', async ({ page, platform, given }) => {
  await rememberSession(page, await platform.signIn(await given.staff('hikmah_manager')))
  await page.goto('/retention')
  await expect(page.getByRole('heading', { level: 1, name: 'Data retention' })).toBeVisible()
  await expect(page.getByText('What is kept about a person')).toHaveCount(0)
})
