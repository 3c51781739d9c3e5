import { agreements } from '@hikmah/contract/agreements'
import { audit } from '@hikmah/contract/audit'
import type { AnyEndpoint } from '@hikmah/contract/endpoint'
import { mails } from '@hikmah/contract/mails'
import { memberSignIn } from '@hikmah/contract/member-sign-in'
import { organizationTeam } from '@hikmah/contract/organization-team'
import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../test/given.ts'
import { countLockWaiters } from '../../test/locks.ts'
import { startMemberSignIn } from '../../test/member-sign-in.ts'
import { hashPassword } from '../kit/auth/passwords.ts'
import { newId } from '../kit/db/ids.ts'
import { members } from '../organization-team/table.ts'
import { organizations } from '../organizations/table.ts'
import { signInChallenges } from '../sign-in/table.ts'

const server = await startMemberSignIn()
const { given, as, call, callWith, clock, mailsTo, audited, db, house, codeFor, stepOne, enter, person, isGood } =
  server
const { authenticateMemberWithPassword, authenticateMember, refreshMemberToken, logoutMember } = memberSignIn

const HOUR_MS = 3_600_000
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
const update = (id: string, set: Partial<typeof members.$inferInsert>) =>
  db.update(members).set(set).where(eq(members.id, id))

test('password, then the mailed code, gives the organization’s token and a refresh token', async () => {
  const { id, userName, organizationId } = await person({ roles: [{ application: 'DEENKIOSK', roles: 'Admin' }] })
  const first = await stepOne(userName.toUpperCase())
  expect([first.status, first.message]).toEqual([200, 'Code sent successfully'])
  expect(first.data).toMatchObject({ resendWaitS: 30, organizations: [{ orgId: organizationId }] })
  expect(await isGood(first.data.token), 'the pending token opens nothing').toBe(false)

  const reply = await enter(userName, PASSWORD, await codeFor(userName))

  const { data } = reply
  expect(data).toMatchObject({
    orgId: organizationId,
    orgName: expect.stringMatching(/^Masjid Test/),
    orgStatus: 'onboarding',
    role: [{ application: 'DEENKIOSK', roles: 'Admin' }],
  })
  const inMs = (moment: string) => new Date(moment).getTime() - clock.now().getTime()
  expect(Math.abs(inMs(data.expiresAt) - 12 * HOUR_MS)).toBeLessThan(60_000)
  expect(Math.abs(inMs(data.refreshExpiresAt) - 30 * 24 * HOUR_MS)).toBeLessThan(60_000)
  expect(reply.headers['set-cookie']).toBeUndefined()
  const params = { id: organizationId }
  const own = callWith(data.token)
  expect((await own(agreements.recordAgreement, { params, body: { logType: 'terms' } })).status).toBe(200)
  expect((await own(signIn.getCurrentUser, {})).status, 'it is no token of the console').toBe(401)
  expect(await audited(id)).toEqual(['sign-in.code-sent', 'sign-in.completed'])
})

test('a code opens one session only, also when it is sent many times at once', async () => {
  const { userName } = await person()
  const { data } = await stepOne(userName)
  const code = await codeFor(userName)
  const replies = await Promise.all(Array.from({ length: 5 }, () => enter(userName, data.token, code)))
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
})

test('a wrong password, an unknown name, and whoever is unconfirmed, without access or staff get the same answer', async () => {
  const known = await person()
  const replies = [
    await stepOne(known.userName, 'Wrong-Pass-1'),
    await stepOne('nobody@masjid.example'),
    await stepOne((await person({ consoleAccess: false })).userName),
    await stepOne((await person({ confirmedAt: null })).userName),
    await stepOne((await person({ passwordHash: null })).userName),
    await stepOne((await given.staff('owner')).userName),
    await stepOne(known.userName, `pending.${'x'.repeat(43)}`),
  ]
  for (const { status, error } of replies) {
    expect(status).toBe(401)
    expect(error).toMatchObject({ message: 'Incorrect email address or password', code: 'UNAUTHENTICATED' })
  }
  expect(
    (await call(signIn.authenticateWithPassword, { body: { userName: known.userName, password: PASSWORD } })).status,
  ).toBe(401)
})

