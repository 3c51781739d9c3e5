import { demoRequests } from '@hikmah/contract/communication/endpoints'
import { answer, choose, fact, goOn, main, note, radios, save, status, timeline } from './communication-pages.ts'
import { unique } from './given.ts'
import { filterBy } from './list-page.ts'
import { expect, expectAccessible, slowNetwork, test } from './test.ts'

test('demo requests are listed with who, what, when and how they stand', { tag: '@walk' }, async ({
  console: page,
  given,
  consoleErrors,
}) => {
  const mark = unique()
  const whole = await given.demoRequest(`Maryam ${mark}`)
  const prospect = await given.demoRequest(`Omar ${mark}`, { queries: [], stream: 'deenfund' })
  const spam = await given.demoRequest(`Cheap ${mark}`, { website: 'http://cheap.example', schedule: undefined })
  // A column is left out while it says the same of every row.
  const assigned = await given.demoRequest()
  await given.asked(demoRequests.respondToDemoRequest, { params: { id: assigned.id }, body: { status: 'Scheduled' } })
  await page.goto('/dashboard')
  await main(page).getByRole('link', { name: 'Communication' }).click()
  await expect(page).toHaveURL(/\/communication$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Demo Requests/)
  await expect(page.getByRole('columnheader')).toHaveText([
    'No.',
    'Name',
    'Organization',
    'Apps',
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
  await expect(row(whole.name).getByTitle('Masjid Bilal of Lansing')).toBeVisible()
  await expect(row(spam.name).getByRole('cell', { name: '–', exact: true })).toHaveCount(1)
  await expect(row(whole.name)).toContainText('DK DF DC')
  await expect(row(whole.name)).toContainText('DEENKIOSK, DEENFUND, prayer times')
  await expect(row(whole.name)).toContainText('Mar 2, 2027')
  await expect(row(whole.name)).toContainText('10:30 AM')
  await expect(row(whole.name)).toContainText('New')
  await expect(row(whole.name)).not.toContainText('PROSPECT')
  await expect(row(prospect.name)).toContainText('PROSPECT')
  await expect(row(prospect.name)).toContainText('DEENFUND')
  await expect(row(spam.name)).toContainText('PROSPECT')
  await expect(row(spam.name)).toContainText('Suspected spam')
  await expectAccessible(page)

  await filterBy(page, 'Without suspected spam')
  await expect(row(spam.name)).toBeHidden()
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`q=${mark}.*spam=false.*sort=name|q=${mark}.*sort=name.*spam=false`))
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toContainText(whole.name)
  await filterBy(page, /^Suspected spam only \(1\)$/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.goBack()
  await page.getByRole('link', { name: /^Done/ }).click()
  await expect(page.getByRole('heading', { name: /^No .+ match/ })).toBeVisible()
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
    Organization: 'Masjid Bilal of Lansing',
    Email: email,
    Phone: '(510) 555-0142',
    Stream: 'DC WEBSITE',
    Scheduled: 'Tue, Mar 2, 2027, 10:30 AM',
    Assignee: '–',
  }
  for (const [term, value] of Object.entries(facts)) await expect(fact(page, term)).toHaveText(value)
  await expect(fact(page, 'Applications').getByRole('listitem')).toHaveText([
    'DK DEENKIOSK',
    'DF DEENFUND',
    'DC prayer times',
  ])
  await expect(fact(page, 'How many screens do you have\\?')).toHaveText('Three')
  await expect(fact(page, 'Since when\\?')).toHaveText('–')
  await expect(timeline(page)).toContainText(['Received from the website'])
  await expect(page.getByText('PROSPECT')).toBeHidden()
  await expect(main(page).getByRole('link', { name: 'Demo Request' })).toHaveAttribute('aria-current', 'true')

  await page.goto(`/request-details-${prospect}`)
  await expect(page.getByText('PROSPECT', { exact: true })).toBeVisible()
  for (const path of ['/request-details-01999999-0000-7000-8000-000000000000', '/request-respond-nobody']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'There is no such demo request' })).toBeVisible()
  }
})

