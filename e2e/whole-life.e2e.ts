import { memberSignIn } from '@hikmah/contract/member-sign-in'
import type { Browser, Page } from '@playwright/test'
import { newEin } from './given.ts'
import { pdfOf } from './pdf.ts'
import { codeIn, linkIn, type Platform, type ReceivedMail, startPlatform } from './platform.ts'
import { expect, expectAccessible, rememberSession, test } from './test.ts'

const NAME = 'Masjid As-Sabr of Testville'
const EMAIL = 'office@sabr.example'
const PASSWORD = 'Copper-Kettle-31'
const DAY_S = 86_400
/** A letter waits as long as what it is about can be taken back. */
const UNDO_S = 90

const paper = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(pdfOf([NAME]), 'base64') })

/** The days of a mosque and of those who look after it: browsers with the clock of the server, and every letter once. */
function lifeOn(platform: Platform, browser: Browser) {
  let read = 0

  const browserOf = async () => {
    const context = await browser.newContext({ baseURL: platform.url })
    await context.clock.setSystemTime(platform.now())
    return context
  }

  return {
    /** Does something at a browser of its own, without an account. */
    mosque: async (path: string, work: (page: Page) => Promise<void>) => {
      const context = await browserOf()
      const page = await context.newPage()
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/^Loading/)
      await expectAccessible(page)
      await work(page)
      await context.close()
    },
    /** Signs in, as on every day, since sessions end over night. */
    staff: async (path: string, work: (page: Page) => Promise<void>) => {
      const context = await browserOf()
      const page = await context.newPage()
      await rememberSession(page, await platform.signIn())
      await page.goto(path)
      await work(page)
      await context.close()
    },
    /** What the mosque was mailed since the last time: these letters and no others, and none before its time. */
    expectLetters: async (...subjects: string[]): Promise<ReceivedMail[]> => {
      const unread = () => platform.mail.received.slice(read).filter(({ recipients }) => recipients.includes(EMAIL))
      await expect.poll(() => unread().map(({ subject }) => subject)).toEqual(subjects)
      const letters = unread()
      read = platform.mail.received.length
      return letters
    },
    tomorrow: () => platform.moveClock(DAY_S),
    afterUndo: () => platform.moveClock(UNDO_S),
  }
}

const pathIn = (mail: ReceivedMail | undefined) => {
  const { pathname, search } = new URL(linkIn(mail!))
  return pathname + search
}

async function sendPapers(page: Page, ein: string, file: string) {
  await page.getByLabel('Employer Identification Number').fill(ein)
  await page.getByLabel('Choose files').setInputFiles(paper(file))
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Send to Hikmah' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We have your papers')
}

/** Decides on both at the desk, found in the list of what waits. */
async function decide(page: Page, status: 'Approved' | 'Rejected', reason?: string) {
  const review = page.getByRole('link', { name: NAME }).first()
  await expect(review).toBeVisible()
  await review.click()
  for (const name of ['EIN status', 'Tax exemption status'])
    await page.getByRole('radiogroup', { name }).getByRole('radio', { name: status }).check()
  if (reason) await page.getByLabel('Rejection reason').fill(reason)
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && /taxStatus$/.test(response.url()),
  )
  await page.keyboard.press('Control+Enter')
  expect((await saved).status()).toBe(200)
}

const dayByDay = test.extend<{ life: ReturnType<typeof lifeOn> & { platform: Platform } }>({
  life: async ({ browser }, use) => {
    const platform = await startPlatform()
    await use({ platform, ...lifeOn(platform, browser) })
    await platform.stop()
  },
})

dayByDay(
  'a mosque from invite to approval, day by day: every letter brings what the next step needs, and staff do their own steps only',
  async ({ life }) => {
    dayByDay.setTimeout(240_000)
    const { platform, mosque, staff, expectLetters, tomorrow, afterUndo } = life
    const ein = newEin()

    await staff('/invite-organization', async (page) => {
      await page.getByLabel('Organization Name').fill(NAME)
      await page.getByLabel('Admin Full Name').fill('Abdul Rahman Al Amin')
      await page.getByLabel('Email').fill(EMAIL)
      await page.getByLabel('Phone').fill('(510) 555-0142')
      await page.keyboard.press('Control+Enter')
      await expect(page.getByText('Invite sent successfully!')).toBeVisible()
    })
    const [invite] = await expectLetters(`Your invite for ${NAME}`)

    await tomorrow()
    await mosque(pathIn(invite), async (page) => {
      const boxes = page.getByRole('checkbox')
      await expect(boxes.first()).toBeVisible()
      for (const box of await boxes.all()) await box.check()
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: /accept/i }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Send your documents' })).toHaveAttribute(
        'href',
        /^\/submit-papers\//,
      )
    })
    const [welcome] = await expectLetters(`Welcome, ${NAME}`)

    await tomorrow()
    await mosque(pathIn(welcome), async (page) => sendPapers(page, ein, 'letter-page-1.pdf'))
    await expectLetters()

    await tomorrow()
    const cutOff = 'Page 2 of the letter is missing.'
    await staff('/reviews?q=As-Sabr', async (page) => decide(page, 'Rejected', cutOff))
    await afterUndo()
    const [rejection] = await expectLetters(`${NAME}: EIN rejected, tax exemption rejected`)
    expect(rejection!.text).toContain(cutOff)

    await tomorrow()
    await mosque(pathIn(welcome), async (page) => {
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/^Send/)
    })
    await mosque(pathIn(rejection), async (page) => {
      await expect(page.getByText(cutOff)).toBeVisible()
      await sendPapers(page, ein, 'letter-both-pages.pdf')
    })
    await expectLetters()

    await tomorrow()
    await staff('/reviews?q=As-Sabr', async (page) => decide(page, 'Approved'))
    await afterUndo()
    const [approval] = await expectLetters(`${NAME}: EIN approved, tax exemption approved`)
    expect(approval!.text).not.toContain('/submit-papers/')
    await mosque(pathIn(rejection), async (page) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your papers are reviewed')
    })

    await tomorrow()
    await staff(`/admin-organization?q=${encodeURIComponent(NAME)}`, async (page) => {
      await page.getByRole('link', { name: NAME }).first().click()
      await page.getByRole('button', { name: 'Approve organization' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Approve organization' }).click()
      await expect(page.getByText(`${NAME}: Approved`)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Approve organization' })).toBeHidden()
    })
    await afterUndo()
    const [approved] = await expectLetters(`${NAME}: approved`)
    expect(approved!.text).toContain(`We have approved ${NAME} on our platform.`)

    await tomorrow()
    const first = await platform.call(memberSignIn.authenticateMemberWithPassword, {
      body: { userName: EMAIL, password: PASSWORD },
    })
    const [code] = await expectLetters('Your sign-in code')
    const { data } = await platform.call(memberSignIn.authenticateMember, {
      body: { userName: EMAIL, password: first.data.token, code: codeIn(code!) },
    })
    expect(data).toMatchObject({ orgName: NAME, orgStatus: 'approved' })
  },
)