test('after five failures the name is locked, known or not, for twice as long each time, and the answer that locks says so', async () => {
  const { userName } = await person()
  for (const name of [userName, 'ghost@masjid.example']) {
    for (let i = 0; i < 5; i += 1) expect((await stepOne(name, 'Wrong-Pass-1')).status).toBe(401)
    const locked = await stepOne(name)
    expect([locked.status, locked.error.message]).toEqual([429, 'Login Attempts Exceeded'])
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(800)
  }
  clock.advance(901)
  const { data } = await stepOne(userName)
  for (let i = 0; i < 4; i += 1)
    expect((await enter(userName, data.token, wrong(await codeFor(userName)))).status).toBe(401)
  const locking = await enter(userName, data.token, wrong(await codeFor(userName)))
  expect([locking.error.code, Number(locking.headers['retry-after'])]).toEqual(['LOGIN_ATTEMPTS_EXCEEDED', 1800])
  clock.advance(1801)
  expect((await stepOne(userName)).status).toBe(200)
})

test('of twenty wrong passwords or codes at once five are judged, and they lock', async () => {
  const { userName } = await person()
  const statuses = async (replies: Promise<{ status: number }>[]) =>
    (await Promise.all(replies)).filter(({ status }) => status === 401).length
  expect(await statuses(Array.from({ length: 20 }, () => stepOne(userName, 'Wrong-Pass-1')))).toBe(5)
  clock.advance(901)
  const { data } = await stepOne(userName)
  const code = await codeFor(userName)
  expect(
    await statuses(Array.from({ length: 20 }, () => enter(userName, data.token, wrong(code)))),
  ).toBeLessThanOrEqual(5)
  const [challenge] = await db.select().from(signInChallenges).where(eq(signInChallenges.userName, userName))
  expect(challenge?.tries).toBe(5)
  expect((await enter(userName, data.token, code)).error.message).toBe('Login Attempts Exceeded')
})

test('one code may be guessed five times in all, from however many networks', async () => {
  const { userName } = await person()
  const { data } = await stepOne(userName)
  const code = await codeFor(userName)
  for (let network = 1; network <= 5; network += 1) {
    expect((await enter(userName, data.token, wrong(code), { network })).status).toBe(401)
  }
  expect((await enter(userName, data.token, code, { network: 6 })).status).toBe(401)
})

test('two hundred guesses from forty networks stop the name until staff unlock it; staff of that name are not stopped', async () => {
  const { id, userName } = await person()
  const staff = await given.staff('admin', { userName })
  let judged = 0
  for (let n = 0; n < 200; n += 1) {
    const { status } = await stepOne(userName, 'Wrong-Pass-1', 100 + (n % 40))
    if (status === 401) judged += 1
  }
  expect(judged).toBe(50)
  clock.advance(90 * 86_400)
  const stopped = await stepOne(userName)
  expect([stopped.status, stopped.error.code]).toEqual([429, 'LOGIN_ATTEMPTS_EXCEEDED'])
  const asStaff = await call(signIn.authenticateWithPassword, {
    body: { userName: staff.userName, password: PASSWORD },
  })
  expect(asStaff.status).toBe(200)

  const admin = await as('admin')
  expect((await admin(organizationTeam.readMember, { params: { id } })).data.locked).toBe(true)
  const manager = await as('manager')
  expect((await manager(organizationTeam.unlockMember, { params: { id } })).status).toBe(403)
  expect((await admin(organizationTeam.unlockMember, { params: { id } })).data.locked).toBe(false)
  expect(await audited(id)).toEqual(['member.unlocked'])
  expect((await stepOne(userName)).status).toBe(200)
})

test('of many asking for a code at the same moment one is mailed one', async () => {
  const { userName } = await person()
  const replies = await Promise.all(Array.from({ length: 5 }, () => stepOne(userName)))
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 429, 429, 429, 429])
  expect(await mailsTo(userName, 'member-sign-in-code')).toHaveLength(1)
})

test('at most five codes an hour, and those that staff of the same name are sent do not count', async () => {
  const { userName } = await given.staff('admin', { userName: (await person()).userName })
  for (let sent = 0; sent < 5; sent += 1) {
    const asStaff = await call(signIn.authenticateWithPassword, { body: { userName, password: PASSWORD } })
    expect([(await stepOne(userName)).status, asStaff.status]).toEqual([200, 200])
    clock.advance(31)
  }
  expect((await stepOne(userName)).error.message).toMatch(/Too many codes/)
})

