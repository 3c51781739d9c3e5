import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { main, waitingIn } from './communication-pages.ts'
import { expect, rememberSession, test } from './test.ts'

test('what a visitor sends shows on the open lists and in the menu by itself', async ({ console: page, given }) => {
  await page.goto('/dashboard')
  const sum = main(page).getByRole('link', { name: 'Communication' })
  await expect(sum).toHaveText(/\d+ waiting$/)
  const before = await waitingIn(page, 'Communication')
  await given.demoRequest()
  await expect(sum).toHaveText(`Communication${before + 1} waiting`)

  await page.goto('/communication')
  await expect(main(page).getByRole('link', { name: 'Demo Request' })).toHaveText(/\d+ waiting$/)
  const waiting = await waitingIn(page, 'Demo Request')
  let reloads = 0
  page.on('framenavigated', () => {
    reloads += 1
  })
  const { name } = await given.demoRequest()
  await expect(page.getByRole('row').nth(1)).toContainText(name)
  await expect(page.getByRole('status').filter({ hasText: '1 new demo request' })).toHaveCount(1)
  await expect(main(page).getByRole('link', { name: 'Demo Request' })).toHaveText(`Demo Request${waiting + 1} waiting`)
  await given.demoRequest('Spam', { website: 'x' })
  await expect(page.getByRole('row').nth(1)).toContainText('Suspected spam')
  await expect(main(page).getByRole('link', { name: 'Demo Request' })).toHaveText(`Demo Request${waiting + 1} waiting`)
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
