import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { Page } from '@playwright/test'
import { expect, rememberSession, test } from './test.ts'
import { startWay } from './way.ts'

const outline = (page: Page, name: string) => page.getByRole('status', { name: `Loading ${name}` })
const breadcrumbs = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem')

test('what loads is outlined as the page that comes, at its edges', async ({ page, platform, owner, given }) => {
  const { orgId, orgName } = await given.review()
  let isSlow = true
  const way = await startWay(platform.url, {
    // Not the counts of the menu: a browser keeps six requests at most, and the page itself has to come.
    waits: ({ path }) =>
      isSlow &&
      path.startsWith('/api/') &&
      !/getCurrentUser|counts|planSubscription|digital-device|hikmah\/orders/.test(path),
  })
  await rememberSession(page, owner)

  await page.goto(`${way.url}/varify-ein/${orgId}`)
  const decision = page.getByRole('complementary', { name: 'Decision' })
  const [column, line] = [decision, outline(page, 'the decision').locator('i').first()]
  const [left, bar] = [(await column.boundingBox())!.x, (await line.boundingBox())!]
  expect(bar.x - left).toBeGreaterThanOrEqual(20)
  const head = (await decision.getByRole('heading', { name: 'Decision' }).locator('..').boundingBox())!
  expect(bar.y - head.y - head.height).toBeGreaterThanOrEqual(16)

  await page.goto(`${way.url}/organization-activity-${orgId}`)
  await expect(outline(page, 'the activity')).toBeVisible()
  await expect(breadcrumbs(page)).toHaveText(['Organization', 'Activity'])

  await page.goto(`${way.url}/edit-organization-detail-${orgId}`)
  const form = (await outline(page, 'the organization').boundingBox())!
  expect(form.width).toBeLessThanOrEqual(560)

  await page.goto(`${way.url}/organization-detail-${orgId}`)
  await expect(breadcrumbs(page)).toHaveText(['Organization'])
  const drawn = outline(page, 'the organization')
  const terms = await drawn
    .locator('p')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().x)))
  expect(new Set(terms).size).toBe(2)
  const rail = (await drawn.locator('> div').last().boundingBox())!
  isSlow = false
  await page.goto(`${way.url}/organization-detail-${orgId}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(orgName)
  const activity = (await page.getByRole('complementary', { name: 'Activity' }).boundingBox())!
  expect(Math.abs(activity.x - rail.x - 33)).toBeLessThan(2)
  await way.stop()
})

test('before the server says who one is, or when it fails to, the frame stands there', async ({
  page,
  platform,
  owner,
}) => {
  let isFailing = false
  const way = await startWay(platform.url, {
    waits: ({ path }) => !isFailing && path.startsWith('/api/'),
    instead: ({ path }) => (path.startsWith('/api/') ? { status: 500, body: '{"message":"Down"}' } : undefined),
  })
  await rememberSession(page, owner)
  await page.goto(`${way.url}/admin-organization`)
  await expect(page.getByRole('banner')).toBeVisible()
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Organization' })).toBeVisible()
  await expect(page.getByRole('status', { name: /^Loading / })).toBeVisible()
  isFailing = true
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Down')
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(main).toBeVisible()
  await way.stop()
})

test('a share over 200 % is neither good nor bad news, since there was next to nothing before', async ({
  page,
  platform,
  owner,
}) => {
  let percentage = 200
  const way = await startWay(platform.url, {
    rewrite: ({ path }, body) => {
      if (!path.includes(organizations.readDashboardCards.path)) return undefined
      const { data } = JSON.parse(body)
      return JSON.stringify({ data: { ...data, newOrgsCard: { ...data.newOrgsCard, previous: 30, percentage } } })
    },
  })
  await rememberSession(page, owner)
  const card = page.getByRole('list', { name: 'Summary' }).getByRole('listitem').filter({ hasText: 'New Org' })
  await page.goto(`${way.url}/dashboard`)
  const share = card.getByText('%', { exact: false })
  await expect(share).toHaveText('up200%')
  await expect(share).toHaveAttribute('data-tone', 'success')
  percentage = 557
  await page.reload()
  await expect(share).toHaveText('up557%')
  await expect(share).not.toHaveAttribute('data-tone')
  await way.stop()
})

test('what is saved is done when it is answered, however long the reading beside it takes', async ({
  page,
  platform,
  given,
}) => {
  let isSlow = false
  const way = await startWay(platform.url, {
    waits: ({ method, path }) => isSlow && method === 'GET' && path.startsWith('/api/'),
  })
  await rememberSession(page, await platform.signIn(await given.staff('hikmah_manager')))
  await page.goto(`${way.url}/admin-profile?tab=1`)
  await page.getByRole('radiogroup', { name: 'New demo requests' }).getByRole('radio', { name: 'Right away' }).check()
  isSlow = true
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Preferences saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).not.toHaveAttribute('data-loading')
  await way.stop()
})

test('beside a review without room for the queue it is never said that nothing waits before that is known', async ({
  page,
  given,
  platform,
  owner,
}) => {
  const { orgId } = await given.review()
  const isQueue = (path: string) => path.startsWith('/api/') && path.includes('/taxReviews?')
  let isFailing = false
  const way = await startWay(platform.url, {
    waits: ({ path }) => !isFailing && isQueue(path),
    instead: ({ path }) => (isFailing && isQueue(path) ? { status: 500, body: '{"message":"Down"}' } : undefined),
  })
  await page.setViewportSize({ width: 800, height: 900 })
  await rememberSession(page, owner)
  await page.goto(`${way.url}/varify-ein/${orgId}`)
  await expect(page.getByRole('navigation', { name: 'Place in the queue' })).toHaveText('oldest first')
  isFailing = true
  await page.reload()
  const alert = page.getByRole('alert').filter({ hasText: 'The queue could not be loaded' })
  await expect(alert.getByRole('button', { name: 'Retry' })).toBeVisible()
  await way.stop()
})
