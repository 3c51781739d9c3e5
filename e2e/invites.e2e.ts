import { invites } from '@hikmah/contract/invites/endpoints'
import { unique } from './given.ts'
import { codeIn } from './platform.ts'
import { expect, expectAccessible, test } from './test.ts'

test('the invite form says what it needs, counts, and sends a double click once', { tag: '@walk' }, async ({
  console: page,
  platform,
  given,
  consoleErrors,
}) => {
  const [orgName, email] = [`Masjid ${unique()}`, `office@${unique()}.example`]
  await page.goto('/invite-organization')
  const send = page.getByRole('button', { name: 'Send invite' })
  const code = page.getByLabel('Invite code')
  await expect(send).toBeDisabled()
  await expect(send).toHaveAccessibleDescription(/Organization Name, Admin Full Name, Email and Phone/)
  await expect(code).toHaveValue(/^[1-9]\d{5}$/)
  await expect(code).toHaveJSProperty('readOnly', true)

  const field = (label: string) => page.getByLabel(label, { exact: true })
  await field('Organization Name').fill(orgName)
  await send.click({ force: true })
  await expect(field('Admin Full Name'), 'the first that is missing').toBeFocused()
  await field('Organization Name').fill('')
  await field('Organization Name').focus()
  await field('Admin Full Name').focus()
  await expect(field('Organization Name')).toHaveAccessibleDescription(/^Required/)
  await field('Email').focus()
  await expect(field('Admin Full Name')).toHaveAccessibleDescription(/^Required/)
  await field('Phone').focus()
  await expect(field('Email')).toHaveAccessibleDescription(/^Required/)
  await field('Organization Name').fill('a'.repeat(51))
  await expect(page.getByText('51/50')).toBeVisible()
  await expect(send).toBeDisabled()
  await field('Organization Name').fill(orgName)
  await expect(page.getByText(`${orgName.length}/50`)).toBeVisible()
  await field('Admin Full Name').fill('Yusuf Rahmani')
  await field('Email').fill('not an address')
  await field('Phone').fill('12')
  await field('Phone').blur()
  await expect(page.getByText('Enter valid email address')).toBeVisible()
  await expect(page.getByText('Enter valid phone number')).toBeVisible()
  await expect(send).toBeDisabled()
  await field('Email').fill(email)
  await field('Phone').fill('5105550142')
  await expect(send).toBeEnabled()

  const shown = await code.inputValue()
  const sent: unknown[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.postDataJSON()))
  await send.dblclick()
  await expect(page.getByText('Invite sent successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\?tab=1$/)
  expect(sent).toEqual([
    expect.objectContaining({
      orgName,
      orgAdmin: 'Yusuf Rahmani',
      orgEmail: email,
      phoneFax: { primaryPhone: '+15105550142' },
      invitationsDetails: { inviteAccessCode: shown },
      dateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      logs: [],
      id: '',
    }),
  ])
  const row = page.getByRole('row', { name: new RegExp(orgName) })
  await expect(row.getByRole('cell').nth(1)).toHaveText('Yusuf Rahmani')
  await expect(row).toContainText('Invite Sent')
  await expect(page.getByRole('columnheader')).toHaveText(['No.', 'Name', 'Admin name', 'Date', 'Status', 'Action'])
  expect(codeIn(await platform.mail.mailTo(email, /./))).toBe(shown)
  const kept = await given.asked(invites.listInvites, { query: { q: email } })
  expect(kept).toHaveLength(1)

  await page.goto('/invite-organization')
  await expect(code).not.toHaveValue(shown)
  expect(consoleErrors).toEqual([])
})

test('resending an invite stays on its page, keeps the earlier ones in view and voids the former code', async ({
  console: page,
  platform,
  given,
}) => {
  const { inviteId, orgName, email, code: former } = await given.invite()
  await page.goto('/dashboard?tab=1')
  const open = page.getByRole('link', { name: `Resend, invite for ${orgName}` })
  await expect(open).toBeVisible()
  // At once, before the search is under way: it must not follow to the next page.
  await page.getByRole('searchbox').fill(orgName)
  await open.click()
  await expect(page).toHaveURL(new RegExp(`/invite-organization-${inviteId}$`))
  const earlier = page.locator('ol', { hasText: email }).getByRole('listitem')
  await expect(earlier).toHaveCount(1)
  await expect(earlier).toContainText(`Code ${former}, current`)
  await expect(page.getByText(`Sent when you resend. Their current code: ${former}`)).toBeVisible()
  await expect(earlier).toContainText('sent by Samira Haddad')
  await expectAccessible(page)

  const before = platform.mail.received.length
  const shown = await page.getByLabel('New code').inputValue()
  await page.getByRole('button', { name: 'Resend invite' }).click()
  await expect(page.getByText('Invite sent successfully!')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/invite-organization-${inviteId}$`))
  await expect(earlier).toHaveCount(2)
  await expect(earlier.first()).toContainText(`Code ${shown}, current`)
  await expect(earlier.last()).not.toContainText('current')
  await expect(page.getByLabel('New code')).not.toHaveValue(shown)
  expect(codeIn(await platform.mail.mailTo(email, /./, before))).toBe(shown)

  await page.goto(`/accept-invite?code=${former}&email=${encodeURIComponent(email)}`)
  await expect(page.getByText('This code was replaced by a newer one. Use the code in the latest email.')).toBeVisible()
})

test('the link of an invite leaves neither code nor email in the address, and a reload still knows them', async ({
  console: page,
  platform,
  given,
}) => {
  const { email } = await given.invite()
  const code = codeIn(await platform.mail.mailTo(email, /./))
  await page.goto(`/accept-invite?code=${code}&email=${encodeURIComponent(email)}`)
  await expect(page.getByRole('button', { name: 'Accept invite' })).toBeVisible()
  await expect(page).toHaveURL(/\/accept-invite$/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Accept invite' })).toBeVisible()
})

test('an open invite of the same address is named and one press away', async ({ console: page, given }) => {
  const { inviteId, email } = await given.invite()
  await page.goto('/invite-organization')
  await page.getByLabel('Organization Name').fill('Different name')
  await page.getByLabel('Admin Full Name').fill('Yusuf Rahmani')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('5105550142')
  await page.getByRole('button', { name: 'Send invite' }).click()
  const resend = page.getByRole('link', { name: 'Resend that invite' })
  await expect(resend).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Leave page' }).click()
  await expect(page).toHaveURL(new RegExp(`/invite-organization-${inviteId}$`))
})

test('an email that owns an organization is invited for another one on purpose only', async ({
  console: page,
  given,
}) => {
  const { orgId, orgName, email } = await given.organization()
  const another = `Second ${unique()}`
  await page.goto('/invite-organization')
  await page.getByLabel('Organization Name').fill(another)
  await page.getByLabel('Admin Full Name').fill('Yusuf Rahmani')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('5105550142')
  await page.getByRole('button', { name: 'Send invite' }).click()
  const question = page.getByRole('dialog', { name: `Invite ${email} for another organization?` })
  await expect(question).toContainText(`${email} already owns ${orgName}.`)
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(`${email} already owns ${orgName}.`)).toBeVisible()
  const one = page.getByRole('link', { name: `See ${orgName}` })
  await expect(one).toHaveAttribute('href', `/organization-detail-${orgId}`)
  await expectAccessible(page)
  expect(await given.asked(invites.listInvites, { query: { q: another } })).toEqual([])

  await page.getByRole('button', { name: 'Send invite' }).click()
  await question.getByRole('button', { name: 'Invite for another organization' }).click()
  await expect(page.getByText('Invite sent successfully!')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(another) })).toContainText('Invite Sent')
})

test('revoking an invite asks by name; its code then no longer works', async ({ console: page, given }) => {
  const { inviteId, orgName, email, code } = await given.invite()
  await page.goto(`/invite-organization-${inviteId}`)
  const revoke = page.getByRole('button', { name: 'Revoke', exact: true })
  await revoke.click()
  const question = page.getByRole('dialog', { name: `Revoke the invite for ${orgName}?` })
  await expect(question).toContainText(email)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(revoke).toBeFocused()
  await revoke.click()
  await question.getByRole('button', { name: 'Revoke invite' }).click()
  await expect(page.getByRole('main').getByText('revoked', { exact: true })).toBeVisible()
  await expect(revoke).toBeHidden()

  await page.goto('/dashboard?tab=1&status=revoked')
  await expect(page.getByRole('row', { name: new RegExp(orgName) })).toContainText('revoked')
  await page.goto(`/accept-invite?code=${code}&email=${encodeURIComponent(email)}`)
  await expect(page.getByText('This invite was withdrawn. Ask us to send a new one.')).toBeVisible()
})

test('an invite that was revoked elsewhere shows so once it is sent again, and what was typed stays', async ({
  console: page,
  given,
}) => {
  const { inviteId, email } = await given.invite()
  await page.goto(`/invite-organization-${inviteId}`)
  const resend = page.getByRole('button', { name: 'Resend invite' })
  await resend.click()
  const sent = page.getByText('Invite sent successfully!')
  await expect(sent).toBeVisible()
  await expect(page.locator('ol', { hasText: email }).getByRole('listitem')).toHaveCount(2)

  await given.asked(invites.revokeInvite, { params: { id: inviteId } })
  await page.getByLabel('Admin Full Name').fill('Maryam Siddiqui')
  await resend.click()
  await expect(page.getByRole('alert')).toContainText('This invite was already revoked by ')
  await expect(page.getByRole('main').getByText('revoked', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Revoke', exact: true })).toBeHidden()
  await expect(sent).toBeHidden()
  await expect(page.getByLabel('Admin Full Name')).toHaveValue('Maryam Siddiqui')
})

test('a phone number of another country takes its shape while it is typed, and is kept', async ({
  console: page,
  given,
}) => {
  const email = `office@${unique()}.example`
  await page.goto('/invite-organization')
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await field('Organization Name').fill('East London Mosque')
  await field('Admin Full Name').fill('Yusuf Rahmani')
  await field('Email').fill(email)
  await field('Phone').pressSequentially('+4420794609')
  await field('Phone').blur()
  await expect(page.getByText('Enter valid phone number')).toBeVisible()
  await field('Phone').focus()
  await page.keyboard.press('End')
  await field('Phone').pressSequentially('58')
  await expect(field('Phone')).toHaveValue('+44 20 7946 0958')
  await page.getByRole('button', { name: 'Send invite' }).click()
  await expect(page.getByText('Invite sent successfully!')).toBeVisible()
  const [kept] = await given.asked(invites.listInvites, { query: { q: email } })
  const invite = await given.asked(invites.readInvite, { params: { id: kept!._id } })
  expect(invite.phoneFax.primaryPhone).toBe('+442079460958')
  await page.goto(`/invite-organization-${kept!._id}`)
  await expect(field('Phone')).toHaveValue('+44 20 7946 0958')
})
