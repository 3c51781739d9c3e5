import { organizations } from '@hikmah/contract/organizations/endpoints'
import { papersLink } from '@hikmah/contract/papers-link'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { afterUndoTime, decision, einStatus, exemption, expectLastAct, saveHere } from './desk.ts'
import { newEin, unique } from './given.ts'
import { importRegistry, listed, submitted } from './registry.ts'
import { expect, expectAccessible, test } from './test.ts'

// What the decision offers beside its two questions.

test('a review that is opened again asks why, and the mosque reads it', async ({ console: page, platform, given }) => {
  const { orgId, orgName, email } = await given.review()
  await page.goto(`/varify-ein/${orgId}`)
  await einStatus(page).getByRole('radio', { name: 'Approved' }).check()
  await exemption(page).getByRole('radio', { name: 'Approved' }).check()
  await saveHere(page)
  await expectLastAct(page, `Approved both: ${orgName}`)

  await exemption(page).getByRole('radio', { name: 'Pending' }).check()
  const why = decision(page).getByLabel('Why it is reopened (optional)')
  await expect(why).toBeVisible()
  await expect(decision(page)).toContainText('Without a reason, the email only says that it is reviewed again.')
  await expect(decision(page).getByRole('button', { name: 'Name differs' })).toBeHidden()
  await why.fill('The letter is of another mosque.')
  await decision(page).getByRole('button', { name: 'Read it' }).click()
  await expect(page.getByRole('region', { name: 'The letter' })).toContainText('The letter is of another mosque.')
  await expectAccessible(page)
  const after = platform.mail.received.length
  await saveHere(page)
  await expectLastAct(page, `Reopened exemption: ${orgName}`)
  await afterUndoTime(platform)
  const mail = await platform.mail.mailTo(email, /under review again/, after)
  expect(mail.text).toContain('The letter is of another mosque.')
})

test('a name that is nearly the same is taken from the record or kept, and taken back', async ({
  console: page,
  platform,
  given,
}) => {
  const [ein, word] = [newEin(), unique()]
  const sent = `Masjid Al-Hidayah ${word} of Salem`
  const irs = `Masjid Al-Hidayah ${word} of West Salem`
  await importRegistry(platform, [listed(ein, irs, { ZIP: '94501' })], [])
  const { orgId } = await submitted(given, sent, ein)
  const nameOnFile = async () => (await given.asked(organizations.readOrganization, { params: { id: orgId } })).orgName
  await page.goto(`/varify-ein/${orgId}`)
  await expect(decision(page).getByText('Name is similar')).toBeVisible()
  const hint = decision(page).getByRole('region', { name: 'Name on file' })
  await expect(hint).toBeHidden()
  await page.keyboard.press('a')
  await expect(hint).toContainText('Same organization? If so, correct the name on file too.')
  await expectAccessible(page)

  await hint.getByRole('button', { name: 'Use the IRS name' }).click()
  await expectLastAct(page, 'Took the IRS name')
  expect((await nameOnFile()).toLowerCase()).toBe(irs.toLowerCase())
  await expect(decision(page).getByText('Match', { exact: true })).toBeVisible()
  await expect(einStatus(page).getByRole('radio', { name: 'Approved' }), 'the choice stays').toBeChecked()
  await expect(page.getByText('Your choices were about the older one')).toBeHidden()
  await expect(hint).toBeHidden()
  await page.locator('h1').click()
  await page.keyboard.press('u')
  await expectLastAct(page, `Took the sent name again: ${sent}`)
  expect(await nameOnFile()).toBe(sent)

  await page.reload()
  await einStatus(page).getByRole('radio', { name: 'Approved' }).check()
  await hint.getByRole('button', { name: 'Keep the sent name' }).click()
  await expect(hint).toBeHidden()
  expect(await nameOnFile()).toBe(sent)
})

test('while papers are awaited the decision reminds of them, and ends the link', async ({
  console: page,
  platform,
  given,
}) => {
  const { orgId, email } = await given.review()
  await given.asked(taxVerification.decideTaxReview, {
    params: { orgId },
    body: { askForNewSubmission: true, missing: ['articles'] },
  })
  await afterUndoTime(platform)
  await page.goto(`/varify-ein/${orgId}`)
  const awaited = decision(page).getByRole('region', { name: 'Waiting for papers' })
  await expect(awaited).toContainText(/Reminded by itself on [A-Z][a-z]{2} \d+\. On [A-Z][a-z]{2} \d+ the link ends/)
  await expect(decision(page).getByRole('button', { name: 'Ask for other papers' })).toBeVisible()
  const link = page.getByRole('region', { name: 'Papers link' })
  await expect(link.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expect(link.getByRole('button', { name: 'Send again' })).toBeHidden()
  await expectAccessible(page)

  const after = platform.mail.received.length
  await page.locator('h1').click()
  await page.keyboard.press('s')
  await page.getByRole('dialog').getByRole('button', { name: 'Send the reminder' }).click()
  await expect(awaited.getByRole('status')).toHaveText(
    `A new link was sent to ${email}. Only this one takes papers now.`,
  )
  expect((await platform.mail.mailTo(email, /send your tax documents/, after)).text).toContain('/submit-papers/')

  await awaited.getByRole('button', { name: 'End the link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End the link' }).click()
  await expect(awaited).toBeHidden()
  await expect(decision(page).getByRole('button', { name: 'Ask for papers' })).toBeVisible()
  const read = await given.asked(papersLink.readPapersLink, { params: { orgId } })
  expect(read?.state).toBe('revoked')
})
