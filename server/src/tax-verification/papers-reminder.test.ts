import { papersLink } from '@hikmah/contract/papers-link'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ended, PDF, startPapers, tokenIn } from '../../test/papers-link.ts'
import { approved } from '../../test/tax-review.ts'
import { DAY_S } from '../kit/process/clock.ts'
import { organizations } from '../organizations/table.ts'
import { remindOfPapers } from './follow-papers-links.ts'

const server = await startPapers()
const { as, db, house, clock, waiting, mailsTo, audited, decide, asked, askedWhilePending, read, upload, submit } =
  server

const reminders = async (email: string) =>
  (await mailsTo(email, 'papers-link')).filter(({ text }) => text.includes('nothing has come yet'))
const days = (count: number) => clock.advance(count * DAY_S)
/** The rest of the last day, and the minute of the job. */
async function dayPasses(count = 1) {
  days(count)
  clock.advance(60)
  await remindOfPapers(house)
}

test('a week after the link nothing came: once, with a new link that ends when the first would have', async () => {
  const { organization, token } = await asked()
  const { data: paper } = await upload(token, PDF)
  const first = (await read(token)).data
  const linkSeen = async () =>
    (await (await as('admin'))(papersLink.readPapersLink, { params: { orgId: organization.id } })).data
  const sent = (await linkSeen())!
  expect(sent.remindedAt).toBeNull()
  expect(Date.parse(sent.remindAt!) - Date.parse(sent.createdAt)).toBe(7 * DAY_S * 1000)
  await dayPasses(6)
  expect(await reminders(organization.email)).toEqual([])
  await dayPasses()
  const [letter, ...others] = await reminders(organization.email)
  expect(others).toEqual([])
  const again = tokenIn(letter!.text)!
  expect(letter).toMatchObject({ hidden: again })
  expect(letter!.text).toContain('- IRS determination letter')

  expect(ended(await read(token))).toEqual([410, 'LINK_ENDED', 'replaced'])
  const { data } = await read(again)
  expect(data).toEqual(first)
  expect(data.documents).toEqual([paper])
  expect(await audited(organization.id)).toContain('tax-papers.reminded')
  const reminded = { state: 'open', remindAt: null, remindedAt: expect.any(String), expiresAt: first.expiresAt }
  expect(await linkSeen()).toMatchObject(reminded)

  await dayPasses(6)
  expect(await reminders(organization.email)).toHaveLength(1)
  await dayPasses()
  expect(ended(await read(again))).toEqual([410, 'LINK_ENDED', 'expired'])
})

test('in the language of the letter', async () => {
  const { organization } = await askedWhilePending()
  await db.update(organizations).set({ letterLanguage: 'ar' }).where(eq(organizations.id, organization.id))
  await dayPasses(7)
  const [letter] = await reminders(organization.email)
  expect(letter!.text).toContain('ولم يصلنا شيء بعد')
  expect(letter!.text.match(/\/submit-papers\//g)).toHaveLength(2)
})

test('two consoles remind once', async () => {
  const { organization } = await asked()
  days(8)
  await Promise.all([remindOfPapers(house), remindOfPapers(house)])
  expect(await reminders(organization.email)).toHaveLength(1)
})

test('nobody is reminded of what came, was decided, withdrawn or not asked for', async () => {
  const sent = await asked()
  await submit(sent.token, { noLetter: true })
  const approvedSince = await askedWhilePending()
  await decide(approvedSince.organization.id, { taxIdEinDetail: approved, taxExemptDetail: approved })
  const revoked = await asked()
  const admin = await as('admin')
  await admin(papersLink.revokePapersLink, { params: { orgId: revoked.organization.id } })
  const blocked = await asked()
  await db.update(organizations).set({ status: 'blocked' }).where(eq(organizations.id, blocked.organization.id))
  const told = await waiting()
  await decide(told.id, { message: 'We received your documents.' })
  const copied = await waiting()
  await admin(papersLink.sendPapersLink, { params: { orgId: copied.id }, body: { isSent: false } })

  await dayPasses(7)
  for (const { email } of [sent, approvedSince, revoked, blocked].map(({ organization }) => organization))
    expect(await reminders(email)).toEqual([])
  for (const { email } of [told, copied]) expect(await reminders(email)).toEqual([])
})
