import { mails } from '@hikmah/contract/mails'
import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../test/given.ts'
import { startServer } from '../../test/start.ts'
import { invites } from '../invites/table.ts'
import { systemActor } from '../kit/auth/actor.ts'
import { layOut } from '../kit/mail/letter.ts'
import { type Letter, mailTable, post } from '../kit/mail/post.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import { members } from '../organization-team/table.ts'

const { given, as, call, callWith, audited, app, house, postman, db, clock } = await startServer()
const { listMails, resendMail } = mails
const admin = await as('admin')

const body = { greeting: 'Salam,', paragraphs: ['Peace be upon you.'], why: 'you asked for it' }
const posted = (more: Partial<Letter> = {}) =>
  house.change(systemActor('Test'), (tx) =>
    post(tx, { kind: 'notice', to: 'imam@masjid.example', subject: 'Salam', body, ...more }),
  )
const set = (id: string, row: Partial<typeof mailTable.$inferInsert>) =>
  db.update(mailTable).set(row).where(eq(mailTable.id, id))
const resend = (id: string, by = admin) => by(resendMail, { params: { id } })
const ids = async (query: object) => (await admin(listMails, { query })).data.map((mail) => mail._id)

test('mails are listed newest first, by organization, invite and status', async () => {
  const organization = await given.organization()
  const inviteId = crypto.randomUUID()
  const first = await posted({ organizationId: organization.id })
  const second = await posted({ organizationId: organization.id, inviteId })
  await postman.deliverDue()
  await set(first, { status: 'failed', lastError: 'Connection refused', sentAt: null, attempts: 9 })

  expect(await ids({ organization: organization.id })).toEqual([second, first])
  expect(await ids({ invite: inviteId })).toEqual([second])
  expect(await ids({ organization: organization.id, status: 'failed' })).toEqual([first])
  const { data } = await admin(listMails, { query: { status: 'failed' } })
  expect(data[0]).toEqual({
    _id: first,
    to: 'imam@masjid.example',
    subject: 'Salam',
    kind: 'notice',
    status: 'failed',
    attempts: 9,
    lastError: 'Connection refused',
    waitReason: '',
    createdAt: expect.any(String),
    sentAt: null,
  })
  expect((await admin(listMails, { query: { status: 'lost' } })).status).toBe(400)
  expect((await admin(listMails, { query: { organization: 'x' } })).status).toBe(400)
})

test('a mail with a sign-in code is neither listed nor sent again', async () => {
  const id = await posted({ secret: true })
  await postman.deliverDue()
  expect(await ids({})).not.toContain(id)
  expect((await resend(id)).status).toBe(404)
  const { userName } = await given.staff('manager')
  await call(signIn.authenticateWithPassword, { body: { userName, password: PASSWORD, checked: false } })
  await postman.deliverDue()
  const kept = await db.select().from(mailTable).where(eq(mailTable.recipient, userName))
  expect(kept).toHaveLength(1)
  expect(await ids({})).not.toContain(kept[0]!.id)
})

test('a failed mail goes out again with fresh time', async () => {
  const id = await posted()
  await postman.deliverDue()
  await set(id, { status: 'failed', lastError: 'Not sent in time', expiresAt: new Date(0), sentAt: null, attempts: 3 })

  const reply = await resend(id)

  expect(reply.data).toMatchObject({ _id: id, status: 'queued', lastError: '' })
  await postman.deliverDue()
  const [row] = await db.select().from(mailTable).where(eq(mailTable.id, id))
  expect(row).toMatchObject({ status: 'sent', attempts: 4 })
  expect(row!.expiresAt.getTime()).toBeGreaterThan(clock.now().getTime())
  expect(await audited(id)).toEqual(['mail.resent'])
})

test('a sent mail is sent again as a new attempt', async () => {
  const id = await posted()
  await postman.deliverDue()
  expect((await resend(id)).data).toMatchObject({ status: 'queued', sentAt: null, attempts: 1 })
  await postman.deliverDue()
  const { data } = await admin(listMails, { query: {} })
  expect(data.find((mail) => mail._id === id)).toMatchObject({ status: 'sent', attempts: 2 })
})

