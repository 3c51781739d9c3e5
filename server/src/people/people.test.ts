import { audit } from '@hikmah/contract/audit'
import { memberSignIn } from '@hikmah/contract/member-sign-in'
import { organizationTeam } from '@hikmah/contract/organization-team'
import { people } from '@hikmah/contract/people'
import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findAnywhere } from '../../test/find-anywhere.ts'
import { kinds, newEmail, startIntake } from '../../test/intake.ts'
import { agreementLogs } from '../agreements/table.ts'
import { inviteLogs } from '../invites/table.ts'
import { record } from '../kit/audit/audit.ts'
import { systemActor } from '../kit/auth/actor.ts'
import { newId } from '../kit/db/ids.ts'
import { mailTable, post } from '../kit/mail/post.ts'
import { nameByHash } from './erase-person.ts'

const { house, db, given, as, call, admin, audited, clock, mailsTo, send, readOnly, postman } = await startIntake()
const { readPerson, exportPerson, erasePerson } = people

const list = async (email: string) => {
  const { data } = await admin(readPerson, { query: { email } })
  return Object.fromEntries(data.filter(({ count }) => count > 0).map(({ data, count }) => [data, count]))
}

/** A stranger who wrote by both forms, was answered, and of whom staff was told. */
async function stranger(word: string) {
  const email = newEmail()
  await given.staff('manager')
  for (const kind of kinds) {
    await send(kind, email, `First ${word}`, { name: `Khadija ${word}` })
    const { _id: id } = await readOnly(kind, email)
    const body = { status: kind.open, answer: `Salam ${word}`, responseTimeline: { note: word } }
    await admin(kind.put, { params: { id }, body }, { headers: { 'idempotency-key': crypto.randomUUID() } })
  }
  clock.advance(90)
  await postman.deliverDue()
  return email
}

const everything = { 'Contact inquiries': 1, 'Demo requests': 1, 'Answers to these, and what was sent again': 2 }

test('a stranger is listed, exported and erased, whatever the case of the address, and nobody else is', async () => {
  const email = await stranger('needleone')
  const other = await stranger('othertwo')
  const typed = email.toUpperCase()
  expect(await list(typed)).toEqual({ ...everything, 'Emails to a visitor': 2 })

  const file = await admin(exportPerson, { query: { email: typed } })
  expect(file.headers['content-disposition']).toContain('person.json')
  const { kept } = JSON.parse(file.text)
  expect(kept.find(({ data }: { data: string }) => data === 'Contact inquiries').rows).toMatchObject([
    { email, message: 'First needleone' },
  ])
  for (const { rows, data } of kept) expect(rows.length, data).toBe((await list(email))[data] ?? 0)

  const { data } = await admin(erasePerson, { body: { email: typed } })
  expect(data.filter(({ count }) => count > 0).every(({ reason }) => reason === '')).toBe(true)

  expect(await findAnywhere(db, email, 'needleone')).toEqual([])
  expect(await list(other)).toEqual({ ...everything, 'Emails to a visitor': 2 })
  const id = nameByHash(house.keys, email)
  expect(new Set(await audited(id))).toEqual(new Set(['person.read', 'person.exported', 'person.erased']))
  const [erased] = (await admin(audit.listAudit, { query: { entity: 'person', id } })).data
  expect(erased!.entityName).toBe(`#${id.slice(-6)}`)
  expect(erased!.changes).toMatchObject({ 'Demo requests': { before: null, after: 1 } })
})

test('no code, token or link of any email is in an export, nor what staff was told', async () => {
  const [stranger, staff] = [newEmail(), await given.staff('owner')]
  const organization = await given.organization()
  const { userName: member } = await given.member(organization.id)
  const [invited, owner] = [newEmail(), await as('owner')]
  const team = { orgId: organization.id, role: [{ application: 'DEENKIOSK', roles: 'Admin' }], consoleAccess: true }
  const body = { ...team, firstName: 'Maryam', lastName: 'Idris', userName: invited }
  expect((await owner(organizationTeam.createMember, { body })).status).toBe(200)
  expect((await call(memberSignIn.sendMemberResetCode, { body: { userName: member } })).status).toBe(200)
  const sent = [...(await mailsTo(invited)), ...(await mailsTo(member))]
  const codes = sent.flatMap(({ text }) => [...text.matchAll(/^ {4}(\w+)$/gm)].map(([, code]) => code!))
  expect([sent.map(({ kind }) => kind), codes.length]).toEqual([['member-invite', 'member-reset-code'], 2])

  const action = { label: 'Open', url: 'https://console.example/needletoken' }
  const words = { greeting: 'Salam,', paragraphs: ['needlewords'], code: 'needlecode', action, why: 'you wrote to us' }
  const kindsOfMail = [
    'staff-code',
    'invite',
    'welcome',
    'papers-link',
    'payment-method-link',
    'notice',
    'of a later version',
  ]
  for (const to of [stranger, member, staff.userName])
    for (const [i, kind] of kindsOfMail.entries()) {
      const head = { kind, to, subject: 'Salam', secret: i === 0, hidden: i === 0 ? '' : 'needletoken', waitS: 60 }
      await house.change(systemActor('Test'), (tx) => post(tx, { ...head, body: words }))
    }
  for (const email of [stranger, invited, member, staff.userName]) {
    const { text } = await admin(exportPerson, { query: { email } })
    expect([...codes, 'needle'].filter((secret) => text.includes(secret))).toEqual([])
  }
})

