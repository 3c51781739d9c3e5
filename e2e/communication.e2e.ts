import { demoRequests } from '@hikmah/contract/demo-requests/calls'
import { signIn } from '@hikmah/contract/sign-in/calls'
import type { Page } from '@playwright/test'
import { unique } from './given.ts'
import { expect, expectAccessible, rememberSession, test } from './test.ts'

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const fact = (page: Page, term: string) =>
  page.locator('dl > div', { has: page.locator('dt', { hasText: new RegExp(`^${term}$`) }) }).locator('dd')
const timeline = (page: Page) => page.locator('section', { hasText: 'Timeline' }).getByRole('listitem')
const radios = (page: Page) => page.getByRole('radiogroup', { name: 'Status' }).getByRole('radio')
const note = (page: Page) => page.getByRole('textbox', { name: 'Note' })
const save = (page: Page) => page.getByRole('button', { name: 'Save' })
const waitingIn = async (page: Page, item: string) =>
  Number((await main(page).getByRole('link', { name: item }).innerText()).replace(/\D/g, ''))

async function choose(page: Page, assignee: string) {
  await page.getByRole('combobox', { name: 'Assignee' }).click()
  await page.getByRole('option', { name: assignee }).click()
}

test('demo requests are listed with who, what, when and how they stand', async ({
  console: page,
  given,
  consoleErrors,
}) => {
  const mark = unique()
  const whole = await given.demoRequest(`Maryam ${mark}`)
  const prospect = await given.demoRequest(`Omar ${mark}`, { queries: [], stream: 'deenfund' })
  const spam = await given.demoRequest(`Cheap ${mark}`, { website: 'http://cheap.example', schedule: undefined })
  await page.goto('/dashboard')
  await main(page).getByRole('link', { name: 'Communication' }).click()
  await expect(page).toHaveURL(/\/communication$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Demo Requests/)
  await expect(page.getByRole('columnheader')).toHaveText([
    'No.',
    'Name',
    'Organization',
    'Apps',
    'Stream',
    'Scheduled',
    'Status',
    'Assignee',
    'Date',
    'Action',
  ])
  await expect(page.getByRole('navigation', { name: 'Status' }).getByRole('link')).toContainText([
    /All/,
    /New/,
    /Scheduled/,
    /Done/,
  ])

  await page.getByRole('searchbox').fill(mark)
  const row = (name: string) => page.getByRole('row', { name })
  await expect(page.getByRole('row')).toHaveCount(4)
  await expect(row(whole.name)).toContainText('Masjid Bilal of Lansing')
  await expect(row(whole.name)).toContainText('DK DF DC')
  await expect(row(whole.name)).toContainText('deenkiosk, deenfund, prayer times')
  await expect(row(whole.name)).toContainText('DC WEBSITE')
  await expect(row(whole.name)).toContainText('Mar 2, 2027')
  await expect(row(whole.name)).toContainText('10:30 AM')
  await expect(row(whole.name)).toContainText('New')
  await expect(row(whole.name)).not.toContainText('PROSPECT')
  await expect(row(prospect.name)).toContainText('PROSPECT')
  await expect(row(prospect.name)).toContainText('DEENFUND')
  await expect(row(spam.name)).toContainText('PROSPECT')
  await expect(row(spam.name)).toContainText('Possible spam')
  await expectAccessible(page)

  await page.getByLabel('Suspected spam').selectOption('Without suspected spam')
  await expect(row(spam.name)).toBeHidden()
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`q=${mark}.*spam=false.*sort=name|q=${mark}.*sort=name.*spam=false`))
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toContainText(whole.name)
  await page.getByLabel('Suspected spam').selectOption({ index: 2 })
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.goBack()
  await page.getByRole('link', { name: /^Done/ }).click()
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
  await page.goBack()

  await page.goto(`/communication?q=${mark}&status=nothing&spam=maybe&page=-1`)
  await expect(page.getByRole('row')).toHaveCount(4)

  await row(whole.name).click()
  await expect(page).toHaveURL(new RegExp(`/request-details-${whole.id}$`))
  expect(consoleErrors).toEqual([])
})

