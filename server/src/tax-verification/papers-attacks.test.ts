import { audit } from '@hikmah/contract/audit'
import { mails } from '@hikmah/contract/mails'
import { papersLink } from '@hikmah/contract/papers-link'
import { search } from '@hikmah/contract/search'
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { countLockWaiters } from '../../test/locks.ts'
import { ended, PDF, startPapers, tokenIn } from '../../test/papers-link.ts'
import { throttles } from '../kit/auth/throttle.ts'
import { rowsOf } from '../kit/db/db.ts'
import { mailTable } from '../kit/mail/post.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import { organizations } from '../organizations/table.ts'
import { papersLinks, paperUploads, taxDocuments, taxEvents } from './table.ts'
import { paperDraft } from './upload-papers.ts'

const server = await startPapers()
const { app, as, db, house, call, clock, mailsTo, statusOf, asked, askedWhilePending, read, upload, submit } = server
const MB = 1_048_576
const scan = Buffer.concat([PDF, Buffer.alloc(300_000, 'a')])

const remove = (token: string, id: string) => call(papersLink.removePaper, { params: { token, id } })
const renew = (token: string) => call(papersLink.renewPapersLink, { params: { token } })
const fieldsOf = ({ status, error }: Awaited<ReturnType<typeof upload>>) => [status, Object.keys(error.fields ?? {})]
const nobody = '018f0000-0000-7000-8000-000000000000'

afterEach(() => void vi.restoreAllMocks())

describe('whatever is done with a link that has ended is refused in words, and nothing is stored', () => {
  const endings = {
    expired: ({ id }: { id: string }) =>
      db.update(papersLinks).set({ expiresAt: clock.now() }).where(eq(papersLinks.organizationId, id)),
    revoked: async ({ id }: { id: string }) =>
      (await as('admin'))(papersLink.revokePapersLink, { params: { orgId: id } }),
    replaced: async ({ id }: { id: string }) =>
      (await as('admin'))(papersLink.sendPapersLink, { params: { orgId: id }, body: {} }),
    blocked: ({ id }: { id: string }) =>
      db.update(organizations).set({ status: 'blocked' }).where(eq(organizations.id, id)),
    used: (_: { id: string }, token: string) => submit(token, { noLetter: true }),
  }

  test.each(Object.entries(endings))('%s', async (why, end) => {
    const { organization, token } = await asked()
    const { data: paper } = await upload(token, scan.subarray(0, 100_000), { size: scan.length })
    await end(organization, token)
    const before = await statusOf(organization.id)
    const tries = [
      await submit(token, { noLetter: true }),
      await upload(token, PDF),
      await upload(token, scan.subarray(100_000), { id: paper._id, at: 100_000 }),
      await remove(token, paper._id),
      ...(why === 'used' ? [] : [await read(token)]),
      ...(why === 'expired' ? [] : [await renew(token)]),
    ]
    for (const reply of tries) expect(ended(reply)).toEqual([410, 'LINK_ENDED', why])
    expect(await statusOf(organization.id)).toEqual(before)
    const [row] = await db.select().from(paperUploads).where(eq(paperUploads.id, paper._id))
    expect(row).toMatchObject({ received: 100_000, removedAt: null })
  })
})

test('a link reaches nothing of another organization', async () => {
  const mine = await asked()
  const other = await asked()
  const { data: paper } = await upload(other.token, scan.subarray(0, 100_000), { size: scan.length })
  for (const id of [paper._id, nobody]) {
    expect((await upload(mine.token, scan.subarray(100_000), { id, at: 100_000 })).status).toBe(404)
    expect((await remove(mine.token, id)).status).toBe(404)
    expect(fieldsOf((await submit(mine.token, { documentIds: [id] })) as never)).toEqual([400, ['documentIds.0']])
  }
  expect((await read(other.token)).data.documents).toEqual([paper])
  expect((await read(mine.token)).data.submitted).toBe(null)
})

test('whoever guesses is held up after fifty, for each way in, and the true link still opens elsewhere', async () => {
  const { token } = await asked()
  const ways = [
    (guess: string) => ({ method: 'GET' as const, url: `/api/organizations/papers/${guess}` }),
    (guess: string) => ({ method: 'POST' as const, url: `/api/organizations/papers/${guess}/renew`, payload: {} }),
  ]
  const statuses: number[] = []
  for (let n = 0; n < 200; n += 1) {
    const request = ways[n % 2]!(`${'A'.repeat(40)}${String(n).padStart(3, '0')}`)
    statuses.push((await app.inject({ ...request, remoteAddress: '203.0.113.77' })).statusCode)
  }
  expect(statuses).toEqual([...Array(50).fill(404), ...Array(150).fill(429)])
  expect((await read(token)).status).toBe(200)
})