test('a demo request is assigned: nothing is mailed unless it is wished, and then the answer arrives', async ({
  console: page,
  platform,
  given,
}) => {
  const { id, name, email } = await given.demoRequest()
  await page.goto(`/request-respond-${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByRole('heading', { name: 'Assign' })).toBeVisible()
  await expect(page.getByRole('radiogroup', { name: 'Status' }).locator('label')).toHaveText([
    'New',
    'Scheduled',
    'Done',
  ])
  await expect(radios(page).first()).toBeChecked()
  await expect(page.getByText('No day for the demo is agreed yet.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Assignee' })).toHaveValue('Samira Haddad')
  await expectAccessible(page)

  const sent: unknown[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postDataJSON()))
  await choose(page, 'DC Admin')
  await status(page, 'Scheduled').click()
  await save(page)
  await expect(page.getByText('Demo request updated successfully')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/request-details-${id}$`))
  expect(sent).toEqual([
    {
      status: 'Scheduled',
      responseTimeline: {
        status: 'Scheduled',
        assignee: 'DC Admin',
        note: '',
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      assigneeId: null,
      version: 1,
    },
  ])
  await expect(timeline(page).first()).toContainText('Scheduled · DC Admin')
  await expect(timeline(page).first()).toContainText('by Samira Haddad')
  await expect(timeline(page).first()).not.toContainText('Mail')
  await expect(fact(page, 'Assignee')).toHaveText('DC Admin')

  await expect(goOn(page)).toHaveAccessibleDescription('No changes yet')
  await status(page, 'Done').click()
  const network = await slowNetwork(page, { latency: 3000 })
  await note(page).click()
  await page.keyboard.type('They come on ')
  await page.keyboard.press('Control+b')
  await expect(page.getByRole('button', { name: 'Bold', pressed: true }), 'the editor has come').toBeVisible()
  await network.detach()
  await page.keyboard.type('Tuesday')
  await answer(page).fill('See you on Tuesday')
  await expectAccessible(page)
  await save(page)
  await expect(timeline(page)).toHaveCount(3)
  await expect(timeline(page).first()).toContainText('Done · Samira Haddad')
  await expect(timeline(page).first().locator('strong')).toHaveText('Tuesday')
  await expect(timeline(page).first()).toContainText(`to ${email}`)
  await expect(fact(page, 'Assignee')).toHaveText('Samira Haddad Owner')
  await platform.moveClock(90)
  const letter = await platform.mail.mailTo(email, /Re: /)
  expect(letter.text).toContain('See you on Tuesday')
  expect(letter.text).toContain(name)
  expect(letter.text).not.toContain('They come on')
  expect(letter.text).not.toMatch(/answer this mail/)
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

test('a demo request is deleted after a question that names it, and Undo brings it back', async ({
  console: page,
  given,
  consoleErrors,
}) => {
  const { id, name } = await given.demoRequest()
  await page.goto(`/request-details-${id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: `Delete the demo request from ${name}?` })
  await expect(question).toContainText(
    'It is removed from the list, along with its responses. You can undo this right afterwards. After 30 days it is removed for good.',
  )
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

test('day, time and zone of a demo are one fact, and every time stands on both clocks', async ({
  console: page,
  platform,
  given,
}) => {
  const { id, email } = await given.demoRequest(undefined, { schedule: { date: '', time: '' } })
  await page.goto(`/request-respond-${id}`)
  await status(page, 'Scheduled').click()
  await expect(goOn(page)).toHaveAccessibleDescription('Choose a date for the status Scheduled')
  await main(page).getByRole('link', { name: 'Contact Us' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
  const date = page.getByLabel('Scheduled date')
  await expect(date).toHaveAttribute('min', '2000-01-01')
  await date.fill('0001-01-01')
  await save(page)
  await expect(date).toHaveAccessibleDescription(/Choose a date from 2000 on/)
  await date.fill('2027-03-04')
  await page.getByLabel('Scheduled time').fill('after Asr')
  await expect(page.getByText('Thu, Mar 4, 2027, after Asr')).toBeVisible()
  await page.getByLabel('Time zone').selectOption({ label: 'Pacific Time' })
  const slot = page.getByRole('group', { name: 'Times of that day' }).locator('label', { hasText: '3:30 PM PST' })
  await expect(slot).toContainText('6:30 PM EST')
  await slot.click()
  await expect(page.getByText('Thu, Mar 4, 2027, 3:30 PM PST')).toBeVisible()
  await expect(page.getByRole('paragraph').filter({ hasText: '6:30 PM EST for you' })).toBeVisible()
  await expectAccessible(page)
  await answer(page).fill('We look forward to it.')
  await save(page)
  await expect(fact(page, 'Scheduled')).toHaveText('Thu, Mar 4, 2027, 3:30 PM PST')
  await platform.moveClock(90)
  const letter = await platform.mail.mailTo(email, /Re: /)
  expect(letter.text).toContain('Your demo takes place: Thu, Mar 4, 2027, 3:30 PM PST.')
})

test('what was scheduled without a date by another client is answered all the same', async ({
  console: page,
  given,
}) => {
  const { id } = await given.demoRequest(undefined, { schedule: { date: '', time: '' } })
  await given.asked(demoRequests.respondToDemoRequest, { params: { id }, body: { status: 'Scheduled' } })
  await page.goto(`/request-respond-${id}`)
  await expect(page.getByLabel('Scheduled date')).toHaveValue('')
  await expect(fact(page, 'Scheduled')).toHaveText('No date set')
  await choose(page, 'DC Admin')
  await save(page)
  await expect(timeline(page).first()).toContainText('Scheduled · DC Admin')
})

test('another time a visitor asks for is told in words', async ({ console: page, given, platform }) => {
  const { id, name, email } = await given.demoRequest()
  await platform.call(demoRequests.createDemoRequest, {
    body: { name, email, schedule: { date: '2027-03-09', time: '4 PM' } },
  })
  await page.goto(`/request-details-${id}`)
  await expect(timeline(page).first()).toContainText(
    'Asks for another time: Tue, Mar 9, 2027, 4 PM, instead of Tue, Mar 2, 2027, 10:30 AM',
  )
})

test('the heads of a desk are level, and a telephone folds the facts into one line above the answer', async ({
  console: page,
  given,
}) => {
  const { id, name, email } = await given.demoRequest(`Abdurrahman Muhammad Abdulrazzaq ${unique()}`)
  await page.goto(`/request-details-${id}`)
  await expect(page.getByRole('combobox', { name: 'Assignee' })).toBeVisible()
  const heads = [
    page.getByRole('heading', { name: /^Demo Request/, level: 2 }).locator('..'),
    page.locator('header', { has: page.getByRole('heading', { name, level: 1 }) }),
    page.getByRole('heading', { name: 'Assign', level: 2 }).locator('..'),
  ]
  const feet = await Promise.all(
    heads.map(async (head) => {
      const { y, height } = (await head.boundingBox())!
      return Math.round(y + height)
    }),
  )
  expect(new Set(feet).size, feet.join()).toBe(1)

  await page.setViewportSize({ width: 390, height: 844 })
  const fold = page.getByRole('button', { name: /^Facts/ })
  await expect(fold).toContainText(email)
  await expect(fact(page, 'Email')).toBeHidden()
  expect((await fold.boundingBox())!.y).toBeLessThan((await answer(page).boundingBox())!.y)
  await fold.click()
  await expect(fact(page, 'Email')).toHaveText(email)
  await expectAccessible(page)
})