test('a demo request shows all that was sent, also after a reload', async ({ console: page, given }) => {
  const { id, name, email } = await given.demoRequest()
  const { id: prospect } = await given.demoRequest('Zaid', { applications: [], phoneNo: '' })
  await page.goto(`/request-details-${id}`)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  const facts = {
    Name: name,
    Organization: 'Masjid Bilal of Lansing',
    Email: email,
    Phone: '(510) 555-0142',
    Stream: 'DC WEBSITE',
    'Scheduled date': 'Mar 2, 2027',
    'Scheduled time': '10:30 AM',
    Assignee: '–',
  }
  for (const [term, value] of Object.entries(facts)) await expect(fact(page, term)).toHaveText(value)
  await expect(fact(page, 'Applications').getByRole('listitem')).toHaveText([
    'DK deenkiosk',
    'DF deenfund',
    'DC prayer times',
  ])
  await expect(fact(page, 'How many screens do you have\\?')).toHaveText('Three')
  await expect(fact(page, 'Since when\\?')).toHaveText('–')
  await expect(timeline(page)).toContainText(['Received from the website'])
  await expect(page.getByText('PROSPECT')).toBeHidden()
  await expect(main(page).getByRole('link', { name: 'Demo Request' })).toHaveAttribute('aria-current', 'true')

  await page.goto(`/request-details-${prospect}`)
  await expect(page.getByText('PROSPECT')).toBeVisible()
  for (const path of ['/request-details-01999999-0000-7000-8000-000000000000', '/request-respond-nobody']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'There is no such demo request' })).toBeVisible()
  }
})

