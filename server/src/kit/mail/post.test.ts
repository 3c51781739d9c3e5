import { setTimeout } from 'node:timers/promises'
import { isolatedInEnglish } from '@hikmah/contract/isolates'
import { eq } from 'drizzle-orm'
import type { Email } from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../test/cluster.ts'
import { mailServer } from '../../../test/mail-server.ts'
import { startServer } from '../../../test/start.ts'
import { createMailer } from '../../outside/mailer.ts'
import { systemActor } from '../auth/actor.ts'
import { type Clock, secondsAfter } from '../process/clock.ts'
import { layOut } from './letter.ts'
import { type Letter, mailTable, post } from './post.ts'
import { backOffS, createPostman, type Deliver } from './postman.ts'

const port = await freePort()
const { house, postman, db, clock } = await startServer({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'Hikmah <no-reply@hikmah.example>',
})

let counter = 0
const body = {
  greeting: 'Salam Zaynab,',
  paragraphs: ['Tête-à-tête, 🕌 & <b>more</b>'],
  code: '123456',
  why: 'you asked for it',
}
const bodies = layOut(body, {}, house.config.letterhead)

function posted(more: Partial<Letter> = {}) {
  counter += 1
  const letter = { kind: 'test', to: `reader.${counter}@masjid.example`, subject: `Letter ${counter}`, body }
  return house.change(systemActor('Test'), (tx) => post(tx, { ...letter, ...more }))
}

async function readRow(id: string) {
  const [row] = await db.select().from(mailTable).where(eq(mailTable.id, id))
  return row!
}
const status = async (id: string) => (await readRow(id)).status
const untilTried = (id: string) => expect.poll(async () => (await readRow(id)).lastError).not.toBe('')

/** A second postman, as another process on the same database would have. */
function otherPostman(deliver: Deliver, time: Clock = clock, deliveryMs?: number) {
  const other = createPostman(house.database, time, deliver, false, () => undefined, { deliveryMs })
  onTestFinished(() => void other.stop())
  return other
}

/** A letter that is due only by a time of its own, hours ahead of the house's, so that the house leaves it alone. */
async function postedForLater() {
  let now = secondsAfter(clock.now(), 7200)
  const time = {
    now: () => now,
    advance: (seconds: number) => {
      now = new Date(now.getTime() + Math.round(seconds * 1000))
    },
  }
  const id = await house.change(systemActor('Test'), async (tx) => {
    const id = await post(tx, { kind: 'test', to: 'later@masjid.example', subject: 'Later', body })
    await tx.update(mailTable).set({ nextAttemptAt: now }).where(eq(mailTable.id, id))
    return id
  })
  return { id, time }
}

test('a letter arrives once, in text and HTML, under the name of its row', async () => {
  const { received } = await mailServer(port)
  const id = await posted({ to: 'zaynab@masjid.example', subject: 'Salām\r\nBcc: thief@evil.example' })

  await expect.poll(() => status(id)).toBe('sent')
  await postman.deliverDue()

  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({
    messageId: `<${id}@hikmah.example>`,
    from: { name: 'Hikmah', address: 'no-reply@hikmah.example' },
    to: [{ address: 'zaynab@masjid.example' }],
    subject: 'Salām Bcc: thief@evil.example',
  })
  expect(received[0]?.bcc).toBeUndefined()
  expect(received[0]?.text?.trim()).toBe(bodies.text)
  expect(received[0]?.html?.trim()).toBe(bodies.html)
  expect(await readRow(id)).toMatchObject({ attempts: 1, lastError: '', sentAt: expect.any(Date) })
})

const header = (mail: Email | undefined, name: string) => mail?.headers.find(({ key }) => key === name)?.value

test('no machine answers a letter, and nobody is asked to answer one that nobody reads', async () => {
  const { received } = await mailServer(port)
  const id = await posted()
  await expect.poll(() => status(id)).toBe('sent')
  const [mail] = received
  expect(header(mail, 'auto-submitted')).toBe('auto-generated')
  expect(header(mail, 'x-auto-response-suppress')).toBe('All')
  const absent = ['reply-to', 'in-reply-to', 'references', 'list-unsubscribe', 'list-unsubscribe-post', 'precedence']
  expect(absent.map((name) => header(mail, name))).toEqual(absent.map(() => undefined))
})