test('of two who send at once one does, with its papers alone', async () => {
  const { organization, token } = await askedWhilePending()
  const papers = await Promise.all(['a.pdf', 'b.pdf'].map((name) => upload(token, PDF, {}, name)))
  const replies = await Promise.all(papers.map(({ data }) => submit(token, { documentIds: [data._id] })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 410])
  const { documents, events } = await statusOf(organization.id)
  expect(documents).toHaveLength(1)
  expect(events.filter(({ snapshot }) => snapshot)).toHaveLength(2)
})

describe('a paper', () => {
  test('of 10 MB is taken, a byte more is not', async () => {
    const { token } = await asked()
    const large = Buffer.concat([PDF, Buffer.alloc(10 * MB - PDF.length, 'a')])
    expect((await upload(token, large)).data).toMatchObject({ size: 10 * MB, received: 10 * MB })
    expect((await upload(token, Buffer.concat([large, Buffer.from('a')]))).status).toBe(413)
    expect(fieldsOf(await upload(token, PDF, { size: 10 * MB + 1 }))).toEqual([400, ['size']])
    expect((await read(token)).data.documents).toHaveLength(1)
  })

  test('a sixth is refused until one is removed', async () => {
    const { token } = await asked()
    const five = await Promise.all([1, 2, 3, 4, 5].map(() => upload(token, PDF)))
    const sixth = await Promise.all([1, 2].map(() => upload(token, PDF)))
    expect(sixth.map(({ status }) => status)).toEqual([409, 409])
    await remove(token, five[0]!.data._id)
    expect((await upload(token, PDF)).status).toBe(200)
    expect((await submit(token, { documentIds: Array(6).fill(five[1]!.data._id) })).status).toBe(400)
  })

  test('in parts with a gap, past its end, to a finished or a removed one', async () => {
    const { token } = await asked()
    const { data: begun } = await upload(token, scan.subarray(0, 100_000), { size: scan.length })
    const id = begun._id
    expect((await upload(token, scan.subarray(150_000), { id, at: 150_000 })).status).toBe(409)
    expect(fieldsOf(await upload(token, PDF, { id, at: scan.length }))).toEqual([400, ['at']])
    expect(fieldsOf(await upload(token, PDF, { id, at: -1 }))).toEqual([400, ['at']])
    expect(fieldsOf(await upload(token, PDF, { id: 'x', at: 0 }))).toEqual([400, ['id']])
    const tooLong = Buffer.concat([scan.subarray(100_000), Buffer.from('more')])
    expect(fieldsOf(await upload(token, tooLong, { id, at: 100_000 }))).toEqual([400, ['file']])
    // What was here already is not written again, whatever comes in its place.
    expect((await upload(token, Buffer.concat([PDF, Buffer.alloc(50, 'x')]), { id, at: 0 })).data).toEqual(begun)

    const whole = await upload(token, scan.subarray(100_000), { id, at: 100_000 })
    expect(whole.data.received).toBe(scan.length)
    expect((await upload(token, scan.subarray(100_000), { id, at: 100_000 })).data).toEqual(whole.data)
    const [row] = await db.select().from(paperUploads).where(eq(paperUploads.id, id))
    expect(await house.files.read(row!.sha256!)).toEqual(scan)
    await remove(token, id)
    expect((await upload(token, scan.subarray(100_000), { id, at: 100_000 })).status).toBe(404)
    expect((await remove(token, id)).status).toBe(404)
    expect((await submit(token, { documentIds: [id] })).status).toBe(400)
    expect(await house.files.draftSize(paperDraft(id))).toBe(0)
  })

  test('that is named three times is handed in once', async () => {
    const { organization, token } = await asked()
    const { data: paper } = await upload(token, PDF)
    const documentIds = [paper._id, paper._id, paper._id.toUpperCase()]
    expect((await submit(token, { documentIds })).data.submitted?.documents).toBe(1)
    expect((await statusOf(organization.id)).documents).toHaveLength(1)
  })

  test('whose connection breaks off in the middle is refused, and can be sent again', async () => {
    const { token } = await asked()
    const broken = await app.inject({
      method: 'POST',
      url: `/api/organizations/papers/${token}/documents`,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7 lett',
    })
    expect([broken.statusCode, broken.json().fields]).toEqual([
      400,
      { file: 'The upload is not complete. Send it again.' },
    ])
    expect((await read(token)).data.documents).toEqual([])
    expect((await upload(token, PDF)).status).toBe(200)
  })

  test('whose first answer was lost is sent again and is the same', async () => {
    const { token } = await asked()
    const first = () => upload(token, scan.subarray(0, 100_000), { size: scan.length, key: 'one' })
    const [one, two] = await Promise.all([first(), first()])
    expect(one.data).toEqual(two.data)
    expect(fieldsOf(await upload(token, PDF, { key: 'one' }))).toEqual([400, ['size']])
    expect((await read(token)).data.documents).toHaveLength(1)
    const other = await asked()
    expect((await upload(other.token, PDF, { key: 'one' })).data._id).not.toBe(one.data._id)
  })

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a program', 'MZ\x90\x00'],
  ])('%s named as a PDF is refused', async (_, content) => {
    const { token } = await asked()
    expect(fieldsOf(await upload(token, Buffer.from(content), {}, 'letter.pdf'))).toEqual([400, ['file']])
    expect((await read(token)).data.documents).toEqual([])
  })

  test.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\papers\\letter.pdf', 'letter.pdf'],
    ['let\u0000ter\u202e.pdf', 'letter.pdf'],
    ['..', 'document'],
    [`${'x'.repeat(400)}.pdf`, `${'x'.repeat(251)}.pdf`],
    ['خطاب الإعفاء.pdf', 'خطاب الإعفاء.pdf'],
  ])('named %j is stored as %j', async (name, stored) => {
    const { token } = await asked()
    expect((await upload(token, PDF, {}, name)).data.name).toBe(stored)
  })
})