test('a resend by the pending token waits its time and voids the former code; a code is dead after ten minutes', async () => {
  const { userName } = await person()
  const { data } = await stepOne(userName)
  const former = await codeFor(userName)
  expect((await stepOne(userName, data.token)).error.message).toMatch(/^Wait \d+ seconds/)
  clock.advance(31)
  const again = await stepOne(userName, data.token)
  expect(again.message).toBe('Code sent successfully')
  const newer = await codeFor(userName)
  if (newer !== former) expect((await enter(userName, again.data.token, former)).error.code).toBe('OTP_INVALID')
  clock.advance(601)
  expect((await enter(userName, again.data.token, newer)).error.code).toBe('OTP_INVALID')
})

test('neither the code nor the pending token of another person opens anything, nor those of staff', async () => {
  const [mine, other] = [await person(), await person()]
  const [{ data: my }, { data: theirs }] = [await stepOne(mine.userName), await stepOne(other.userName)]
  const [myCode, theirCode] = [await codeFor(mine.userName), await codeFor(other.userName)]
  if (myCode !== theirCode) expect((await enter(mine.userName, my.token, theirCode)).status).toBe(401)
  expect((await enter(mine.userName, theirs.token, theirCode)).status).toBe(401)
  const staff = await given.staff('owner', { userName: mine.userName })
  expect(
    (await call(signIn.authenticate, { body: { userName: staff.userName, password: my.token, code: myCode } })).status,
  ).toBe(401)
  expect((await enter(mine.userName, my.token, myCode)).status).toBe(200)
})

test('a person of several organizations chooses one of those that the password opens', async () => {
  const userName = `imam.${newId().slice(-8)}@masjid.example`
  const orgIds = []
  for (let i = 0; i < 3; i += 1) orgIds.push((await given.organization()).id)
  const [first = '', second = '', third = ''] = orgIds
  const elsewhere = { userName, passwordHash: await hashPassword('Quiet-River-42') }
  for (const [orgId, more] of [
    [first, { userName }],
    [second, { userName }],
    [third, elsewhere],
  ] as const) {
    await given.member(orgId, more)
    clock.advance(1)
  }
  const { data } = await stepOne(userName)
  expect(data.organizations.map(({ orgId }) => orgId)).toEqual([first, second])
  const code = await codeFor(userName)
  expect((await enter(userName, data.token, code, { orgId: third })).error.code).toBe('OTP_INVALID')
  expect((await enter(userName, PASSWORD, code, { orgId: second })).data.orgId).toBe(second)
  clock.advance(31)
  await stepOne(userName)
  expect(
    (await enter(userName, 'Quiet-River-42', await codeFor(userName))).status,
    'a code is for what was proved',
  ).toBe(401)
  expect((await enter(userName, PASSWORD, await codeFor(userName))).data.orgId).toBe(first)
  clock.advance(31)
  const other = await stepOne(userName, 'Quiet-River-42')
  expect(other.data.organizations.map(({ orgId }) => orgId)).toEqual([third])
  expect((await enter(userName, other.data.token, await codeFor(userName))).data.orgId).toBe(third)
})

test('people of a blocked organization sign in, are told that it is blocked, and are refused what it may not do', async () => {
  const { userName, organizationId } = await person()
  await db.update(organizations).set({ status: 'blocked' }).where(eq(organizations.id, organizationId))
  const { token, orgStatus } = await server.signIn(userName)
  expect(orgStatus).toBe('blocked')
  const params = { id: organizationId }
  const reply = await callWith(token)(agreements.recordAgreement, { params, body: { logType: 'terms' } })
  expect([reply.status, reply.error.message]).toEqual([
    409,
    'This organization is blocked and cannot agree to anything',
  ])
})

test('the token is no good for another organization', async () => {
  const [mine, other] = [await person(), await person()]
  const { token } = await server.signIn(mine.userName)
  const params = { id: other.organizationId }
  const reply = await callWith(token)(agreements.recordAgreement, { params, body: { logType: 'terms' } })
  expect([reply.status, reply.error.message]).toEqual([403, 'This token belongs to another organization'])
})