test('a letter is found whatever the case of its address', async () => {
  const email = newEmail()
  const to = email.replace('visitor', 'Visitor')
  const body = { greeting: 'Salam,', paragraphs: ['needletyped'], why: 'you wrote to us' }
  await house.change(systemActor('Test'), (tx) => post(tx, { kind: 'reply', to, subject: 'Salam', body }))
  expect(await list(email)).toEqual({ 'Emails to a visitor': 1 })
  const { text } = await admin(exportPerson, { query: { email } })
  expect(JSON.parse(text).kept.flatMap(({ rows }: { rows: object[] }) => rows)).toMatchObject([{ recipient: to }])
  expect(text).toContain('needletyped')
  await admin(erasePerson, { body: { email } })
  expect(await findAnywhere(db, email, 'needletyped')).toEqual([])
})

test('an export holds every row, also where one batch does not', async () => {
  const email = newEmail()
  await db.execute(sql`
    insert into contact_inquiries (id, email, phone, stream, status, created_at, updated_at, name, message, inquiry_type)
    select gen_random_uuid(), ${email}, '', 'x', 'New', now(), now(), 'Khadija', n, '' from generate_series(1, 1100) n`)
  const { text } = await admin(exportPerson, { query: { email } })
  const messages = JSON.parse(text).kept[0].rows.map(({ message }: { message: string }) => message)
  expect([messages.length, new Set(messages).size]).toEqual([1100, 1100])
})

