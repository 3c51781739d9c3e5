import { contactInquiries, demoRequests } from '@hikmah/contract/communication/endpoints'
import type { Page } from '@playwright/test'
import { answer, fact, goOn, note, radios, save, status, timeline } from './communication-pages.ts'
import { unique } from './given.ts'
import { expect, expectAccessible, test } from './test.ts'

test('inquiries are listed, opened at once, and found again by their address', { tag: '@walk' }, async ({
  console: page,
  colleague,
  given,
  consoleErrors,
}) => {
  const { id, name, email } = await given.inquiry()
  await given.inquiry(`Cheap ${unique()}`, { website: 'x' })
  await page.goto('/communication/contact-us')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Contact Us/)
  await expect(page.getByRole('columnheader')).toHaveText([
    'No.',
    'Name',
    'Inquiry type',
    'Status',
    'Assignee',
    'Date',
    'Action',
  ])
  await expect(page.getByRole('navigation', { name: 'Status' }).getByRole('link')).toContainText([
    /All/,
    /New/,
    /In-progress/,
    /Closed/,
    /Done/,
  ])
  await expect(page.getByRole('row', { name: /Cheap/ }).first()).toContainText('Suspected spam')
  const row = page.getByRole('row', { name })
  await expect(row).toContainText(email)
  await expect(row).toContainText('Billing')
  await expect(row).toContainText('New')
  await expectAccessible(page)

  await row.click()
  const address = new RegExp(`/communication/contact-us-details\\?id=${id}$`)
  await expect(page).toHaveURL(address)
  const isShown = async (at: Page) => {
    await expect(at.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(at.getByRole('paragraph').filter({ hasText: 'the kiosk shows a donation twice.' })).toBeVisible()
    await expect(fact(at, 'Email')).toHaveText(email)
    await expect(fact(at, 'Phone')).toHaveText('(510) 555-0177')
    await expect(fact(at, 'Inquiry type')).toHaveText('Billing')
    await expect(fact(at, 'Stream')).toHaveText('DC WEBSITE')
    await expect(timeline(at)).toContainText(['Received from the website'])
  }
  await isShown(page)
  await page.reload()
  await isShown(page)
  await colleague.goto(page.url())
  await isShown(colleague)
  await colleague.goto(`/communication/contact-us-respond?id=${id}`)
  await expect(colleague.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(colleague.getByRole('heading', { name: 'Respond' })).toBeVisible()
  await expect(radios(colleague).first()).toBeChecked()
  expect(consoleErrors).toEqual([])

  for (const path of ['/communication/contact-us-details', '/communication/contact-us-respond?id=nobody']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/communication\/contact-us$/)
    await expect(page.getByText('This address does not lead to an inquiry. Choose one from the list.')).toBeVisible()
  }
  await page.goto('/communication/contact-us-details?id=01999999-0000-7000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'There is no such inquiry' })).toBeVisible()
})

test('what is being written stays when somebody deletes the inquiry', async ({ console: page, given }) => {
  const { id } = await given.inquiry()
  await page.goto(`/communication/contact-us-respond?id=${id}`)
  await note(page).click()
  await page.keyboard.type('Salam, thank you for writing')
  await given.asked(contactInquiries.deleteInquiry, { params: { id } })
  await expect(page.getByText('This inquiry no longer exists.', { exact: false })).toBeVisible()
  await expect(note(page)).toContainText('Salam, thank you for writing')
  await expectAccessible(page)
})

test('an inquiry is answered by email, and a note of at most 100 characters stays with staff', async ({
  console: page,
  platform,
  given,
}) => {
  const { id, name, email } = await given.inquiry()
  await page.goto(`/communication/contact-us-respond?id=${id}`)
  await expect(page.getByRole('radiogroup', { name: 'Status' }).locator('label')).toHaveText([
    'New',
    'In-progress',
    'Closed',
    'Done',
  ])
  await expect(radios(page).first()).toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Assignee' })).toHaveValue('Samira Haddad')
  await expect(goOn(page)).toHaveAccessibleDescription('No changes yet')
  await note(page).fill('a'.repeat(101))
  await expect(page.getByText('101/100')).toBeVisible()
  await expect(page.getByText('0/2000')).toBeVisible()
  await expect(radios(page).nth(1), 'a note alone').toBeChecked()
  await save(page)
  await expect(page.getByText('At most 100 characters')).toBeVisible()
  await expect(page).toHaveURL(/contact-us-respond/)
  await expectAccessible(page)

  await note(page).fill('We look into it.')
  await save(page)
  await expect(page.getByText('Inquiry updated successfully')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/communication/contact-us-details\\?id=${id}$`))
  await expect(timeline(page).first()).toContainText('In-progress · Samira Haddad')
  await expect(timeline(page).first()).toContainText('We look into it.')
  expect(platform.mail.received.filter(({ recipients }) => recipients.includes(email))).toEqual([])

  await expect(radios(page).nth(1)).toBeChecked()
  await answer(page).fill('It was a display error, now mended.')
  await expect(radios(page).nth(3), 'an email').toBeChecked()
  await status(page, 'Closed').click()
  await answer(page).press('End')
  await page.keyboard.type(' Thank you.')
  await expect(radios(page).nth(2), 'what was chosen stays').toBeChecked()
  await page.getByRole('button', { name: 'Read the email' }).click()
  const preview = page.getByRole('region', { name: 'The email that will be sent' })
  await expect(preview).toContainText('Re: Salam,')
  await expect(preview).toContainText('the kiosk shows a donation twice.')
  await expectAccessible(page)
  const shown = (await preview.locator('p, strong, blockquote').allInnerTexts()).map((text) => text.trim())
  await save(page)
  await expect(timeline(page).first()).toContainText('It was a display error, now mended. Thank you.')
  await platform.moveClock(90)
  const letter = await platform.mail.mailTo(email, /Re: Salam/)
  const text = `${letter.subject} ${letter.text?.replaceAll(/\n(> )?/g, ' ')}`
  for (const line of shown) expect(text).toContain(line.replaceAll('\n', ' '))
  expect(text).not.toContain('We look into it.')
  await page.goto(`/communication/contact-us?q=${email}`)
  await expect(page.getByRole('row', { name })).toContainText('Closed')
})

test('a long timeline shows its newest twenty, older ones when asked for, and then when it was received', async ({
  console: page,
  given,
}) => {
  const [inquiry, request] = [await given.inquiry(), await given.demoRequest()]
  for (let n = 1; n <= 45; n += 1) {
    const responseTimeline = { note: `Note ${n}` }
    const body = { status: 'New', responseTimeline } as const
    await given.asked(contactInquiries.respondToInquiry, { params: { id: inquiry.id }, body })
    await given.asked(demoRequests.respondToDemoRequest, { params: { id: request.id }, body })
  }
  const older = page.getByRole('button', { name: 'Show older' })
  for (const address of [`/communication/contact-us-details?id=${inquiry.id}`, `/request-details-${request.id}`]) {
    await page.goto(address)
    await expect(timeline(page)).toHaveCount(20)
    await expect(timeline(page).first()).toContainText('Note 45')
    await expectAccessible(page)
    await older.click()
    await expect(timeline(page)).toHaveCount(40)
    await older.click()
    await expect(timeline(page)).toHaveCount(46)
    await expect(timeline(page).nth(44)).toContainText('Note 1')
    await expect(timeline(page).last()).toContainText('Received from the website')
    await expect(older).toBeHidden()
  }
})

test('two who answer at once see each other and choose', async ({ console: page, browserOf, given }) => {
  const { id } = await given.inquiry()
  const address = `/communication/contact-us-respond?id=${id}`
  const colleague = await browserOf(await given.staff('hikmah_admin', { name: 'Omar Siddiqui' }))
  await Promise.all([page.goto(address), colleague.goto(address)])
  await note(page).fill('Mine')
  await status(page, 'Done').click()
  await status(colleague, 'In-progress').click()
  await note(colleague).fill('Theirs')
  await save(colleague)
  await expect(colleague.getByText('Inquiry updated successfully')).toBeVisible()

  await save(page)
  const conflict = page.getByRole('dialog', { name: 'Changed while you were editing' })
  await expect(conflict).toContainText('Omar Siddiqui saved a response')
  await expect(conflict).toContainText('Their note: “Theirs”.')
  await expect(conflict.getByRole('radio', { name: 'Status, yours' })).toBeChecked()
  await expect(conflict.getByRole('listitem')).toHaveText(['Assignee: Omar Siddiqui'])
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Save choices' }).click()
  await expect(page.getByText('Inquiry updated successfully')).toBeVisible()
  await expect(timeline(page)).toHaveCount(3)
  await expect(timeline(page).first()).toContainText('Done · Omar Siddiqui')
  await expect(timeline(page).first()).toContainText('Mine')
})

test('an inquiry is deleted; the message stays for 8 seconds and can undo it', async ({ console: page, given }) => {
  const { id, name } = await given.inquiry()
  await page.clock.install()
  const remove = async () => {
    await page.goto(`/communication/contact-us-details?id=${id}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: `Delete the inquiry from ${name}?` })
    await question.getByRole('button', { name: 'Delete inquiry' }).click()
    await expect(page).toHaveURL(/\/communication\/contact-us$/)
  }
  const message = page.getByText('Inquiry deleted successfully!')
  await remove()
  await expect(message).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Inquiry restored')).toBeVisible()
  await expect(page.getByRole('row', { name })).toBeVisible()

  await remove()
  await expect(message).toBeVisible()
  await page.clock.fastForward(5000)
  await expect(message).toBeVisible()
  await page.clock.fastForward(3500)
  await expect(message).toBeHidden({ timeout: 2000 })
  await expect(page.getByRole('row', { name })).toBeHidden()
})