test('a sign-in that was half done when access was revoked, the password changed or the member removed is not finished', async () => {
  const admin = await as('admin')
  const edit = {
    firstName: 'Yusuf',
    lastName: 'Rahmani',
    role: [{ application: 'DEENFUND', roles: 'Owner/Super Admin' }],
  }
  const halfDone = async () => {
    const member = await person()
    await given.member(member.organizationId)
    const { data } = await stepOne(member.userName)
    return { ...member, pending: data.token, code: await codeFor(member.userName) }
  }
  const revoked = await halfDone()
  for (const consoleAccess of [false, true]) {
    const params = { id: revoked.id }
    expect((await admin(organizationTeam.updateMember, { params, body: { ...edit, consoleAccess } })).status).toBe(200)
  }
  const changed = await halfDone()
  await update(changed.id, { passwordHash: await hashPassword('Quiet-River-42') })
  const removed = await halfDone()
  expect((await admin(organizationTeam.deleteMember, { params: { id: removed.id } })).status).toBe(200)
  expect((await enter(revoked.userName, revoked.pending, revoked.code)).status).toBe(401)
  expect((await enter(changed.userName, PASSWORD, changed.code)).status).toBe(401)
  expect((await enter(removed.userName, removed.pending, removed.code)).status).toBe(401)
})

test('no code is sent for a password that is changed while it is proved', async () => {
  const { userName, id } = await person()
  const asked = await house.database.transaction(async (tx) => {
    await tx.update(members).set({ passwordHash: 'of another password' }).where(eq(members.id, id))
    const reply = stepOne(userName)
    await expect.poll(() => countLockWaiters(house.db)).toBe(1)
    // Not waited for here: it waits for this transaction.
    return { reply }
  })
  expect((await asked.reply).status).toBe(401)
  expect(await mailsTo(userName, 'member-sign-in-code')).toEqual([])
})

test('a code is in no list of mails, and who signed in is no news of the dashboard', async () => {
  const { userName, organizationId } = await person()
  await server.signIn(userName)
  const owner = await as('owner')
  const { data } = await owner(mails.listMails, { query: { organization: organizationId } })
  expect(data).toEqual([])
  const news = await owner(audit.listActivities, {})
  expect(news.text).not.toContain('sign-in.')
  const trail = await owner(audit.listAudit, { query: { entity: 'member' } })
  expect(trail.text).toContain('sign-in.completed')
})

test.each<[AnyEndpoint, object, string]>([
  [authenticateMemberWithPassword, {}, 'userName'],
  [authenticateMemberWithPassword, { userName: 'x@y.example' }, 'password'],
  [authenticateMemberWithPassword, { userName: 'no-mail', password: 'x' }, 'userName'],
  [authenticateMemberWithPassword, { userName: 'x@y.example', password: 'x'.repeat(1025) }, 'password'],
  [authenticateMember, { userName: 'x@y.example', password: 'x', code: '12345' }, 'code'],
  [authenticateMember, { userName: 'x@y.example', password: 'x', code: '123456', orgId: 'mine' }, 'orgId'],
  [refreshMemberToken, {}, 'refreshToken'],
  [refreshMemberToken, { refreshToken: 7 }, 'refreshToken'],
  [refreshMemberToken, { refreshToken: 'x'.repeat(129) }, 'refreshToken'],
  [logoutMember, { refreshToken: ['x'] }, 'refreshToken'],
])('a malformed call names the field: %o %j', async (endpoint, body, field) => {
  const reply = await call(endpoint, { body })
  expect([reply.status, reply.error.code]).toEqual([400, 'VALIDATION'])
  expect(Object.keys(reply.error.fields ?? {})).toContain(field)
})

test('one address may begin only so many sign-ins a minute, of staff and members together', async () => {
  const strict = await startMemberSignIn({ AUTH_IP_PER_MIN: '3' })
  const body = { userName: 'a@b.example', password: 'x' }
  const statuses = []
  for (const endpoint of [
    authenticateMemberWithPassword,
    signIn.authenticateWithPassword,
    authenticateMemberWithPassword,
    authenticateMemberWithPassword,
  ])
    statuses.push((await strict.call(endpoint, { body })).status)
  expect(statuses).toEqual([401, 401, 401, 429])
})