test('of several who erase at once, one does and is recorded', async () => {
  const email = await stranger('needletwice')
  const callers = await Promise.all(['owner', 'admin', 'owner'].map((role) => as(role as 'owner')))
  const answers = await Promise.all(callers.map((caller) => caller(erasePerson, { body: { email } })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await audited(nameByHash(house.keys, email))).toEqual(['person.erased'])
})

test('who wrote many thousand times is erased like anybody', async () => {
  const email = newEmail()
  await db.execute(sql`
    insert into contact_inquiries (id, email, phone, stream, status, created_at, updated_at, name, message, inquiry_type)
    select gen_random_uuid(), ${email}, '', 'x', 'New', now(), now(), 'Khadija', n, '' from generate_series(1, 4200) n`)
  expect((await admin(erasePerson, { body: { email } })).status).toBe(200)
  expect(await list(email)).toEqual({})
})

test('tries to sign in, former invites and agreements are found by the address', async () => {
  const [email, later] = [newEmail(), newEmail()]
  await call(signIn.authenticateWithPassword, { body: { userName: email, password: 'Needle-2026-x' } })
  expect(await list(email)).toEqual({ 'Tries to sign in, and codes asked for': expect.any(Number) })
  await admin(erasePerson, { body: { email } })
  expect(await findAnywhere(db, email)).toEqual([])

  const { id: inviteId } = await given.invite({ orgEmail: later })
  const sent = { id: newId(), inviteId, createdAt: clock.now(), orgAdmin: 'Khadija', orgEmail: email, phone: '' }
  await db.insert(inviteLogs).values({ ...sent, code: '', sentBy: 'Test' })
  const { id: organizationId } = await given.organization()
  const agreed = { ipAddress: '', browser: '', operatingSystem: '', device: '', log: '' }
  await db
    .insert(agreementLogs)
    .values({ id: newId(), organizationId, userName: email, logType: 'terms', createdAt: clock.now(), ...agreed })
  const stays = { 'Invites as they were sent': 1, Agreements: 1 }
  expect(await list(email)).toEqual(stays)
  await admin(erasePerson, { body: { email } })
  expect(await list(email)).toEqual(stays)
})

test('erasing again erases nothing and records nothing', async () => {
  const email = await stranger('needleagain')
  await admin(erasePerson, { body: { email } })
  const again = await admin(erasePerson, { body: { email } })
  expect([again.status, again.data.filter(({ count }) => count > 0)]).toEqual([200, []])
  expect(await audited(nameByHash(house.keys, email))).toEqual(['person.erased'])
})

test('orders, invites, members and what an organization was told stay, each with its reason', async () => {
  const email = await stranger('needlestays')
  const organization = await given.organization({ email })
  await given.member(organization.id, { userName: email })
  await given.order(organization.id, { email: email.toUpperCase() })
  const body = { greeting: 'Salam,', paragraphs: ['Welcome'], why: 'you have an account' }
  const head = { kind: 'welcome', to: email, subject: 'Salam', organizationId: organization.id }
  await house.change(systemActor('Test'), (tx) => post(tx, { ...head, body }))

  const { data } = await admin(erasePerson, { body: { email } })

  const stays = data.filter(({ count, reason }) => count > 0 && reason !== '').map((kept) => kept.data)
  const names = [
    'Emails to an organization, its members or staff',
    'Organizations',
    'Members of organizations',
    'Orders',
  ]
  expect(stays).toEqual(names)
  expect(Object.keys(await list(email))).toEqual(names)
  expect(await findAnywhere(db, email)).toEqual(['mails', 'members', 'orders', 'organizations'])
  expect(await findAnywhere(db, 'needlestays')).toEqual([])
  expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(['welcome'])
})

test('another letter to a stranger loses its address and words, and one that waits is not sent', async () => {
  const email = newEmail()
  const body = { greeting: 'Salam,', paragraphs: ['needleletter'], why: 'you wrote to us' }
  await postman.deliverDue()
  const waiting = await house.change(systemActor('Test'), (tx) =>
    post(tx, { kind: 'security-notice', to: email, subject: 'needleletter', waitS: 3600, body }),
  )
  await admin(erasePerson, { body: { email } })
  const [row] = await db.select().from(mailTable).where(eq(mailTable.id, waiting))
  expect(row).toMatchObject({ recipient: 'erased', subject: 'erased', text: 'erased', status: 'failed' })
  expect(await findAnywhere(db, email, 'needleletter')).toEqual([])
})

test('entries of a former version that name a visitor are counted, and stay', async () => {
  const [email, entityId] = [newEmail(), crypto.randomUUID()]
  const about = { entity: 'contact-inquiry', entityId, entityName: 'Khadija' } as const
  await house.change(systemActor('Test'), async (tx) => {
    record(tx, { action: 'contact-inquiry.received', ...about, after: { email } })
    record(tx, { action: 'contact-inquiry.responded', ...about, after: { note: 'Salam' } })
  })
  const trail = { 'Audit trail of their inquiries and demo requests': 2 }
  expect(await list(email)).toEqual(trail)
  await admin(erasePerson, { body: { email } })
  expect(await list(email)).toEqual(trail)
})

test('who may not delete inquiries gets nothing of it', async () => {
  const email = await stranger('needlekept')
  const manager = await as('manager')
  for (const caller of [manager, call]) {
    const status = caller === manager ? 403 : 401
    expect((await caller(readPerson, { query: { email } })).status).toBe(status)
    expect((await caller(exportPerson, { query: { email } })).status).toBe(status)
    expect((await caller(erasePerson, { body: { email } })).status).toBe(status)
  }
  expect(await list(email)).toMatchObject(everything)
})

test.each<[string, { email?: string }]>([
  ['no address', {}],
  ['what is none', { email: 'khadija' }],
  ['an empty one', { email: '' }],
  ['one that is too long', { email: `${'a'.repeat(100_000)}@masjid.example` }],
])('refuses %s by the name of its field', async (_, body) => {
  const refused = await admin(erasePerson, { body })
  expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([400, ['email']])
  if ((body.email ?? '').length > 1000) return
  expect((await admin(readPerson, { query: body })).error.fields).toHaveProperty('email')
})

test('400 inquiries are erased in seconds beside 10,000 emails to staff', async () => {
  const email = newEmail()
  await db.execute(sql`
    insert into contact_inquiries (id, email, phone, stream, status, created_at, updated_at, name, message, inquiry_type)
    select gen_random_uuid(), ${email}, '', 'x', 'New', now(), now(), 'Khadija', 'Salam', '' from generate_series(1, 400)`)
  await db.execute(sql`
    insert into mails (id, kind, recipient, subject, html, text, status, created_at, next_attempt_at, expires_at)
    select gen_random_uuid(), 'notice', 'many@hikmah.example', '', '', repeat(md5(n::text) || ' ', 30), 'sent', now(), now(), now()
    from generate_series(1, 10000) n`)
  const before = performance.now()
  expect((await admin(erasePerson, { body: { email } })).status).toBe(200)
  expect(performance.now() - before).toBeLessThan(5000)
})