test('letters of one thread name those that their reader was sent before', async () => {
  const { received } = await mailServer(port)
  const send = async (more: Partial<Letter>) => {
    const id = await posted({ to: 'imam@masjid.example', thread: 'inquiry:1', ...more })
    await postman.deliverDue()
    await expect.poll(() => status(id)).toBe('sent')
    return `<${id}@hikmah.example>`
  }
  const first = await send({})
  await send({ to: 'somebody.else@masjid.example' })
  await send({ thread: 'inquiry:2' })
  await send({ thread: '' })
  const unsent = await posted({ to: 'imam@masjid.example', thread: 'inquiry:1', waitS: 3600 })
  const second = await send({})
  const third = await send({})
  expect(await status(unsent)).toBe('queued')
  await db.delete(mailTable).where(eq(mailTable.id, unsent))
  const threads = received.map((mail) => [mail.messageId, mail.inReplyTo, mail.references])
  expect(threads.filter(([, to]) => to !== undefined)).toEqual([
    [second, first, first],
    [third, second, `${first} ${second}`],
  ])
})

test('a letter that can be turned off says so to the mail program, for one click', async () => {
  const { received } = await mailServer(port)
  const unsubscribeUrl = `https://console.masjid.example/unsubscribe/${'x'.repeat(100)}`
  const id = await posted({ unsubscribeUrl })
  await expect.poll(() => status(id)).toBe('sent')
  expect(header(received[0], 'list-unsubscribe')).toBe(`<${unsubscribeUrl}>`)
  expect(header(received[0], 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(received[0]?.text).toContain(`Turn these emails off: ${unsubscribeUrl}`)
})

test('replies reach the team of the setting, on letters to the outside', async () => {
  const { received } = await mailServer(port)
  const other = await startServer({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Hikmah <no-reply@hikmah.example>',
    REPLY_TO: 'Team <team@masjid.example>',
    BILLED_FROM: 'Hikmah Inc.|12 Main St|Austin, TX 78701',
  })
  const letter = { kind: 'test', to: 'reader@masjid.example', body }
  const ids = await other.house.change(systemActor('Test'), async (tx) => [
    await post(tx, { ...letter, subject: 'Outside', isToOutside: true }),
    await post(tx, { ...letter, subject: 'Inside' }),
  ])
  await expect.poll(() => received.length).toBe(2)
  const [outside, inside] = ['Outside', 'Inside'].map((subject) => received.find((mail) => mail.subject === subject))
  expect(outside?.replyTo).toEqual([{ name: 'Team', address: 'team@masjid.example' }])
  expect(outside?.text).toContain('Hikmah Inc. · 12 Main St · Austin, TX 78701\n')
  expect(outside?.text).toContain('Reply to this email to reach us.')
  expect(inside?.replyTo).toBeUndefined()
  expect(inside?.text).not.toContain('Repl')
  expect(outside?.messageId).toBe(`<${ids[0]}@hikmah.example>`)
})

test('a name of two scripts arrives set apart, in the subject, the text and the HTML', async () => {
  const { received } = await mailServer(port)
  const name = isolatedInEnglish('مسجد النور (An-Nur)')
  const paragraphs = [`We have approved ${name} on our platform.`]
  const id = await posted({ subject: `${name}: approved`, body: { ...body, paragraphs } })
  await expect.poll(() => status(id)).toBe('sent')
  const [mail] = received
  expect(mail?.subject).toBe('\u2068مسجد النور (An-Nur)\u2069: approved')
  expect(mail?.text).toContain('approved \u2068مسجد النور (An-Nur)\u2069 on')
  expect(mail?.html).toContain('approved <bdi>مسجد النور (An-Nur)</bdi> on')
})

test('a domain in any script is sent in punycode, and a mailbox in any script as it is', async () => {
  const { received, asUtf8 } = await mailServer(port)
  const ids = [await posted({ to: 'info@münchen.example' }), await posted({ to: 'محمد@masjid.example' })]
  for (const id of ids) await expect.poll(() => status(id)).toBe('sent')

  const to = received.map(({ headers }) => headers.find(({ key }) => key === 'to')?.value)
  expect(to.toSorted()).toEqual(['info@xn--mnchen-3ya.example', 'محمد@masjid.example'].toSorted())
  expect(asUtf8).toEqual(['محمد@masjid.example'])
})

test('while the mail server is down the letter waits, and arrives when it is up', async () => {
  const id = await posted()
  await untilTried(id)
  expect(await readRow(id)).toMatchObject({ status: 'queued', lastError: expect.stringContaining('ECONNREFUSED') })

  const { received } = await mailServer(port)
  clock.advance(backOffS((await readRow(id)).attempts))
  await postman.deliverDue()

  await expect.poll(() => status(id)).toBe('sent')
  expect(received.map((mail) => mail.messageId)).toEqual([`<${id}@hikmah.example>`])
})

test('a letter that is turned away for now is tried again', async () => {
  let tries = 0
  const { received } = await mailServer(port, {
    message: () => {
      tries += 1
      return tries <= 2 ? 451 : undefined
    },
  })
  const id = await posted()

  for (let i = 0; i < 2; i += 1) {
    await expect.poll(async () => (await readRow(id)).attempts).toBe(i + 1)
    await untilTried(id)
    clock.advance(backOffS(i + 1))
    await postman.deliverDue()
  }

  await expect.poll(() => status(id)).toBe('sent')
  expect(await readRow(id)).toMatchObject({ attempts: 3, lastError: '' })
  expect(received).toHaveLength(1)
})

test('a letter to a mailbox that does not exist has failed at once, and a code is wiped', async () => {
  let asked = 0
  const recipient = () => {
    asked += 1
    return 550
  }
  await mailServer(port, { recipient })
  const [plain, secret] = [await posted(), await posted({ secret: true })]
  await expect.poll(() => Promise.all([plain, secret].map(status))).toEqual(['failed', 'failed'])
  const lastError = expect.stringContaining('Not taken')
  expect(await readRow(plain)).toMatchObject({ text: bodies.text, lastError })
  expect(await readRow(secret)).toMatchObject({ html: '', text: '' })
  clock.advance(3600)
  await postman.deliverDue()
  expect(asked).toBe(2)
})

test('a letter waits while the mail server refuses us, which a setting may mend', async () => {
  await mailServer(port, { sender: () => 530 })
  const id = await posted({ secret: true })
  await untilTried(id)
  expect(await readRow(id)).toMatchObject({ status: 'queued', text: bodies.text })
  await db.delete(mailTable).where(eq(mailTable.id, id))
})

test('a process that dies while sending loses no letter, and a second copy is known as the same', async () => {
  const { received } = await mailServer(port)
  const deliver = createMailer(house.config)
  const { id, time } = await postedForLater()
  let isDead = false
  otherPostman(async (mail) => {
    await deliver(mail)
    isDead = true
    await new Promise(() => undefined)
  }, time).wake()
  await expect.poll(() => isDead).toBe(true)
  await otherPostman(deliver, time).deliverDue()
  expect(await readRow(id)).toMatchObject({ status: 'queued', attempts: 1 })

  time.advance(60)
  await otherPostman(deliver, time).deliverDue()

  expect(await readRow(id)).toMatchObject({ status: 'sent', attempts: 2 })
  expect(received.map((mail) => mail.messageId)).toEqual(Array(2).fill(`<${id}@hikmah.example>`))
})

test('several postmen deliver each letter once', async () => {
  const { received } = await mailServer(port)
  const deliver = createMailer(house.config)
  const others = [otherPostman(deliver), otherPostman(deliver)]

  const ids = await Promise.all(Array.from({ length: 50 }, () => posted()))
  await Promise.all([postman, ...others].map((one) => one.deliverDue()))

  for (const id of ids) await expect.poll(() => status(id)).toBe('sent')
  expect(new Set(received.map((mail) => mail.messageId)).size).toBe(50)
  expect(received).toHaveLength(50)
})

test('what was not sent in time has failed, and a code is wiped', async () => {
  const plain = await posted()
  const secret = await posted({ secret: true, goodForS: 600 })
  await untilTried(plain)
  await untilTried(secret)

  clock.advance(601)
  await postman.deliverDue()
  expect(await readRow(secret)).toMatchObject({ status: 'failed', html: '', text: '', sentAt: null })
  expect(await status(plain)).toBe('queued')

  clock.advance(86_400)
  await postman.deliverDue()
  expect(await readRow(plain)).toMatchObject({ status: 'failed', text: bodies.text })
  expect((await readRow(plain)).lastError).toContain('ECONNREFUSED')
  const { attempts } = await readRow(plain)
  const { received } = await mailServer(port)
  await postman.deliverDue()
  expect(received).toEqual([])
  expect((await readRow(plain)).attempts).toBe(attempts)
})

test('a sent code is wiped too', async () => {
  await mailServer(port)
  const id = await posted({ secret: true })
  await expect.poll(() => status(id)).toBe('sent')
  expect(await readRow(id)).toMatchObject({ html: '', text: '' })
})

test('what a letter hides is gone from it once it was sent, and once it has failed', async () => {
  const hiding = { body: { ...body, action: { label: 'Go', url: '/papers/abc' } }, hidden: 'abc' }
  const late = await posted({ ...hiding, goodForS: 600 })
  await untilTried(late)
  clock.advance(601)
  await postman.deliverDue()
  const { received } = await mailServer(port)
  const id = await posted(hiding)
  await expect.poll(() => status(id)).toBe('sent')
  expect(received.at(-1)!.text).toContain('/papers/abc')
  for (const row of [await readRow(late), await readRow(id)]) {
    expect(row.hidden).toBe('')
    expect(row.text).toContain('Go:\n/papers/…\n')
    expect(row.html).toContain('href="/papers/…"')
    expect(row.text + row.html).not.toContain('abc')
  }
})

test('each try waits longer, a minute at most', async () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 50].map(backOffS)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
  const { id, time } = await postedForLater()
  const other = otherPostman(() => Promise.reject(new Error('down')), time)
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    await other.deliverDue()
    const wait = backOffS(attempt)
    expect(await readRow(id)).toMatchObject({
      attempts: attempt,
      lastError: 'down',
      nextAttemptAt: secondsAfter(time.now(), wait),
    })
    time.advance(wait - 0.001)
    await other.deliverDue()
    expect((await readRow(id)).attempts).toBe(attempt)
    time.advance(0.001)
  }
})

