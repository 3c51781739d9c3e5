import { contactInquiries } from '@hikmah/contract/communication/endpoints'
import { answer, goOn, radios, save, timeline } from './communication-pages.ts'
import { unique } from './given.ts'
import { expect, expectAccessible, slowNetwork, test } from './test.ts'

const SEND = 'Control+Enter'

test('five inquiries are answered without a mouse, by at most 25 keys', { tag: '@walk' }, async ({
  console: page,
  given,
  platform,
}) => {
  const mark = unique()
  const asked = []
  for (let n = 1; n <= 5; n += 1) asked.push(await given.inquiry(`Visitor ${n} ${mark}`))
  await page.goto(`/communication/contact-us?q=${mark}`)
  let keys = 0
  const press = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key)
    keys += pressed.length
  }
  // From the list, as opened by a press on its first row.
  await page.goto(`/communication/contact-us-details?id=${asked[0]!.id}&q=${mark}`)
  for (const [n, { name }] of asked.entries()) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(radios(page).first()).toBeChecked()
    await expect(page.getByText('No changes yet')).toBeVisible()
    await press('e')
    await expect(answer(page)).toBeFocused()
    await page.keyboard.type(`It is mended, number ${n + 1}.`)
    await expect(goOn(page)).toHaveText(/^Send and open next/)
    await press(SEND)
    await expect(page.getByText(`Answered: ${name}, Done`)).toBeVisible()
  }
  expect(keys).toBeLessThanOrEqual(25)
  await platform.moveClock(90)
  for (const { email } of asked) expect((await platform.mail.mailTo(email, /Re: /)).text).toContain('It is mended')
  for (const { id } of asked) {
    const { status, assignee } = await given.asked(contactInquiries.readInquiry, { params: { id } })
    expect([status, assignee[0]?.name]).toEqual(['Done', 'Samira Haddad'])
  }
})

test('J and K turn the list, the oldest wait first, and each has its message first', async ({
  console: page,
  given,
}) => {
  const mark = unique()
  const [first, second] = [await given.inquiry(`Amina ${mark}`), await given.inquiry(`Yusuf ${mark}`)]
  await page.goto(`/communication/contact-us-details?id=${first.id}&q=${mark}`)
  const list = page.getByRole('navigation', { name: 'Contact Us list' })
  await expect(list.getByRole('link', { name: mark })).toHaveCount(2)
  await expect(list.getByRole('link', { name: mark }).first()).toContainText('Amina')
  await expect(page.getByText('1 of 2').filter({ visible: true })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(second.name)
  await page.keyboard.press('k')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first.name)
  await list.getByRole('link', { name: /^Done/ }).click()
  await expect(list.getByText('Nothing here.', { exact: false })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('navigation', { name: 'Place in the list' })).toBeVisible()
  const top = async (text: string) => (await page.getByText(text).first().boundingBox())!.y
  expect(await top('the kiosk shows a donation twice.')).toBeLessThan(await top('Answer by email'))
  expect(await top('Answer by email')).toBeLessThan(await top('Status'))
  await expectAccessible(page)
})

test('the list beside an inquiry is that of its status, with its place, and stays when it is answered', async ({
  console: page,
  given,
}) => {
  const mark = unique()
  const [first, second, third] = [
    await given.inquiry(`Amina ${mark}`),
    await given.inquiry(`Yusuf ${mark}`),
    await given.inquiry(`Hana ${mark}`),
  ]
  for (const { id } of [first, third])
    await given.asked(contactInquiries.respondToInquiry, { params: { id }, body: { status: 'Closed' } })
  const list = page.getByRole('navigation', { name: 'Contact Us list' })
  const tab = list.getByRole('list', { name: 'Status' }).locator('[aria-current]')
  const open = list.getByRole('list').last().locator('[aria-current="page"]')
  await page.goto(`/communication/contact-us-details?id=${third.id}&q=${mark}`)
  await expect(tab).toHaveText('Closed 2')
  await expect(open).toContainText(third.name)
  await expect(page.getByText('2 of 2').filter({ visible: true })).toBeVisible()
  await page.keyboard.press('k')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first.name)
  await expect(page.getByText('1 of 2').filter({ visible: true })).toBeVisible()
  await expect(tab).toHaveText('Closed 2')

  await list.getByRole('link', { name: /^New/ }).click()
  await expect(tab).toHaveText('New 1')
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(second.name)
  await expect(open).toContainText(second.name)

  await page.goto(`/communication/contact-us-details?id=${second.id}&q=${mark}`)
  await expect(tab).toHaveText('New 1')
  await radios(page).nth(2).check({ force: true })
  await save(page)
  await expect(tab, 'who answers goes on in the same list').toHaveText('New 0')
  await page.reload()
  await expect(tab).toHaveText('Closed 3')
  await expect(open).toContainText(second.name)
})

test('suspected spam stands in the list beside it while it is open', async ({ console: page, given }) => {
  const mark = unique()
  const { id, name } = await given.inquiry(`Cheap ${mark}`, { website: 'http://cheap.example' })
  await page.goto(`/communication/contact-us-details?id=${id}&q=${mark}`)
  await expect(
    page.getByRole('navigation', { name: 'Contact Us list' }).getByRole('list').last().locator('[aria-current="page"]'),
  ).toContainText(name)
})