test('a demo request is assigned: nothing is mailed unless it is wished, and then the note arrives', async ({
  console: page,
  platform,
  given,
}) => {
  const { id, name, email } = await given.demoRequest()
  await page.goto(`/request-details-${id}`)
  await page.getByRole('link', { name: 'Respond' }).click()
  await expect(page).toHaveURL(new RegExp(`/request-respond-${id}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Assign')
  await expect(page.getByRole('radiogroup', { name: 'Status' }).locator('label')).toHaveText([
    'New',
    'Scheduled',
    'Done',
  ])
  await expect(radios(page).first()).toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Assignee' })).toHaveValue('DC Admin')
  const mail = page.getByRole('checkbox', { name: `Mail this note to ${email}` })
  await expect(mail).not.toBeChecked()
  await expectAccessible(page)

  const sent: unknown[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postDataJSON()))
  await page.getByText('Scheduled', { exact: true }).click()
  await save(page).dblclick()
  await expect(page.getByText('Demo request updated successfully')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/request-details-${id}$`))
  expect(sent).toEqual([
    {
      status: 'Scheduled',
      responseTimeline: { status: 'Scheduled', assignee: 'DC Admin', note: '' },
      assigneeId: null,
      mailNote: false,
      version: 1,
    },
  ])
  await expect(timeline(page).first()).toContainText('Scheduled · DC Admin')
  await expect(timeline(page).first()).toContainText('by Samira Haddad')
  await expect(timeline(page).first()).not.toContainText('Mail')
  await expect(fact(page, 'Assignee')).toHaveText('DC Admin')

  await page.goto(`/request-respond-${id}`)
  await expect(save(page)).toHaveAccessibleDescription('Nothing is changed yet')
  await page.getByText('Done', { exact: true }).click()
  await mail.check()
  await expect(save(page)).toHaveAccessibleDescription('Write the note that is to be mailed')
  await choose(page, 'Samira Haddad')
  await note(page).click()
  await page.keyboard.type('See you on ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('Tuesday')
  await save(page).click()
  await expect(timeline(page)).toHaveCount(3)
  await expect(timeline(page).first()).toContainText('Done · Samira Haddad')
  await expect(timeline(page).first().locator('strong')).toHaveText('Tuesday')
  await expect(timeline(page).first()).toContainText(`Mail sent to ${email}`)
  await expect(fact(page, 'Assignee')).toHaveText('Samira Haddad Owner')
  const letter = await platform.mail.mailTo(email, /demo request/)
  expect(letter.text).toContain('See you on Tuesday')
  expect(letter.text).toContain(name)
  expect(platform.mail.received.filter(({ recipients }) => recipients.includes(email))).toHaveLength(1)
  await page.goto(`/communication?q=${email}`)
  await expect(page.getByRole('row', { name })).toContainText(/Done.*Samira Haddad/)
})

test('what a visitor sends again within a day joins the first request', async ({ console: page, given, platform }) => {
  const { id, name, email } = await given.demoRequest()
  await page.goto(`/request-details-${id}`)
  await expect(timeline(page)).toHaveCount(1)
  await platform.call(demoRequests.createDemoRequest, {
    body: { name, email, queries: [{ question: 'Is it free?' }] },
  })
  await expect(timeline(page)).toHaveCount(2)
  await expect(timeline(page).first()).toContainText('Sent again from the website')
  await expect(timeline(page).first()).toContainText('Is it free?')
})

test('a real member of staff is chosen from the team', async ({ console: page, given }) => {
  const { id } = await given.demoRequest()
  await page.goto(`/request-respond-${id}`)
  await expect(page.getByText(/The team could not be loaded/)).toBeHidden()
  await page.getByRole('combobox', { name: 'Assignee' }).click()
  await expect(page.getByRole('option', { name: /DC Admin/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /Samira Haddad\s*Owner/ })).toBeVisible()
  await page.getByRole('combobox', { name: 'Assignee' }).fill('samira')
  await page.keyboard.press('Enter')
  await save(page).click()
  await expect(fact(page, 'Assignee')).toHaveText('Samira Haddad Owner')
  await page.goto(`/request-respond-${id}`)
  await expect(page.getByRole('combobox', { name: 'Assignee' })).toHaveValue('Samira Haddad')
})

test('a demo request is deleted after a question that names it, and Undo brings it back', async ({
  console: page,
  given,
  consoleErrors,
}) => {
  const { id, name } = await given.demoRequest()
  await page.goto(`/request-details-${id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: `Delete the demo request of ${name}?` })
  await expect(question).toContainText('It leaves the list, with its responses. You can undo it right after.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete demo request' }).click()
  await expect(page.getByText('Demo request deleted successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/communication$/)
  const row = page.getByRole('row', { name })
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Demo request restored')).toBeVisible()
  await expect(row).toBeVisible()
  await row.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  expect(consoleErrors).toEqual([])
})

test('what a visitor sends shows on the open lists and in the menu by itself', async ({ console: page, given }) => {
  await page.goto('/dashboard')
  const sum = main(page).getByRole('link', { name: 'Communication' })
  await expect(sum).toHaveText(/\d$/)
  const before = await waitingIn(page, 'Communication')
  await given.demoRequest()
  await expect(sum).toHaveText(`Communication${before + 1}`)

  await page.goto('/communication')
  await expect(main(page).getByRole('link', { name: 'Demo Request' })).toHaveText(/\d$/)
  const waiting = await waitingIn(page, 'Demo Request')
  let reloads = 0
  page.on('framenavigated', () => {
    reloads += 1
  })
  const { name } = await given.demoRequest()
  await expect(page.getByRole('row').nth(1)).toContainText(name)
  await expect(page.getByRole('status').filter({ hasText: '1 new demo request' })).toHaveCount(1)
  await expect(main(page).getByRole('link', { name: 'Demo Request' })).toHaveText(`Demo Request${waiting + 1}`)
  await given.demoRequest('Spam', { website: 'x' })
  await expect(page.getByRole('row').nth(1)).toContainText('Possible spam')
  await expect(main(page).getByRole('link', { name: 'Demo Request' })).toHaveText(`Demo Request${waiting + 1}`)
  expect(reloads).toBe(0)

  await main(page).getByRole('link', { name: 'Contact Us' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Contact Us/)
  await expect(main(page).getByRole('link', { name: 'Contact Us' })).toHaveAttribute('aria-current', 'page')
  await expect(main(page).getByRole('link', { name: 'Demo Request' })).not.toHaveAttribute('aria-current')
  const inquiry = await given.inquiry()
  await expect(page.getByRole('row').nth(1)).toContainText(inquiry.name)
  await expect(page.getByRole('status').filter({ hasText: '1 new inquiry' })).toHaveCount(1)
  await main(page).getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('nobody at the machine for half an hour, or a session that is over: the console asks no more', async ({
  page,
  platform,
}) => {
  const mine = await platform.signIn()
  await rememberSession(page, mine)
  let asked = 0
  let isRefused = false
  page.on('request', (request) => {
    if (request.url().endsWith('/navigation/counts')) asked += 1
  })
  page.on('response', (response) => {
    if (response.url().endsWith('/navigation/counts') && response.status() === 401) isRefused = true
  })
  await page.clock.install()
  await page.goto('/sessions')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const askedMoreThan = (count: number) =>
    expect
      .poll(async () => {
        await page.clock.runFor(4_000)
        return asked
      })
      .toBeGreaterThan(count)
  const askedNoMore = async () => {
    await page.clock.runFor(10_000)
    const count = asked
    for (let i = 0; i < 10; i += 1) await page.clock.runFor(30_000)
    expect(asked).toBe(count)
  }
  await page.waitForLoadState('networkidle')
  await page.evaluate(
    `new MutationObserver(() => { document.title = 'busy' }).observe(document.body, { subtree: true, attributeFilter: ['data-running'] })`,
  )
  await askedMoreThan(asked + 1)
  await expect(page).toHaveTitle(/^My sessions/)
  await page.clock.fastForward('31:00')
  await askedNoMore()
  await page.mouse.move(300, 300)
  await askedMoreThan(asked)

  await platform.call(signIn.logout, {}, mine.token)
  await expect
    .poll(async () => {
      await page.mouse.move(310, 310)
      await page.clock.runFor(4_000)
      return isRefused
    })
    .toBe(true)
  await page.mouse.move(320, 320)
  await askedNoMore()
  await expect(page.getByRole('dialog')).toBeHidden()
  await main(page).getByRole('link', { name: 'Organization' }).click()
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  await askedNoMore()
})

test('inquiries are listed, opened at once, and found again by their address', async ({
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
    'Email',
    'Stream',
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
  await expect(page.getByRole('row', { name: /Cheap/ }).first()).toContainText('Possible spam')
  const row = page.getByRole('row', { name })
  await expect(row).toContainText(email)
  await expect(row).toContainText('DC WEBSITE')
  await expect(row).toContainText('Billing')
  await expect(row).toContainText('New')
  await expectAccessible(page)

  await row.click()
  const address = new RegExp(`/communication/contact-us-details\\?id=${id}$`)
  await expect(page).toHaveURL(address)
  const isShown = async (at: Page) => {
    await expect(at.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(at.getByText('the kiosk shows a donation twice.')).toBeVisible()
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
  await expect(colleague.getByRole('heading', { level: 1 })).toHaveText('Respond')
  await expect(radios(colleague).first()).toBeChecked()
  expect(consoleErrors).toEqual([])

  for (const path of ['/communication/contact-us-details', '/communication/contact-us-respond?id=nobody']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/communication\/contact-us$/)
    await expect(page.getByText('That address names no inquiry. Choose one from the list.')).toBeVisible()
  }
  await page.goto('/communication/contact-us-details?id=01999999-0000-7000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'There is no such inquiry' })).toBeVisible()
})

test('an inquiry is answered, with a note of at most 100 characters', async ({ console: page, platform, given }) => {
  const { id, name, email } = await given.inquiry()
  await page.goto(`/communication/contact-us-details?id=${id}`)
  await page.getByRole('link', { name: 'Respond' }).click()
  await expect(page).toHaveURL(new RegExp(`/communication/contact-us-respond\\?id=${id}$`))
  await expect(page.getByRole('radiogroup', { name: 'Status' }).locator('label')).toHaveText([
    'New',
    'In-progress',
    'Closed',
    'Done',
  ])
  await expect(radios(page).first()).toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Assignee' })).toHaveValue('DC Admin')
  await page.getByText('In-progress', { exact: true }).click()
  await note(page).fill('a'.repeat(101))
  await expect(page.getByText('101/100')).toBeVisible()
  await save(page).click()
  await expect(page.getByText('At most 100 characters')).toBeVisible()
  await expect(page).toHaveURL(/contact-us-respond/)
  await expectAccessible(page)

  await main(page).getByRole('link', { name: 'Contact Us' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
  await note(page).fill('We look into it.')
  await save(page).click()
  await expect(page.getByText('Inquiry updated successfully')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/communication/contact-us-details\\?id=${id}$`))
  await expect(timeline(page).first()).toContainText('In-progress · DC Admin')
  await expect(timeline(page).first()).toContainText('We look into it.')
  expect(platform.mail.received.filter(({ recipients }) => recipients.includes(email))).toEqual([])

  await page.getByRole('link', { name: 'Respond' }).click()
  await expect(radios(page).nth(1)).toBeChecked()
  await page.getByText('Closed', { exact: true }).click()
  await note(page).fill('It was a display error, now mended.')
  await page.getByRole('checkbox', { name: `Mail this note to ${email}` }).check()
  await save(page).click()
  await expect(timeline(page).first()).toContainText(`Mail sent to ${email}`)
  expect((await platform.mail.mailTo(email, /inquiry/)).text).toContain('It was a display error, now mended.')
  await page.goto(`/communication/contact-us?status=Closed&q=${email}`)
  await expect(page.getByRole('row', { name })).toContainText('Closed')
})