test('a question is asked and its failure told while the server is gone', async ({
  console: page,
  platform,
  given,
}) => {
  const { id, name } = await given.inquiry()
  const dialogs = page.waitForResponse(/DialogWindow-.*\.js/)
  const messages = page.waitForResponse(/toasts-.*\.js/)
  await page.goto(`/communication/contact-us-details?id=${id}`)
  await Promise.all([dialogs, messages])
  await page.waitForLoadState('networkidle')
  await platform.outage(async () => {
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete inquiry' }).click()
    await expect(page.getByText('Something is wrong please try again!')).toBeVisible()
  })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
})

test('the status that is chosen is seen to be chosen, whichever it is', async ({ console: page, given }) => {
  const { id } = await given.inquiry()
  await page.goto(`/communication/contact-us-respond?id=${id}`)
  const states = page.getByRole('radiogroup', { name: 'Status' }).locator('label')
  for (const status of ['New', 'In-progress', 'Closed', 'Done']) {
    await states.filter({ hasText: status }).click()
    await expect(states.filter({ hasText: status })).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    await expect(states.filter({ hasNotText: status }).first()).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  }
})

test('what was wrongly suspected as spam is freed of it by who answers', async ({ console: page, given }) => {
  const { id } = await given.inquiry(undefined, { website: 'filled by a browser' })
  await page.goto(`/communication/contact-us-details?id=${id}`)
  await expect(page.locator('header').getByText('Suspected spam')).toBeVisible()
  await page.getByLabel('This is not spam').check()
  await save(page)
  await expect(page.getByText('Inquiry updated successfully')).toBeVisible()
  await expect(page.getByText('Suspected spam')).toBeHidden()
  await expect(page.getByLabel('This is not spam')).toBeHidden()
})

test('the list shows the beginning of the message, at what hour it came, and finds it by its words', async ({
  console: page,
  given,
}) => {
  const mark = unique()
  const { name } = await given.inquiry(undefined, { message: `The kiosk ${mark} shows a donation twice.` })
  await page.goto('/communication/contact-us')
  await page.getByRole('searchbox').fill(`kiosk ${mark}`)
  const row = page.getByRole('row', { name })
  await expect(row).toContainText(`The kiosk ${mark} shows a donation twice.`)
  await expect(row).toContainText(/\d{1,2}:\d\d [AP]M/)
  await expect(page.getByRole('row')).toHaveCount(2)
})
