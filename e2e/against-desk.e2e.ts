import { WAITS_FOR_UNBLOCK } from '@hikmah/contract/mails'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { Page } from '@playwright/test'
import { decision, einStatus, exemption, expectLastAct, history, openNext, whyKept } from './desk.ts'
import { newEin, unique } from './given.ts'
import { letterOf } from './pdf.ts'
import { importRegistry, listed, submitted } from './registry.ts'
import { expect, expectAccessible, expectFitting, test } from './test.ts'

// What the desk does when a choice contradicts the record.

const block = (page: Page, head: string) => decision(page).getByRole('region', { name: head })
const SAYS_OTHERWISE = 'The IRS record says otherwise'
const revokedAs = (ein: string, name: string) => ({ ein: ein.replace('-', ''), name, on: '15-MAY-2025' })

test('a revoked exemption is not approved with three keys: the desk asks why, and keeps it', async ({
  console: page,
  platform,
  given,
  owner,
}) => {
  const [ein, name] = [newEin(), `Masjid ${unique()}`]
  await importRegistry(platform, [listed(newEin(), 'Another one')], [revokedAs(ein, name)])
  const { orgId } = await submitted(given, name, ein)
  await page.goto(`/varify-ein/${orgId}`)
  await expect(einStatus(page).getByRole('radio', { name: 'Pending' })).toBeChecked()
  const sent: unknown[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postDataJSON()))
  for (const key of ['a', 'a', 'Control+Enter']) await page.keyboard.press(key)
  await expect(whyKept(page)).toBeFocused()
  await expect(block(page, SAYS_OTHERWISE).getByRole('alert')).toHaveText(SAYS_OTHERWISE)
  await expect(block(page, SAYS_OTHERWISE)).toContainText(`The IRS revoked the exemption of ${ein} on May 15, 2025`)
  await expect(decision(page).getByText('Revoked, and you chose Approved')).toBeVisible()
  const save = page.getByRole('button', { name: 'Approve against the record' })
  await expect(save).toBeDisabled()
  await expect(save).toHaveAccessibleDescription('Say why in 15 to 200 characters')
  await expect(openNext(page)).toBeHidden()
  expect(sent, 'nothing was sent').toEqual([])
  await page.keyboard.press('Shift+Tab')
  await expect(decision(page).getByRole('button', { name: 'Ask for the reinstatement letter' })).toBeFocused()
  await page.keyboard.press('Tab')

  await page.keyboard.type('Too short')
  await expect(save).toBeDisabled()
  await block(page, SAYS_OTHERWISE).getByRole('button', { name: 'IRS said so by phone' }).click()
  await whyKept(page).press('End')
  await whyKept(page).pressSequentially(' Today.')
  await expect(decision(page)).toContainText('Keeps your name, the reason and the record of ')
  await expect(decision(page)).toContainText('Tells the other owners.')
  await expectFitting(page)
  await page.keyboard.press('Control+Enter')
  await expectLastAct(page, `Approved both: ${name}`)
  const { data } = await platform.call(taxVerification.readTaxStatus, { params: { orgId } }, owner.token)
  const why = { codes: ['REVOKED'], reason: 'The IRS said by phone that the exemption was reinstated. Today.' }
  expect(data.events.at(-1)?.against).toMatchObject(why)
  await page.goto(`/organization-detail-${orgId}`)
  await expect(page.getByText('IRS record: Exemption revoked')).toBeVisible()
  await expect(page.getByText('Yes, IRS record says otherwise')).toBeVisible()
})