test('two who answer at once see each other and choose', async ({ console: page, colleague, given }) => {
  const { id } = await given.inquiry()
  const address = `/communication/contact-us-respond?id=${id}`
  await Promise.all([page.goto(address), colleague.goto(address)])
  await note(page).fill('Mine')
  await page.getByText('Done', { exact: true }).click()
  await colleague.getByText('In-progress', { exact: true }).click()
  await note(colleague).fill('Theirs')
  await choose(colleague, 'Samira Haddad')
  await save(colleague).click()
  await expect(colleague.getByText('Inquiry updated successfully')).toBeVisible()

  await save(page).click()
  const conflict = page.getByRole('dialog', { name: 'Changed while you were editing' })
  await expect(conflict).toContainText('Samira Haddad saved a response')
  await expect(conflict).toContainText('Their note: “Theirs”.')
  await expect(conflict.getByRole('radio', { name: 'Status, yours' })).toBeChecked()
  await expect(conflict.getByRole('radio', { name: 'Assignee, theirs' })).toBeChecked()
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Save choices' }).click()
  await expect(page.getByText('Inquiry updated successfully')).toBeVisible()
  await expect(timeline(page)).toHaveCount(3)
  await expect(timeline(page).first()).toContainText('Done · Samira Haddad')
  await expect(timeline(page).first()).toContainText('Mine')
})

