import { acceptInvite } from '@hikmah/contract/accept-invite'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { afterUndoTime, saveHere } from './desk.ts'
import { newEin } from './given.ts'
import { codeIn, linkIn } from './platform.ts'
import { expect, expectAccessible, test } from './test.ts'

const EMAIL = 'office@noor.example'
const letter = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n').toString('base64')

test('from invite to approval: a mosque is invited by mail, accepts, is reviewed, gets a team and is approved', async ({
  console: page,
  platform,
  browser,
  consoleErrors,
}) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.getByRole('button', { name: 'INVITE ORG' }).first().click()
  await expect(page).toHaveURL(/\/invite-organization$/)

  const send = page.getByRole('button', { name: /invite/i }).last()
  await page.getByLabel('Organization Name').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByText('Required').first()).toBeVisible()
  await page.getByLabel('Organization Name').fill('Masjid An-Noor of Testville')
  await page.getByLabel('Admin Full Name').fill('Abdul Rahman Al Amin')
  await page.getByLabel('Email').fill('office@noor')
  await page.getByLabel('Email').blur()
  await expect(page.getByText('Enter valid email address')).toBeVisible()
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Phone').fill('555')
  await page.getByLabel('Phone').blur()
  await expect(page.getByText('Enter valid phone number')).toBeVisible()
  await page.getByLabel('Phone').fill('(510) 555-0142')
  await send.click()
  await expect(page.getByText('Invite sent successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\?tab=1/)
  await expect(page.getByRole('row', { name: /Masjid An-Noor of Testville/ })).toContainText('Invite Sent')

  const mail = await platform.mail.mailTo(EMAIL, /./)
  const code = codeIn(mail)
  const visitor = await browser.newContext()
  const mosque = await visitor.newPage()
  await mosque.goto(linkIn(mail).replace(/^http:\/\/[^/]+/, platform.url))
  await expect(mosque.getByText('Masjid An-Noor of Testville').first()).toBeVisible()
  await expectAccessible(mosque)
  const boxes = mosque.getByRole('checkbox')
  await expect(boxes.first()).toBeVisible()
  for (const box of await boxes.all()) await box.check()
  await mosque.getByLabel('Password', { exact: true }).fill('Copper-Kettle-31')
  const accepted = mosque.waitForResponse(/acceptInvite$/)
  await mosque.getByRole('button', { name: /accept/i }).click()
  const { data } = (await (await accepted).json()) as { data: { token: string; orgId: string } }
  await expect(mosque.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(mosque)
  await mosque.goto(`${platform.url}/accept-invite?code=${code}&email=${encodeURIComponent(EMAIL)}`)
  await expect(mosque.getByText(/already been used/)).toBeVisible()
  await visitor.close()

  const papers = { taxIdEin: newEin(), taxExempt: true, documents: [{ name: 'letter.pdf', data: letter }] }
  const submit = () =>
    platform.call(taxVerification.submitTaxPapers, { params: { orgId: data.orgId }, body: papers }, data.token)
  expect((await submit()).status).toBe(200)

  await page.goto('/reviews?q=An-Noor+of+Testville')
  await page
    .getByRole('link', { name: /Masjid An-Noor of Testville/ })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/varify-ein/${data.orgId}`))
  await page.reload()
  const ein = page.getByRole('radiogroup', { name: 'EIN status' })
  const exemption = page.getByRole('radiogroup', { name: 'Tax exemption status' })
  await ein.getByRole('radio', { name: 'Approved' }).check()
  await exemption.getByRole('radio', { name: 'Rejected' }).check()
  await page.getByLabel('Rejection reason').fill('Send both pages of the letter, please.')
  await saveHere(page)
  await expect(page.getByText('Tax exemptions Rejected').first()).toBeVisible()
  await afterUndoTime(platform)
  const verdict = await platform.mail.mailTo(EMAIL, /tax exemption rejected/)
  expect(verdict.text).toContain('Send both pages of the letter, please.')

  expect((await submit()).status).toBe(200)
  await page.reload()
  await expect(page.getByText('Tax exemptions Resubmitted').first()).toBeVisible()
  await exemption.getByRole('radio', { name: 'Approved' }).check()
  await saveHere(page)
  await expect(page.getByText('Tax exemptions Approved').first()).toBeVisible()

  await page.goto(`/edit-organization-detail-${data.orgId}`)
  await page.getByLabel('Shortname').fill('annoor')
  await page.getByText('Approved', { exact: true }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Saved Successfully!')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/organization-detail-${data.orgId}`))
  await expect(page.getByRole('radiogroup', { name: 'Org Status' })).toBeHidden()
  await expect(page.getByRole('main').getByText('Approved').first()).toBeVisible()
  await expect(page.getByText('annoor').first()).toBeVisible()

  await page.goto(`/add-team-member-${data.orgId}`)
  await page.getByLabel('Name', { exact: true }).fill('Maryam Al Amin')
  await page.getByLabel(/e-?mail/i).fill('maryam@noor.example')
  await page.getByLabel('Application').selectOption('DEENKIOSK')
  await page.getByLabel('Role', { exact: true }).selectOption('Editor')
  await page.getByRole('button', { name: /add role/i }).click()
  await page.getByRole('button', { name: 'Add Now' }).click()
  await expect(page).toHaveURL(/\/admin-organization/)
  const joining = await platform.mail.mailTo('maryam@noor.example', /./)
  const member = await platform.call(acceptInvite.acceptTeamInvite, {
    body: { code: codeIn(joining), email: 'maryam@noor.example', password: 'Blue-Lantern-4-Rivers' },
  })
  expect(member.status).toBe(200)
  await page.goto(`/organization-detail-${data.orgId}?tab=1`)
  await expect(page.getByRole('row', { name: /Maryam Al Amin/ })).toContainText('Active')
  await page
    .getByRole('row', { name: /Maryam Al Amin/ })
    .getByRole('button', { name: /delete|remove/i })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /remove|delete/i })
    .click()
  await expect(page.getByRole('row', { name: /Maryam Al Amin/ })).toBeHidden()

  await page.goto(`/organization-detail-${data.orgId}?tab=3`)
  await expect(page.getByRole('main').getByRole('row', { name: /terms/i }).first()).toBeVisible()
  expect(consoleErrors).toEqual([])
})
