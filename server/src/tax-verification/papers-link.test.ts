import { mails } from '@hikmah/contract/mails'
import type { PapersRequest } from '@hikmah/contract/papers-link'
import { papersLink } from '@hikmah/contract/papers-link'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { PAPERS_EIN as EIN, ended, PDF, REJECTION as rejection, startPapers, tokenIn } from '../../test/papers-link.ts'
import { approved } from '../../test/tax-review.ts'
import { mailTable } from '../kit/mail/post.ts'
import { DAY_S } from '../kit/process/clock.ts'
import { organizations } from '../organizations/table.ts'
import { papersLinks, taxDecisionUndos } from './table.ts'

const { app, given, as, call, audited, mailsTo, db, admin, decide, clock, asked, read, upload, submit } =
  await startPapers()
const { readTaxStatus, undoTaxDecision } = taxVerification
const owner = await as('owner')

test('the letter of a rejection brings a link that says what is asked, and nothing else of the organization', async () => {
  const { organization, token } = await asked()
  const { status, data, text } = await read(token)
  expect(status).toBe(200)
  expect(data).toEqual({
    orgName: organization.name,
    language: 'en',
    reason: 'rejected',
    words: 'Page 2 is cut off.',
    missing: ['determination-letter'],
    askedAt: expect.any(String),
    expiresAt: expect.any(String),
    documents: [],
    submitted: null,
  } satisfies PapersRequest)
  for (const secret of [organization.ein, organization.email, organization.id]) expect(text).not.toContain(secret)
})

test('of the link only a hash is kept, and the letter hides it once it was sent', async () => {
  const { organization, token, letter } = await asked()
  const [link] = await db.select().from(papersLinks).where(eq(papersLinks.organizationId, organization.id))
  expect(JSON.stringify(link)).not.toContain(token)
  expect(letter.hidden).toBe(token)
})

test('a letter that is sent again brings a new link', async () => {
  const { organization, token, letter } = await asked()
  const text = letter.text.replaceAll(token, '…')
  await db.update(mailTable).set({ status: 'sent', text, html: text, hidden: '' }).where(eq(mailTable.id, letter.id))
  expect((await owner(mails.resendMail, { params: { id: letter.id } })).status).toBe(200)
  const [again] = await mailsTo(organization.email, 'tax-decision')
  const renewed = tokenIn(again!.text)!
  expect(again).toMatchObject({ id: letter.id, hidden: renewed, html: again!.text })
  expect((await read(renewed)).data.words).toBe('Page 2 is cut off.')
  expect(ended(await read(token))).toEqual([410, 'LINK_ENDED', 'replaced'])
})

test('a mosque without an account sends its EIN, claim and papers, once, and sees where the review stands', async () => {
  const { organization, token } = await asked()
  const first = await upload(token, PDF)
  expect(first).toMatchObject({ status: 200, data: { name: 'letter.pdf', size: PDF.length, received: PDF.length } })
  const second = await upload(token, PDF, {}, 'by-laws.pdf')
  expect((await call(papersLink.removePaper, { params: { token, id: second.data._id } })).status).toBe(200)
  expect((await read(token)).data.documents.map(({ name }) => name)).toEqual(['letter.pdf'])

  const sent = await submit(token, { documentIds: [first.data._id] })
  expect(sent.status).toBe(200)
  const submitted = { at: expect.any(String), documents: 1, einStatus: 'Pending', exemptStatus: 'Pending' }
  expect(sent.data.submitted).toEqual(submitted)

  const { data } = await owner(readTaxStatus, { params: { orgId: organization.id } })
  expect(data).toMatchObject({ taxIdEin: EIN, taxExempt: true, documents: [{ name: 'letter.pdf', size: PDF.length }] })
  expect(data.events.at(-1)).toMatchObject({ status: 'Resubmitted', by: `${organization.name} (papers link)` })
  expect(await audited(organization.id)).toContain('tax-papers.submitted')

  for (const again of [await submit(token), await upload(token, PDF)])
    expect(ended(again)).toEqual([410, 'LINK_ENDED', 'used'])
  await decide(organization.id, { taxIdEinDetail: approved, taxExemptDetail: approved })
  expect((await read(token)).data.submitted).toEqual({ ...submitted, einStatus: 'Approved', exemptStatus: 'Approved' })

  // When its time is over it shows nothing more, and nobody is asked again for what was sent.
  await db.update(papersLinks).set({ expiresAt: clock.now() }).where(eq(papersLinks.organizationId, organization.id))
  for (const over of [await read(token), await call(papersLink.renewPapersLink, { params: { token } })])
    expect(ended(over)).toEqual([410, 'LINK_ENDED', 'used'])
})

test('whoever has no letter says so, and the reviewer reads it', async () => {
  const { organization, token } = await asked()
  expect((await submit(token, { noLetter: true })).status).toBe(200)
  const { data } = await owner(readTaxStatus, { params: { orgId: organization.id } })
  expect(data.events.at(-1)?.messages.map(({ title }) => title)).toEqual(['No determination letter'])
})

