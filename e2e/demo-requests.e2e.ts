import { demoRequests } from '@hikmah/contract/communication/endpoints'
import { choose, fact, main, note, radios, save, timeline } from './communication-pages.ts'
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
  await expect(row(whole.name).getByTitle('Masjid Bilal of Lansing')).toBeVisible()
  await expect(row(spam.name).getByRole('cell', { name: '–', exact: true })).toHaveCount(2)
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
  await page.getByRole('link', { name: 'Assign', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/request-respond-${id}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Assign')
  await expect(page.getByRole('radiogroup', { name: 'Status' }).locator('label')).toHaveText([
    'New',
    'Scheduled',
    'Done',
  ])
  await expect(radios(page).first()).toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Assignee' })).toHaveValue('DC Admin')
  const mail = page.getByRole('checkbox', { name: `E-mail this note to ${email}` })
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
      responseTimeline: {
        status: 'Scheduled',
        assignee: 'DC Admin',
        note: '',
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
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
  await expect(save(page)).toHaveAccessibleDescription('No changes yet')
  await page.getByText('Done', { exact: true }).click()
  await mail.check()
  await expect(save(page)).toHaveAccessibleDescription('Write the note to e-mail')
  await choose(page, 'Samira Haddad')
  const network = await slowNetwork(page, { latency: 3000 })
  await note(page).click()
  await page.keyboard.type('See you on ')
  await page.keyboard.press('Control+b')
  await expect(page.getByRole('button', { name: 'Bold', pressed: true }), 'the editor has come').toBeVisible()
  await network.detach()
  await page.keyboard.type('Tuesday')
  const preview = page.getByRole('region', { name: 'The e-mail that will be sent' })
  await expect(preview).toContainText('See you on Tuesday')
  await expectAccessible(page)
  const shown = (await preview.locator('p, b, blockquote').allInnerTexts()).map((text) => text.trim())
  await save(page).click()
  await expect(timeline(page)).toHaveCount(3)
  await expect(timeline(page).first()).toContainText('Done · Samira Haddad')
  await expect(timeline(page).first().locator('strong')).toHaveText('Tuesday')
  await expect(timeline(page).first()).toContainText(`E-mail sent to ${email}`)
  await expect(fact(page, 'Assignee')).toHaveText('Samira Haddad Owner')
  const letter = await platform.mail.mailTo(email, /demo request/)
  expect(letter.text).toContain('See you on Tuesday')
  expect(letter.text).toContain(name)
  for (const text of shown) expect(letter.text?.replaceAll('\n', ' ')).toContain(text)
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
    'It is removed from the list, along with its responses. You can undo this right afterwards.',
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

test('who calls a request scheduled says when', async ({ console: page, given }) => {
  const { id } = await given.demoRequest(undefined, { schedule: { date: '', time: '' } })
  await page.goto(`/request-respond-${id}`)
  await expect(page.getByLabel('Scheduled date')).toBeHidden()
  await page.getByText('Scheduled', { exact: true }).click()
  await expect(save(page)).toHaveAccessibleDescription('Choose a date for the status Scheduled')
  const date = page.getByLabel('Scheduled date')
  await expect(date).toHaveAttribute('min', '2000-01-01')
  await date.fill('0001-01-01')
  await save(page).click()
  await expect(date).toHaveAccessibleDescription(/Choose a date from 2000 on/)
  await date.fill('2027-03-04')
  await page.getByLabel('Scheduled time').fill('after Asr')
  await expectAccessible(page)
  await save(page).click()
  await expect(fact(page, 'Scheduled date')).toHaveText('Mar 4, 2027')
  await expect(fact(page, 'Scheduled time')).toHaveText('after Asr')
})

test('what was scheduled without a date by another client is answered all the same', async ({
  console: page,
  given,
}) => {
  const { id } = await given.demoRequest(undefined, { schedule: { date: '', time: '' } })
  await given.asked(demoRequests.respondToDemoRequest, { params: { id }, body: { status: 'Scheduled' } })
  await page.goto(`/request-respond-${id}`)
  await expect(page.getByLabel('Scheduled date')).toHaveValue('')
  await choose(page, 'Samira Haddad')
  await save(page).click()
  await expect(timeline(page).first()).toContainText('Scheduled · Samira Haddad')
})

test('another time a visitor asks for is told in words', async ({ console: page, given, platform }) => {
  const { id, name, email } = await given.demoRequest()
  await platform.call(demoRequests.createDemoRequest, {
    body: { name, email, schedule: { date: '2027-03-09', time: '4 PM' } },
  })
  await page.goto(`/request-details-${id}`)
  await expect(timeline(page).first()).toContainText(
    'Asks for another time: Mar 9, 2027, 4 PM, instead of Mar 2, 2027, 10:30 AM',
  )
})