for (const { what, irs, says } of [
  { what: 'is of another kind', irs: { SUBSECTION: '07' }, says: 'under section 501(c)(7), but not as a 501(c)(3).' },
  { what: 'is not deductible', irs: { DEDUCTIBILITY: '2' }, says: 'are not deductible.' },
])
  test(`an exemption that ${what} is approved with a reason alone`, async ({
    console: page,
    platform,
    given,
    owner,
  }) => {
    const [ein, name] = [newEin(), `Masjid ${unique()}`]
    await importRegistry(platform, [listed(ein, name, irs)], [])
    const { orgId } = await submitted(given, name, ein)
    await page.goto(`/varify-ein/${orgId}`)
    await expect(einStatus(page).getByRole('radio', { name: 'Pending' })).toBeChecked()
    await page.keyboard.press('a')
    await expect(whyKept(page), 'the EIN itself is that of the organization').toBeHidden()
    await page.keyboard.press('a')
    await expect(whyKept(page)).toBeFocused()
    await expect(block(page, SAYS_OTHERWISE)).toContainText(says)
    const [why] = irs.SUBSECTION ? ['Parent is a 501(c)(3)'] : ['Group ruling on file']
    await page.keyboard.press('Control+Enter')
    await expect(block(page, SAYS_OTHERWISE)).toContainText('Say why in 15 to 200 characters')
    await block(page, SAYS_OTHERWISE).getByRole('button', { name: why }).click()
    await page.keyboard.press('Control+Enter')
    await expectLastAct(page, `Approved both: ${name}`)
    const { data } = await platform.call(taxVerification.readTaxStatus, { params: { orgId } }, owner.token)
    expect(data.events.at(-1)?.against?.codes).toEqual([irs.SUBSECTION ? 'NOT_C3' : 'NOT_DEDUCTIBLE'])
  })

test('where the IRS has the name under another EIN, that is the better act, and is decided after a look', async ({
  console: page,
  platform,
  given,
}) => {
  const [ein, other, name] = [newEin(), newEin(), `Masjid ${unique()}`]
  await importRegistry(platform, [listed(ein, 'Bakers of Rho'), listed(other, name)], [])
  const { orgId } = await submitted(given, name, ein)
  await page.goto(`/varify-ein/${orgId}`)
  await expect(einStatus(page).getByRole('radio', { name: 'Pending' })).toBeChecked()
  await page.keyboard.press('a')
  const buttons = block(page, SAYS_OTHERWISE).getByRole('button')
  await expect(buttons.nth(0)).toHaveText(`Use EIN ${other}`)
  await expect(buttons.nth(1)).toContainText('Ask for the EIN letter')
  await expectAccessible(page)
  await buttons.nth(0).click()
  await expect(decision(page).getByLabel('Tax ID/EIN')).toHaveValue(other)
  await expect(block(page, SAYS_OTHERWISE)).toBeHidden()
  await expect(einStatus(page).getByRole('radio', { name: 'Pending' })).toBeChecked()
  await expect(decision(page).getByText('Match', { exact: true })).toBeVisible()
  await page.keyboard.press('Shift+A')
  await page.keyboard.press('Control+Enter')
  await expectLastAct(page, `Approved both: ${name}`)
  const { taxIdEin } = await given.asked(taxVerification.readTaxStatus, { params: { orgId } })
  expect(taxIdEin).toBe(other)
})