describe('a paper in parts', () => {
  const scan = Buffer.concat([PDF, Buffer.alloc(300_000, 'a')])

  test('goes on where the connection was lost, and the same part may come twice', async () => {
    const { organization, token } = await asked()
    const { data: begun } = await upload(token, scan.subarray(0, 100_000), { size: scan.length })
    expect(begun).toMatchObject({ size: scan.length, received: 100_000 })
    const incomplete = await submit(token, { documentIds: [begun._id] })
    expect(incomplete.status).toBe(409)
    expect(incomplete.error.current).toEqual(begun)

    const missing = await upload(token, scan.subarray(200_000), { id: begun._id, at: 200_000 })
    expect(missing).toMatchObject({ status: 409, error: { current: begun } })
    for (const _ of [1, 2])
      expect(await upload(token, scan.subarray(100_000, 200_000), { id: begun._id, at: 100_000 })).toMatchObject({
        data: { received: 200_000 },
      })
    const whole = await upload(token, scan.subarray(200_000), { id: begun._id, at: 200_000 })
    expect(whole.data.received).toBe(scan.length)
    await submit(token, { documentIds: [begun._id] })
    const { data } = await owner(readTaxStatus, { params: { orgId: organization.id } })
    const [document] = data.documents
    const reply = await owner(taxVerification.readTaxDocument, {
      params: { orgId: organization.id, documentId: document!._id },
    })
    expect(reply.text.length).toBe(scan.length)
  })

  test('that is longer than announced, empty, or no document is refused, and nothing of it stays', async () => {
    const { token } = await asked()
    const refusals = [
      await upload(token, scan, { size: 100 }),
      await upload(token, Buffer.alloc(0)),
      await upload(token, Buffer.from('<html>%PDF is not a header</html>'), {}, 'page.pdf'),
      await upload(token, PDF, { size: 10 * 1_048_576 + 1 }),
      await upload(token, PDF, { at: 5 }),
    ]
    expect(refusals.map(({ status, error }) => [status, Object.keys(error.fields)])).toEqual([
      [400, ['file']],
      [400, ['file']],
      [400, ['file']],
      [400, ['size']],
      [400, ['id']],
    ])
    expect((await read(token)).data.documents).toEqual([])
  })

  test('a PDF with something before its header is one', async () => {
    const { token } = await asked()
    expect((await upload(token, Buffer.concat([Buffer.alloc(1000, ' '), PDF]))).status).toBe(200)
    expect((await upload(token, Buffer.concat([Buffer.alloc(1024, ' '), PDF]))).status).toBe(400)
  })

  test('five are taken at a time, and twenty in all', async () => {
    const { organization, token } = await asked()
    const uploads: Awaited<ReturnType<typeof upload>>[] = []
    for (let n = 0; n < 5; n += 1) uploads.push(await upload(token, PDF))
    expect((await upload(token, PDF)).status).toBe(409)
    for (let n = 0; n < 15; n += 1) {
      await call(papersLink.removePaper, { params: { token, id: uploads.at(-1)!.data._id } })
      uploads.push(await upload(token, PDF))
    }
    await call(papersLink.removePaper, { params: { token, id: uploads.at(-1)!.data._id } })
    expect((await upload(token, PDF)).status).toBe(429)
    const { data } = await admin(papersLink.sendPapersLink, { params: { orgId: organization.id }, body: {} })
    const renewed = tokenIn(data.url)!
    expect((await read(renewed)).data.documents).toHaveLength(4)
    expect((await upload(renewed, PDF)).status).toBe(200)
  })
})