describe('whoever floods one link', () => {
  test('has ten parts at once taken in, and other links are not held up', async () => {
    const [mine, other] = [await asked(), await asked()]
    const late = await house.database.transaction(async (tx) => {
      await tx.select().from(papersLinks).where(eq(papersLinks.organizationId, mine.organization.id)).for('update')
      const first = Array.from({ length: 10 }, () => upload(mine.token, PDF, { key: 'one' }))
      await expect.poll(() => countLockWaiters(house.db)).toBe(10)
      const { status, error } = await upload(mine.token, PDF, { key: 'one' })
      expect([status, error.code]).toEqual([429, 'RATE_LIMITED'])
      expect((await upload(other.token, PDF)).status).toBe(200)
      // Not waited for here: they wait for this transaction.
      return { first }
    })
    expect((await Promise.all(late.first)).map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await upload(mine.token, PDF)).status, 'once they are through, the next one is').toBe(200)
  })

  test('has a thousand parts an hour', async () => {
    const { organization, token } = await asked()
    const [link] = await db.select().from(papersLinks).where(eq(papersLinks.organizationId, organization.id))
    const key = `paper-parts:${link!.id}`
    await db.insert(throttles).values({ key, count: 1000, windowEndsAt: secondsAfter(clock.now(), 3600) })
    expect((await upload(token, PDF)).error.code).toBe('RATE_LIMITED')
    clock.advance(3601)
    expect((await upload(token, PDF)).status).toBe(200)
  })
})

test('the link stands nowhere but in the letter until it was sent', async () => {
  const { organization, token, letter } = await asked()
  await upload(token, PDF)
  await submit(token, { noLetter: true })
  await db
    .update(mailTable)
    .set({ status: 'sent', text: letter.text.replaceAll(token, '…'), html: '', hidden: '' })
    .where(eq(mailTable.id, letter.id))
  const owner = await as('owner')
  const answers = [
    await owner(mails.listMails, { query: { organization: organization.id } }),
    await owner(audit.listAudit, { query: { id: organization.id } }),
    await owner(search.findAnything, { query: { q: token } }),
    await owner(papersLink.readPapersLink, { params: { orgId: organization.id } }),
  ]
  for (const { status, text } of answers) {
    expect(status).toBe(200)
    expect(text).not.toContain(token)
  }
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  for (const { name } of tables) {
    const holdsIt = sql`select 1 from ${sql.identifier(name)} t where t::text like ${`%${token}%`}`
    expect([name, await rowsOf(db, holdsIt)]).toEqual([name, []])
  }
})

test('no answer about a link is kept by a browser or told to another page', async () => {
  const { token } = await asked()
  for (const { headers } of [await read(token), await read('unknown'), await submit(token, { noLetter: true })]) {
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['referrer-policy']).toBe('no-referrer')
  }
})

test('a letter that is sent again from the list of mails brings a link that works', async () => {
  const { organization, token, letter } = await asked()
  const sent = { status: 'sent' as const, text: letter.text.replaceAll(token, '…'), html: '', hidden: '' }
  await db.update(mailTable).set(sent).where(eq(mailTable.id, letter.id))
  expect((await (await as('owner'))(mails.resendMail, { params: { id: letter.id } })).status).toBe(200)
  const [again] = await mailsTo(organization.email, 'tax-decision')
  expect((await read(tokenIn(again!.text)!)).status).toBe(200)
  expect(await db.$count(taxDocuments, eq(taxDocuments.organizationId, organization.id))).toBe(0)
  expect(await db.$count(taxEvents, eq(taxEvents.organizationId, organization.id))).toBe(2)
})