test('the better act asks for the paper that would settle it, and takes the answers back', async ({
  console: page,
  platform,
  given,
}) => {
  const [ein, name] = [newEin(), `Masjid ${unique()}`]
  await importRegistry(platform, [listed(ein, 'Bakers of Rho')], [])
  const { orgId } = await submitted(given, name, ein)
  await page.goto(`/varify-ein/${orgId}`)
  await page.getByRole('radiogroup', { name: 'EIN status' }).getByRole('radio', { name: 'Approved' }).check()
  await expect(block(page, SAYS_OTHERWISE)).toContainText(`The IRS lists ${ein} as BAKERS OF RHO.`)
  await decision(page).getByRole('button', { name: 'Ask for the EIN letter' }).click()
  await expect(decision(page).getByRole('checkbox', { name: 'EIN letter of the IRS (CP 575 or 147C)' })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Send and open next' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(einStatus(page).getByRole('radio', { name: 'Pending' })).toBeChecked()
})

test('rejecting a match has two texts: one is kept, the other mailed', async ({
  console: page,
  platform,
  given,
  owner,
}) => {
  const [ein, name] = [newEin(), `Masjid ${unique()}`]
  await importRegistry(platform, [listed(ein, name)], [])
  const { orgId } = await submitted(given, name, ein)
  await page.goto(`/varify-ein/${orgId}`)
  await expect(exemption(page).getByRole('radio', { name: 'Approved' })).toBeChecked()
  await page.keyboard.press('Enter')
  await page.keyboard.press('r')
  await expect(whyKept(page)).toBeFocused()
  await expect(decision(page).getByText('Match, and you chose Rejected')).toBeVisible()
  const save = page.getByRole('button', { name: 'Reject against the record' })
  await expect(save).toHaveAccessibleDescription(
    'Two things to write first: the reason we keep, and the reason we send',
  )
  await page.keyboard.type('The letter was altered, says the bank.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByLabel('Rejection reason')).toBeFocused()
  await page.keyboard.type('The letter is altered.')
  await expect(decision(page)).toContainText('without the reason we keep')
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expectLastAct(page, `Approved EIN, rejected exemption: ${name}`)
  const { data } = await platform.call(taxVerification.readTaxStatus, { params: { orgId } }, owner.token)
  expect(data.events.at(-1)?.messages).toContainEqual({ title: 'Rejection reason', message: 'The letter is altered.' })
  expect(data.events.at(-1)?.against?.reason).toBe('The letter was altered, says the bank.')
})

test('another organization that takes the EIN while the desk is open is announced, and the texts stay', async ({
  console: page,
  platform,
  given,
}) => {
  const [ein, name] = [newEin(), `Masjid ${unique()}`]
  await importRegistry(platform, [listed(ein, name)], [])
  const { orgId } = await submitted(given, name, ein)
  await page.goto(`/varify-ein/${orgId}`)
  await expect(exemption(page).getByRole('radio', { name: 'Approved' })).toBeChecked()
  await page.keyboard.press('Shift+A')
  await page.keyboard.press('m')
  await page.keyboard.type('Salam')
  const other = await given.organization(`Masjid ${unique()} of the branch`)
  await given.asked(
    taxVerification.submitTaxPapers,
    { params: { orgId: other.orgId }, body: { taxIdEin: ein, taxExempt: true, documents: [] } },
    other.own,
  )
  await page.keyboard.press('Control+Enter')
  const shared = block(page, 'Another organization has this EIN')
  await expect(shared.getByRole('alert')).toBeVisible()
  await expect(shared.getByRole('link', { name: other.orgName })).toBeVisible()
  await expect(page.getByLabel('Message to the organization admin')).toHaveValue('Salam')
  await whyKept(page).fill('Both are branches of one organization.')
  await page.getByRole('button', { name: 'Approve against the record' }).click()
  await expectLastAct(page, `Approved both: ${name}`)
})

test('a record that changes while the desk is open is announced, and asked again', async ({
  console: page,
  platform,
  given,
}) => {
  const [ein, name] = [newEin(), `Masjid ${unique()}`]
  await importRegistry(platform, [listed(ein, name)], [])
  const { orgId } = await submitted(given, name, ein)
  await page.goto(`/varify-ein/${orgId}`)
  await expect(exemption(page).getByRole('radio', { name: 'Approved' })).toBeChecked()
  await page.keyboard.press('m')
  await page.keyboard.type('Salam')
  // The record is compared again with the name that the organization has now.
  const orgName = `Bakery ${unique()}`
  await given.asked(organizations.updateOrganization, { params: { id: orgId }, body: { orgName } })
  const { verdict } = await given.asked(taxVerification.readTaxStatus, { params: { orgId } })
  expect(verdict?.outcome).toBe('MISMATCH')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'has changed' })).toContainText(
    'Your choices were about the older one and were not saved.',
  )
  await expect(exemption(page).getByRole('radio', { name: 'Pending' })).toBeChecked()
  await expect(page.getByLabel('Message to the organization admin')).toHaveValue('Salam')
})

test('what was never looked up is checked first', async ({ console: page, platform, given }) => {
  const [ein, name] = [newEin(), `Masjid ${unique()}`]
  await importRegistry(platform, [listed(ein, name)], [])
  const { orgId } = await submitted(given, name, ein)
  const { onServer } = await import('../server/test/cluster.ts')
  await onServer(platform.databaseUrl, [`delete from tax_verdicts where organization_id = '${orgId}'`])
  await page.goto(`/varify-ein/${orgId}`)
  await expect(decision(page).getByText('Not checked', { exact: true })).toBeVisible()
  await page.keyboard.press('a')
  const caution = decision(page).getByRole('region', { name: 'Not checked with the IRS' })
  await expect(caution).toBeVisible()
  await expectAccessible(page)
  await caution.getByRole('button', { name: 'Check now' }).click()
  await expect(decision(page).getByText('Match', { exact: true })).toBeVisible()
  await expect(caution).toBeHidden()
})

