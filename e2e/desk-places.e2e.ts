import type { Locator, Page } from '@playwright/test'
import { newEin, unique } from './given.ts'
import { pdfOf } from './pdf.ts'
import { importRegistry, listed, submitted } from './registry.ts'
import { expect, expectAccessible, test } from './test.ts'

const letter = [{ name: 'letter.pdf', data: pdfOf(['Letter 947']) }]
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const boxOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (!box) throw new Error(`${part} is not drawn`)
  return box
}

for (const width of [900, 1280, 1440]) {
  test(`the name and the claim of a review stand above its facts, ${width} wide`, async ({
    console: page,
    given,
    browserOf,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const orgName = `Islamic Center of Greater ${unique()}`
    const { orgId } = await given.review(orgName, letter)
    const other = await browserOf(await given.staff('hikmah_admin'))
    await other.goto(`/varify-ein/${orgId}`)
    await other.getByRole('button', { name: 'Claim' }).click()
    await expect(other.getByText(/^Claimed by you/)).toBeVisible()

    await page.goto(`/varify-ein/${orgId}`)
    const claimed = page.getByText(/^Claimed by .+, (now|\d+ min)$/).last()
    await expect(claimed).toBeVisible()
    const name = await boxOf(page.getByRole('heading', { level: 1 }))
    const facts = await boxOf(region(page, 'Facts'))
    expect(name.y + name.height, 'the name is not drawn over the facts').toBeLessThanOrEqual(facts.y)
    expect(name.width, 'the name has room beside the buttons').toBeGreaterThan(150)
    const number = page
      .getByRole('table', { name: 'Facts and IRS record' })
      .getByText(/^\d\d-\d{7}$/)
      .first()
    expect((await boxOf(number)).height, 'the number stands on one line').toBeLessThan(44)
    const said = await boxOf(claimed)
    expect(said.y + said.height).toBeLessThanOrEqual(facts.y)
  })
}

test('on a telephone each part of a review stands alone, and who may be the same among the facts', async ({
  console: page,
  given,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const first = await given.review(`Masjid ${unique()}`)
  const { orgId } = await given.review(`Masjid ${unique()}`, letter)
  const part = (name: string) =>
    page.getByRole('navigation', { name: 'Parts of the review' }).getByRole('link', { name, exact: false })
  const [papers, history] = [region(page, 'Submitted documents'), region(page, 'History')]
  await page.goto(`/varify-ein/${orgId}`)
  await expect(region(page, 'May be the same organization')).toContainText(first.orgName)
  await expect(papers).toBeHidden()
  await expectAccessible(page)
  await part('Document').click()
  await expect(papers).toBeVisible()
  await expect(history).toBeHidden()
  await part('History').click()
  await expect(history).toBeVisible()
  await expect(papers).toBeHidden()
})

test('the queue shows the open review, wherever in it that stands', async ({ console: page, given }) => {
  test.slow()
  const mark = unique()
  const ids: string[] = []
  for (let i = 0; i < 16; i += 1) ids.push((await given.review(`Masjid ${mark} ${i}`)).orgId)
  const queue = page.getByRole('navigation', { name: 'Reviews waiting' })
  const open = queue.locator('[aria-current="page"]')
  const showsOpen = (i: number) =>
    test.step(String(i), async () => {
      await expect(open).toContainText(`Masjid ${mark} ${i}`)
      await expect(open).toBeInViewport({ ratio: 1 })
    })
  await page.goto(`/varify-ein/${ids[0]}?sort=-waitingSince`)
  await showsOpen(0)
  await page.reload()
  await showsOpen(0)
  await queue.getByRole('list').evaluate((it) => it.scrollTo({ top: 0 }))
  await queue.getByRole('link', { name: `Masjid ${mark} 15` }).click()
  await showsOpen(15)
  for (let i = 14; i >= 0; i -= 1) {
    await page.keyboard.press('j')
    await showsOpen(i)
  }
})

test('a long word in a reason breaks in the narrow panel', async ({ console: page, given, platform }) => {
  const word = 'Donaudampfschifffahrtsgesellschaftskapitaenmuetzen'
  const ein = newEin()
  await importRegistry(platform, [listed(ein, `BAKERS OF ${unique().toUpperCase()}`)], [])
  const { orgId } = await submitted(given, word, ein)
  await page.goto(`/varify-ein/${orgId}`)
  const reasons = page.getByRole('list', { name: 'Reasons for the verdict' })
  await expect(reasons).toContainText(word)
  const panel = page.getByRole('form', { name: 'Decision' })
  const beyond = (it: unknown) => {
    const { scrollWidth, clientWidth } = it as { scrollWidth: number; clientWidth: number }
    return scrollWidth - clientWidth
  }
  expect(await panel.evaluate(beyond)).toBe(0)
})