test('a mail is taken up when it can be sent, so that none waits out its lease behind slow ones', async () => {
  const { time } = await postedForLater()
  for (let i = 0; i < 5; i += 1) {
    const id = await posted()
    await untilTried(id)
    await db.update(mailTable).set({ nextAttemptAt: time.now(), lastError: '' }).where(eq(mailTable.id, id))
  }
  const begun: (() => void)[] = []
  const slow = otherPostman(() => new Promise((resolve) => begun.push(resolve)), time)
  const delivered = slow.deliverDue()
  await expect.poll(() => begun.length).toBe(3)

  const taken: string[] = []
  await otherPostman(async (mail) => void taken.push(mail.to), time).deliverDue()
  expect(taken, 'the mails behind the slow ones are free for another process').toHaveLength(3)
  for (const end of begun) end()
  await delivered
  expect(begun).toHaveLength(3)
})

test('a delivery that never ends is given up before the mail could be taken up elsewhere', async () => {
  const { id, time } = await postedForLater()
  await otherPostman(() => new Promise(() => undefined), time, 50).deliverDue()
  expect(await readRow(id)).toMatchObject({ status: 'queued', lastError: 'The mail server took too long' })
})

test('two processes share what is due: each mail goes once, and neither waits for the other', async () => {
  const { time } = await postedForLater()
  const ids = await Promise.all(Array.from({ length: 24 }, async () => (await postedForLater()).id))
  const [one, two]: [string[], string[]] = [[], []]
  const postmen = [one, two].map((sent) =>
    otherPostman(async ({ id }) => void sent.push(await setTimeout(20, id)), time),
  )
  time.advance(60)
  const deliverAll = () => Promise.all(postmen.map((other) => other.deliverDue()))
  await house.database.transaction(async (tx) => {
    await tx.select().from(mailTable).where(eq(mailTable.id, ids[0]!)).for('update')
    await deliverAll()
  })
  const sentOf = () => [...one, ...two].filter((id) => ids.includes(id)).toSorted()
  expect(sentOf(), 'one that somebody holds keeps none waiting').toEqual(ids.slice(1).toSorted())
  expect(Math.min(one.length, two.length)).toBeGreaterThan(0)
  await deliverAll()
  expect(sentOf()).toEqual(ids.toSorted())
})