test('a queued mail is not queued twice', async () => {
  const id = await posted()
  await postman.deliverDue()
  await set(id, { status: 'queued', nextAttemptAt: new Date(Date.now() + 3_600_000) })
  const reply = await resend(id)
  expect(reply).toMatchObject({ status: 409, error: { code: 'CONFLICT', current: { _id: id } } })
  expect(await audited(id)).toEqual([])
  expect((await resend(crypto.randomUUID())).status).toBe(404)
})

test('an invite or a decision that a newer one has replaced is not sent again', async () => {
  const { id: inviteId } = await given.invite()
  for (const about of [
    { kind: 'invite', inviteId },
    { kind: 'tax-decision', organizationId: (await given.organization()).id },
  ]) {
    const former = await posted(about)
    clock.advance(1)
    const newer = await posted(about)
    clock.advance(1)
    // Another person's decision is one of its own, and a corrected email still that of the invite.
    const elsewhere = await posted({ ...about, to: 'another@masjid.example' })
    await postman.deliverDue()
    const message = 'A newer email has replaced this one. Send that one again.'
    expect(await resend(former)).toMatchObject({ status: 409, error: { code: 'CONFLICT', message } })
    expect((await resend(newer)).status).toBe(about.kind === 'invite' ? 409 : 200)
    expect((await resend(elsewhere)).status).toBe(200)
  }
})

test('the mail of an invite that is over is not sent again', async () => {
  const { id: inviteId } = await given.invite()
  const member = await given.member((await given.organization()).id, {
    confirmedAt: null,
    code: '12345678',
    codeExpiresAt: secondsAfter(clock.now(), 3600),
  })
  const { organizationId, userName } = member
  const invite = await posted({ kind: 'invite', inviteId })
  const memberInvite = await posted({ kind: 'member-invite', organizationId, to: userName })
  await postman.deliverDue()
  expect([(await resend(invite)).status, (await resend(memberInvite)).status]).toEqual([200, 200])
  await postman.deliverDue()

  await db.update(invites).set({ revokedAt: clock.now() }).where(eq(invites.id, inviteId))
  await db.delete(members).where(eq(members.id, member.id))
  const message = 'The invite in this email was accepted or withdrawn, or has expired.'
  for (const id of [invite, memberInvite]) expect(await resend(id)).toMatchObject({ status: 409, error: { message } })
})

test('a manager and an organization see no mails', async () => {
  const id = await posted()
  const manager = await as('manager')
  expect((await manager(listMails, { query: {} })).status).toBe(403)
  expect((await resend(id, manager)).status).toBe(403)
  const member = await given.member((await given.organization()).id)
  expect((await callWith(member.token)(listMails, { query: {} })).status).toBe(401)
  expect((await call(listMails, { query: {} })).status).toBe(401)
})

test('without a mail server the local mailbox shows what would have been sent', async () => {
  const id = await posted({ subject: '<img src=x>' })
  const list = await app.inject('/dev/mailbox')
  expect(list.body).toContain('&#60;img src=x&#62;')
  expect(list.body).not.toContain('<img')
  const shown = await app.inject(`/dev/mailbox/${id}/body`)
  expect(shown.body).toBe(layOut(body, {}, house.config.letterhead).html)
  expect(shown.headers['content-security-policy']).toContain('sandbox')
  expect((await app.inject('/dev/mailbox/x')).statusCode).toBe(404)
})

test.each(['development', 'production'])('with a mail server there is no mailbox: %s', async (NODE_ENV) => {
  const other = await startServer({
    NODE_ENV,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Hikmah <no-reply@masjid.example>',
    PUBLIC_URL: 'https://console.masjid.example',
    OWNER_EMAIL: 'owner@masjid.example',
    OWNER_PASSWORD: 'Correct-Horse-7',
  })
  for (const url of ['/dev/mailbox', `/dev/mailbox/${crypto.randomUUID()}`]) {
    expect((await other.app.inject(url)).json()).toMatchObject({
      code: 'NOT_FOUND',
      message: 'This address does not exist',
    })
  }
})