describe('a link that takes no papers says why', () => {
  test('expired, and a new one is mailed to whoever asks for it', async () => {
    const { organization, token } = await asked()
    expect((await call(papersLink.renewPapersLink, { params: { token } })).status).toBe(409)
    await db.update(papersLinks).set({ expiresAt: clock.now() }).where(eq(papersLinks.organizationId, organization.id))
    for (const reply of [await read(token), await submit(token), await upload(token, PDF)])
      expect(ended(reply)).toEqual([410, 'LINK_ENDED', 'expired'])
    await db.update(organizations).set({ letterLanguage: 'ur' }).where(eq(organizations.id, organization.id))
    expect((await read(token)).error.current).toEqual({ language: 'ur' })
    expect((await call(papersLink.renewPapersLink, { params: { token } })).status).toBe(200)
    const [letter] = await mailsTo(organization.email, 'papers-link')
    expect((await read(tokenIn(letter!.text)!)).data.words).toBe('Page 2 is cut off.')
    expect(ended(await read(token))).toEqual([410, 'LINK_ENDED', 'replaced'])
  })

  test('replaced by that of a newer letter, withdrawn, or of a blocked organization', async () => {
    const { organization, token } = await asked()
    const sent = await admin(papersLink.sendPapersLink, { params: { orgId: organization.id }, body: {} })
    expect(sent.data).toMatchObject({ state: 'open', sentTo: organization.email, openedAt: null })
    expect(ended(await read(token))).toEqual([410, 'LINK_ENDED', 'replaced'])
    const second = tokenIn(sent.data.url)!
    await read(second)
    await upload(second, PDF)
    const { data } = await admin(papersLink.readPapersLink, { params: { orgId: organization.id } })
    expect(data).toMatchObject({ state: 'open', openedAt: expect.any(String), reason: 'rejected', documents: 1 })

    await db.update(organizations).set({ status: 'blocked' }).where(eq(organizations.id, organization.id))
    for (const reply of [await read(second), await submit(second), await upload(second, PDF)])
      expect(ended(reply)).toEqual([410, 'LINK_ENDED', 'blocked'])
    const refused = await admin(papersLink.sendPapersLink, { params: { orgId: organization.id }, body: {} })
    expect([refused.status, refused.message]).toEqual([
      409,
      'The organization is blocked. Unblock it before you ask for papers.',
    ])

    const revoked = await admin(papersLink.revokePapersLink, { params: { orgId: organization.id } })
    expect(revoked.data.state).toBe('revoked')
    expect(ended(await submit(second))).toEqual([410, 'LINK_ENDED', 'revoked'])
    expect((await admin(papersLink.revokePapersLink, { params: { orgId: organization.id } })).status).toBe(409)
  })

  test('a link to copy is made without a mail', async () => {
    const { organization } = await asked()
    const { data } = await admin(papersLink.sendPapersLink, {
      params: { orgId: organization.id },
      body: { isSent: false },
    })
    expect(data.sentTo).toBe('')
    expect((await read(tokenIn(data.url)!)).status).toBe(200)
    expect(await mailsTo(organization.email, 'papers-link')).toEqual([])
  })

  test('unknown: 404, and whoever guesses is held up', async () => {
    const guess = (n: number) =>
      app.inject({
        method: 'GET',
        url: `/api/organizations/papers/${'A'.repeat(40)}${String(n).padStart(3, '0')}`,
        remoteAddress: '203.0.113.9',
      })
    const statuses: number[] = []
    for (let n = 0; n < 60; n += 1) statuses.push((await guess(n)).statusCode)
    expect(statuses).toEqual([...Array(50).fill(404), ...Array(10).fill(429)])
    expect((await read('x'.repeat(101))).status).toBe(400)
  })
})

test('of two who send at once, one does, and nothing is stored of the other', async () => {
  const { organization, token } = await asked()
  const { data: paper } = await upload(token, PDF)
  const replies = await Promise.all([1, 2].map(() => submit(token, { documentIds: [paper._id] })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 410])
  const { data } = await owner(readTaxStatus, { params: { orgId: organization.id } })
  expect(data.documents).toHaveLength(1)
})

test('a paper of another link is not sent along', async () => {
  const first = await asked()
  const second = await asked()
  const { data: paper } = await upload(first.token, PDF)
  const reply = await submit(second.token, { documentIds: [paper._id] })
  expect([reply.status, Object.keys(reply.error.fields ?? {})]).toEqual([400, ['documentIds.0']])
})

test('a decision that is taken back takes its link along, and the link before it holds again', async () => {
  const { organization, token } = await asked()
  await submit(token, { noLetter: true })
  const { data } = await decide(organization.id, rejection, admin)
  const [letter] = await mailsTo(organization.email, 'tax-decision')
  const second = tokenIn(letter!.text)!
  expect((await undo(organization.id, data.version)).status).toBe(200)
  expect((await read(second)).status).toBe(404)
  expect((await read(token)).data.submitted).not.toBeNull()
  expect(await db.select().from(taxDecisionUndos).where(eq(taxDecisionUndos.organizationId, organization.id))).toEqual(
    [],
  )

  const again = await decide(organization.id, rejection, admin)
  const copied = await admin(papersLink.sendPapersLink, {
    params: { orgId: organization.id },
    body: { isSent: false },
  })
  expect((await undo(organization.id, again.data.version)).status).toBe(200)
  expect((await read(tokenIn(copied.data.url)!)).status, 'one that was made since').toBe(200)
  expect(ended(await read(token)), 'stays in its place').toEqual([410, 'LINK_ENDED', 'replaced'])

  async function undo(orgId: string, version: number) {
    return admin(undoTaxDecision, { params: { orgId }, body: { version } })
  }
})

test('staff attach papers that came by mail, under their name', async () => {
  const organization = await given.organization()
  const member = await given.staff('admin', { firstName: 'Amina', lastName: 'Yusuf' })
  const reply = await admin(papersLink.attachPapers, {
    params: { orgId: organization.id },
    body: {
      taxIdEin: EIN,
      taxExempt: true,
      documents: [{ name: 'scan.pdf', data: PDF.toString('base64') }],
      source: 'mail',
    },
  })
  expect(reply.status).toBe(200)
  expect(member.token).toBeTruthy()
  expect(reply.data).toMatchObject({ documents: [{ name: 'scan.pdf' }], taxIdEinDetail: { status: 'Pending' } })
  expect(reply.data.events.at(-1)).toMatchObject({
    status: 'Submitted',
    messages: [{ title: 'How the papers came', message: 'By mail' }],
  })
  clock.advance(DAY_S)
})