test('a blocked organization is asked for nothing, and whoever approves both is offered to approve it', async ({
  console: page,
  platform,
  given,
}) => {
  const [ein, name] = [newEin(), `Masjid ${unique()}`]
  await importRegistry(platform, [listed(ein, name)], [])
  const { orgId, email } = await submitted(given, name, ein, letterOf(['Letter 947']))
  await given.asked(organizations.changeOrganizationStatus, { params: { id: orgId }, body: { status: 'blocked' } })
  await page.goto(`/varify-ein/${orgId}?sort=-waitingSince`)
  const head = page
    .getByRole('banner')
    .or(page.locator('header'))
    .filter({ has: page.locator('h1') })
  await expect(head.getByText('Blocked')).toBeVisible()
  const open = page.getByRole('navigation', { name: 'Reviews waiting' }).locator('[aria-current=page]')
  await expect(open.getByText('Blocked')).toBeVisible()
  await expect(decision(page)).toContainText('it cannot send papers, and its letters wait until it is unblocked')
  await expect(decision(page).getByRole('button', { name: 'Ask for papers' })).toBeHidden()
  await page.keyboard.press('s')
  await expect(decision(page).getByRole('region', { name: 'Ask for papers' })).toBeHidden()
  await expect(decision(page)).toContainText('Nobody is emailed until the organization is unblocked.')
  await decision(page).getByRole('button', { name: 'Read it' }).click()
  await expect(page.getByRole('region', { name: 'The letter' })).toContainText(WAITS_FOR_UNBLOCK)
  await expect(page.getByRole('region', { name: 'The letter' })).toContainText('You can undo for 60 seconds')

  await given.asked(organizations.changeOrganizationStatus, { params: { id: orgId }, body: { status: 'onboarding' } })
  await page.reload()
  await expect(exemption(page).getByRole('radio', { name: 'Approved' })).toBeChecked()
  await page.keyboard.press('Control+Enter')
  await expectLastAct(page, `Approved both: ${name}`)
  const approve = decision(page).getByRole('button', { name: 'Approve organization' })
  const question = page.getByRole('dialog', { name: `Approve ${name}?` })
  const status = async () => (await given.asked(organizations.readOrganization, { params: { id: orgId } })).orgStatus
  await approve.click()
  await question.getByText('Read it').click()
  await expect(question.getByRole('region', { name: `Text of the email to ${email}` })).toContainText('approved')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Approve organization' }).click()
  await expectLastAct(page, `Approved the organization: ${name}`)
  expect(await status()).toBe('approved')
  await page.keyboard.press('u')
  await expectLastAct(page, `Took the approval back: ${name}`)
  expect(await status()).toBe('onboarding')
  await approve.click()
  await question.getByRole('button', { name: 'Approve organization' }).click()
  await expectLastAct(page, `Approved the organization: ${name}`)
  const sent = platform.mail.received.filter(
    ({ recipients, subject }) => recipients.includes(email) && / approved/.test(subject ?? ''),
  )
  expect(sent, 'nothing was sent meanwhile').toEqual([])
})

test('the last act stands in the foot with Undo, until the next one is saved or its time is over', async ({
  console: page,
  given,
}) => {
  const [first, second] = [await given.review(), await given.review()]
  await page.clock.install()
  await page.goto(`/varify-ein/${second.orgId}?sort=-waitingSince`)
  await expect(einStatus(page)).toBeVisible()
  for (const key of ['a', 'a', 'Control+Enter']) await page.keyboard.press(key)
  await expectLastAct(page, `Approved both: ${second.orgName}`)
  await expect(page.getByRole('region', { name: 'Messages' })).toHaveCount(0)
  const undo = decision(page).getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  await page.clock.fastForward(61_000)
  await expect(undo).toBeHidden()
  await expectLastAct(page, `Approved both: ${second.orgName}`)
  await page.keyboard.press('u')
  await expect(page, 'it is too late').toHaveURL(new RegExp(first.orgId))

  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await expectLastAct(page, `Approved EIN: ${first.orgName}`)
  await page.keyboard.press('u')
  await expect(page).toHaveURL(new RegExp(first.orgId))
  await expectLastAct(page, 'The decision was taken back. No email was sent.')
  await expect(history(page).first()).toContainText('took the decision back')
})