test('a key that is pressed while the form is still coming counts once it is there', async ({
  console: page,
  given,
}) => {
  const { id, name } = await given.inquiry()
  await page.goto(`/communication/contact-us?q=${encodeURIComponent(name)}`)
  await expect(page.getByRole('row', { name })).toBeVisible()
  const network = await slowNetwork(page, { latency: 2000 })
  await page.getByRole('row', { name }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Respond' })).toBeVisible()
  await expect(radios(page)).toHaveCount(0)
  await page.keyboard.press('2')
  await network.detach()
  await expect(page).toHaveURL(new RegExp(id))
  await expect(radios(page).nth(1)).toBeChecked()
})

test('an answer is taken back while its email waits, and its text is in the form again', async ({
  console: page,
  given,
  platform,
}) => {
  const { id, name, email } = await given.inquiry()
  await page.goto(`/communication/contact-us-details?id=${id}&q=${email}`)
  await answer(page).fill('To the wrong person')
  await page.keyboard.press(SEND)
  await expect(page.getByText(`Answered: ${name}, Done`)).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('u')
  await expect(page.getByText('The answer was taken back. No email was sent.')).toBeVisible()
  await expect(answer(page)).toHaveValue('To the wrong person')
  await expect(timeline(page).first()).toContainText('Answer taken back')
  await expect(timeline(page).nth(1)).toContainText('Taken back')
  await platform.moveClock(90)
  expect(platform.mail.received.filter(({ recipients }) => recipients.includes(email))).toEqual([])
})

test('what is written stays through a reload and a sign-out, and goes with the answer', async ({
  console: page,
  given,
}) => {
  const { id, email } = await given.inquiry()
  const address = `/communication/contact-us-details?id=${id}&q=${email}`
  await page.goto(address)
  await answer(page).fill('Half of an ans')
  await expect(radios(page).nth(3)).toBeChecked()
  await page.goto('/dashboard')
  await page.goto(address)
  await expect(answer(page)).toHaveValue('Half of an ans')
  await expect(radios(page).nth(3)).toBeChecked()
  await page.keyboard.press(SEND)
  await expect(page.getByText(/^Answered: /)).toBeVisible()
  await page.reload()
  await expect(answer(page)).toHaveValue('')
})

test('a reply that staff keeps is searched, filled in and sent; one with an empty field is not', async ({
  console: page,
  given,
}) => {
  const mark = unique()
  const { id, name, email } = await given.inquiry()
  await page.goto(`/communication/contact-us-details?id=${id}&q=${email}`)
  await expect(radios(page).first()).toBeChecked()
  await page.keyboard.press('t')
  const replies = page.getByRole('dialog', { name: 'Replies' })
  await replies.getByRole('button', { name: 'Add a reply' }).click()
  const editing = page.getByRole('dialog', { name: 'Add a reply' })
  await editing.getByLabel('Title').fill(`Thanks ${mark}`)
  await editing.getByLabel('Text').fill('Thank you, {name}. Greetings to {organization}.')
  await expectAccessible(page)
  await editing.getByRole('button', { name: 'Save reply' }).click()
  await page.getByRole('combobox', { name: 'Search a reply' }).fill(mark)
  await expect(page.getByRole('option')).toHaveCount(1)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(answer(page)).toHaveValue(`Thank you, ${name}. Greetings to {organization}.`)
  await expect(answer(page)).toBeFocused()
  await page.keyboard.press(SEND)
  await expect(page.getByText('Write something in place of {organization}')).toBeVisible()
  await answer(page).fill(`Thank you, ${name}.`)
  await page.keyboard.press(SEND)
  await expect(page.getByText(`Answered: ${name}, Done`)).toBeVisible()

  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('t')
  await page.getByRole('combobox', { name: 'Search a reply' }).fill(mark)
  await replies.getByRole('button', { name: `Edit “Thanks ${mark}”` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: /^Delete “/ })
    .getByRole('button', { name: 'Delete reply' })
    .click()
  await page.getByRole('combobox', { name: 'Search a reply' }).fill(mark)
  await expect(page.getByText(/Nothing matches|There are no replies yet/)).toBeVisible()
})

test('the chosen reply is in sight, and what was typed into one is not lost by Escape', async ({
  console: page,
  given,
}) => {
  const { id, email } = await given.inquiry()
  await page.setViewportSize({ width: 1440, height: 500 })
  await page.goto(`/communication/contact-us-details?id=${id}&q=${email}`)
  await expect(radios(page).first()).toBeChecked()
  await page.keyboard.press('t')
  const search = page.getByRole('combobox', { name: 'Search a reply' })
  await search.fill('KÍOSK')
  await expect(page.getByRole('option').first()).toContainText('Kiosk')
  await search.fill('')
  await expect(page.getByRole('option').nth(3)).toBeAttached()
  for (const _ of await page.getByRole('option').all()) await page.keyboard.press('ArrowDown')
  const chosen = page.getByRole('option', { selected: true })
  await expect(chosen).toBeInViewport({ ratio: 1 })
  await expect(search).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id'))!)

  await page.getByRole('button', { name: 'Add a reply' }).click()
  const title = page.getByRole('dialog', { name: 'Add a reply' }).getByLabel('Title')
  await title.fill('Half written')
  const question = page.getByRole('dialog', { name: 'Leave this reply unsaved?' })
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(title).toHaveValue('Half written')
  await page.getByRole('button', { name: 'Back' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(search).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
})

test('an answer that could not be sent stays, with Retry', async ({ console: page, given, platform }) => {
  const { id, name, email } = await given.inquiry()
  await page.goto(`/communication/contact-us-details?id=${id}&q=${email}`)
  await answer(page).fill('We call you tomorrow.')
  await page.waitForLoadState('networkidle')
  const retry = page.getByRole('button', { name: 'Retry', exact: true })
  await platform.outage(async () => {
    await page.keyboard.press(SEND)
    await expect(retry).toBeVisible()
    await expect(answer(page)).toHaveValue('We call you tomorrow.')
  })
  await retry.click()
  await expect(page.getByText(`Answered: ${name}, Done`)).toBeVisible()
})
