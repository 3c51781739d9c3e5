import { readFileSync } from 'node:fs'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import axe, { type Result, type RunOptions } from 'axe-core'
import { createGiven } from './given.ts'
import { type Platform, type SignedIn, startPlatform } from './platform.ts'

export type Given = ReturnType<typeof createGiven>

interface Fixtures {
  console: Page
  colleague: Page
  /** A browser of somebody else, signed in with their password and code. */
  browserOf: (person: { userName: string; password: string }) => Promise<Page>
  consoleErrors: string[]
  given: Given
  /** Of a test that fails: what the page alerts to and the server logged, as only a picture is kept otherwise. */
  sayWhy: undefined
}

interface Shared {
  platform: Platform
  owner: SignedIn
}

/** Each worker has the product to itself; `console` is a page signed in as the owner, `colleague` another. */
export const test = base.extend<Fixtures, Shared>({
  platform: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures from here
    async ({}, use) => {
      const platform = await startPlatform()
      await use(platform)
      await platform.stop()
    },
    { scope: 'worker' },
  ],
  owner: [async ({ platform }, use) => use(await platform.signIn()), { scope: 'worker' }],
  sayWhy: [
    async ({ page, platform }, use, test) => {
      const before = platform.said().length
      await use(undefined)
      if (test.status === test.expectedStatus) return
      const alerts = await page.getByRole('alert').allInnerTexts()
      process.stdout.write([`\n${test.title}: ${page.url()}`, ...alerts, platform.said().slice(before), ''].join('\n'))
    },
    { auto: true },
  ],
  given: async ({ platform, owner }, use) => use(createGiven(platform, owner)),
  baseURL: async ({ platform }, use) => use(platform.url),
  consoleErrors: async ({ page }, use) => {
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(error.message))
    await use(errors)
  },
  console: async ({ page, owner }, use) => {
    await rememberSession(page, owner)
    await use(page)
  },
  colleague: async ({ browser, platform, owner }, use) => {
    const page = await browser.newPage({ baseURL: platform.url })
    await rememberSession(page, owner)
    await use(page)
    await page.close()
  },
  browserOf: async ({ browser, platform }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (person) => {
      const context = await browser.newContext({ baseURL: platform.url })
      contexts.push(context)
      const page = await context.newPage()
      await rememberSession(page, await platform.signIn(person))
      return page
    })
    for (const context of contexts) await context.close()
  },
})

/** As the sign-in leaves it in the browser. */
export const rememberSession = (page: Page, { token, userName, role }: SignedIn) =>
  page.addInitScript(
    ([authToken, name, first]) => {
      localStorage.setItem('authToken', authToken)
      localStorage.setItem('userName', name)
      localStorage.setItem('role', first)
    },
    [token, userName, role[0]?.roles ?? ''] as const,
  )

/** axe finds nothing on the page as it stands; by all its rules, or by these alone. */
export async function expectAccessible(page: Page, rules?: string[]) {
  // It is read once per page. @axe-core/playwright reads it four times and opens a page more, for frames; we have none.
  expect(page.frames()).toHaveLength(1)
  // Until the screen and its parts are drawn, an outline stands there and what was drawn may be hidden.
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('[aria-label^="Loading "]')).toHaveCount(0)
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const options: RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  const run = `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`
  const violations = await page.evaluate<Result[]>(run)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([])
}

const ace = () => readFileSync(new URL(import.meta.resolve('accessibility-checker-engine/ace-window.js')), 'utf8')

/** Of these, what it finds is not wrong. */
const ruledOut: [rule: string, of: RegExp][] = [
  // HTML allows the name of an account in a field for an email address, and password managers look for it there.
  ['input_autocomplete_valid', /type="email"[^>]* autocomplete="username"/],
  // The key that stands in the label, as the shortcut of the field, is drawn for the eye alone.
  ['label_name_visible', /aria-label="Answer by email"/],
]

/** A second engine, with rules of its own, finds nothing that breaks WCAG 2.2 on the page as it stands. */
export async function expectAccessibleByOthers(page: Page) {
  if (!(await page.evaluate('"ace" in window'))) await page.evaluate(ace())
  const run = `new ace.Checker().check(document, ['WCAG_2_2']).then(({ results }) => results
    .filter(({ value }) => value[0] === 'VIOLATION' && value[1] === 'FAIL')
    .map(({ ruleId, message, snippet }) => [ruleId, message + ' ' + snippet]))`
  const found = await page.evaluate<[rule: string, text: string][]>(run)
  const wrong = found.filter(([rule, text]) => !ruledOut.some(([name, of]) => name === rule && of.test(text)))
  expect.soft(wrong, page.url()).toEqual([])
}

/** Nothing sticks out of the page, wide or narrow, and axe finds nothing on it, light or dark. */
export async function expectFitting(page: Page) {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      await expectAccessible(page)
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Until it is detached: bytes a second and ms for each request. */
export async function slowNetwork(page: Page, slow: { latency?: number; uploadThroughput?: number }) {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
    ...slow,
  })
  return network
}

export { expect }