test('an inquiry is deleted; the message stays for 8 seconds and can undo it', async ({ console: page, given }) => {
  const { id, name } = await given.inquiry()
  await page.clock.install()
  const remove = async () => {
    await page.goto(`/communication/contact-us-details?id=${id}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: `Delete the inquiry of ${name}?` })
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

test('without the list of staff the form still works, and the list can be asked for again', async ({
  console: page,
  platform,
  given,
}) => {
  const { id } = await given.demoRequest()
  await page.goto(`/request-details-${id}`)
  const respond = page.getByRole('link', { name: 'Respond' })
  const loaded = page.waitForResponse(/AssignDemoRequest-.*\.js/)
  await respond.hover()
  await loaded
  await page.waitForLoadState('networkidle')
  const failed = page.getByRole('alert').filter({ hasText: 'The team could not be loaded' })
  await platform.outage(async () => {
    await respond.click()
    await expect(failed).toContainText('Something is wrong please try again!')
    await expect(page.getByRole('combobox', { name: 'Assignee' })).toHaveValue('DC Admin')
    await note(page).fill('Call them back')
  })
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(failed).toBeHidden()
  await expect(note(page)).toContainText('Call them back')
  await choose(page, 'Samira Haddad')
  await save(page).click()
  await expect(timeline(page).first()).toContainText('New · Samira Haddad')
  await expect(timeline(page).first()).toContainText('Call them back')
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
  await expect(page.getByText('Possible spam')).toBeVisible()
  await page.getByRole('link', { name: 'Respond' }).click()
  await page.getByLabel('This is not spam').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Inquiry updated successfully')).toBeVisible()
  await expect(page.getByText('Possible spam')).toBeHidden()
  await page.getByRole('link', { name: 'Respond' }).click()
  await expect(page.getByLabel('Mail this note')).toBeVisible()
  await expect(page.getByLabel('This is not spam')).toBeHidden()
})

test('an open tab asks for arrivals every few seconds, a hidden one seldom', async ({ console: page }) => {
  let asked = 0
  page.on('response', (response) => {
    if (response.url().endsWith('/navigation/counts')) asked += 1
  })
  await page.clock.install()
  await page.goto('/communication')
  /** How many turns of five seconds pass until it is asked again. */
  const turnsToNext = async () => {
    const before = asked
    let turns = 0
    await expect
      .poll(async () => {
        turns += 1
        await page.clock.runFor(5000)
        return asked
      })
      .toBeGreaterThan(before)
    return turns
  }
  await expect.poll(() => asked).toBeGreaterThan(0)
  await turnsToNext()
  expect(await turnsToNext()).toBeLessThan(4)

  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  `)
  // The turn that was set while the tab was seen still comes.
  await turnsToNext()
  expect(await turnsToNext()).toBeGreaterThan(4)
})
