import type { AnyEndpoint } from '@hikmah/contract/endpoint'
import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../test/given.ts'
import { countLockWaiters } from '../../test/locks.ts'
import { startSignIn } from '../../test/sign-in.ts'
import { startServer } from '../../test/start.ts'
import { staff } from '../accounts/table.ts'
import { countFailure, liftHardStop } from './lockout.ts'

const { given, call, callWith, clock, mailsTo, audited, house, codeFor, stepOne } = await startSignIn()
const { authenticateWithPassword, authenticate, authenticateWithRememberMe, getCurrentUser } = signIn

const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

test('password, then the mailed code, opens a session that every call can use', async () => {
  const { userName, id } = await given.staff('admin')
  const first = await stepOne(userName.toUpperCase())
  expect(first.status).toBe(200)
  expect(first.message).toBe('Code sent successfully')
  expect((await callWith(first.data.token)(getCurrentUser, {})).status).toBe(401)

  const reply = await call(authenticate, { body: { userName, password: PASSWORD, code: await codeFor(userName) } })

  expect(reply.data).toMatchObject({
    _id: id,
    userName,
    role: [{ application: 'HIKMAH', roles: 'hikmah_admin' }],
  })
  expect(reply.headers['set-cookie']).toBeUndefined()
  const [, claims = ''] = reply.data.token.split('.')
  expect(JSON.parse(atob(claims)).exp * 1000).toBeGreaterThan(clock.now().getTime())
  const me = await callWith(reply.data.token)(getCurrentUser, {})
  expect(me.data.permissions).toContain('organizations.invite')
  expect(me.text).not.toContain('argon2')
  expect(await audited(id)).toEqual(['sign-in.code-sent', 'sign-in.completed'])
})

test('an address at an internationalized domain is one person, as it reads and in punycode', async () => {
  const { userName } = await given.staff('admin', { userName: 'samira@münchen.example' })
  expect((await stepOne('Samira@XN--MNCHEN-3YA.example')).status).toBe(200)
  const body = {
    userName: ' \u2068samira@mu\u0308nchen.example\u2069',
    password: PASSWORD,
    code: await codeFor(userName),
  }
  expect((await call(authenticate, { body })).data).toMatchObject({ userName })
})

test('a code is read in groups and in any digits', async () => {
  const { userName } = await given.staff('admin')
  await stepOne(userName)
  const code = await codeFor(userName)
  const arabic = code.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)
  const body = { userName, password: PASSWORD, code: `${arabic.slice(0, 3)}-${arabic.slice(3)}` }
  expect((await call(authenticate, { body })).status).toBe(200)
})

test('a code opens one session only, also when it is sent many times at once', async () => {
  const { userName } = await given.staff('admin')
  const { data } = await stepOne(userName)
  const code = await codeFor(userName)
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => call(authenticate, { body: { userName, password: data.token, code } })),
  )
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
})

test('a wrong password, an unknown name, a revoked and an unverified person get the same answer', async () => {
  const revoked = await given.staff('admin', { access: 'revoked' })
  const unverified = await given.staff('admin', { verifiedAt: null })
  const known = await given.staff('admin')
  const replies = [
    await stepOne(known.userName, false, 'Wrong-Pass-1'),
    await stepOne('nobody@hikmah.example', false, PASSWORD),
    await stepOne(revoked.userName),
    await stepOne(unverified.userName),
  ]
  for (const { status, error } of replies) {
    expect(status).toBe(401)
    expect(error).toMatchObject({ message: 'Incorrect email address or password', code: 'UNAUTHENTICATED' })
  }
})

test('after five failures the name is locked, known or not, and the lock survives a resend and outlives its time only once', async () => {
  const { userName } = await given.staff('admin')
  for (const name of [userName, 'ghost@hikmah.example']) {
    for (let i = 0; i < 5; i += 1) expect((await stepOne(name, false, 'Wrong-Pass-1')).status).toBe(401)
    const locked = await stepOne(name)
    expect(locked.status).toBe(429)
    expect(locked.error).toMatchObject({ message: 'Login Attempts Exceeded', code: 'LOGIN_ATTEMPTS_EXCEEDED' })
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(800)
  }
  clock.advance(901)
  expect((await stepOne(userName)).status).toBe(200)
  for (let i = 0; i < 5; i += 1) await stepOne(userName, false, 'Wrong-Pass-1')
  clock.advance(901)
  expect((await stepOne(userName)).status).toBe(429)
  clock.advance(900)
  expect((await stepOne(userName)).status).toBe(200)
})

test('five wrong codes kill the code and lock, even in parallel', async () => {
  const { userName } = await given.staff('admin')
  const { data } = await stepOne(userName)
  const code = await codeFor(userName)
  const guess = { body: { userName, password: data.token, code: wrong(code) } }
  const replies = await Promise.all(Array.from({ length: 5 }, () => call(authenticate, guess)))
  expect(replies.map((reply) => reply.status).sort()).toEqual([401, 401, 401, 401, 429])
  const late = await call(authenticate, { body: { userName, password: data.token, code } })
  expect(late.error.message).toBe('Login Attempts Exceeded')
})

test('of many asking for a code at the same moment one is mailed one', async () => {
  const { userName } = await given.staff('admin')
  const replies = await Promise.all(Array.from({ length: 5 }, () => stepOne(userName)))
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 429, 429, 429, 429])
  expect(await mailsTo(userName, 'sign-in-code')).toHaveLength(1)
})

test('a resend by the pending token waits its time, voids the former code and keeps the wish to be remembered', async () => {
  const { userName } = await given.staff('admin')
  const { data } = await stepOne(userName, true)
  const former = await codeFor(userName)
  const soon = await stepOne(userName, false, data.token)
  expect(soon.status).toBe(429)
  expect(soon.error.message).toMatch(/^Wait \d+ seconds/)
  clock.advance(31)
  const again = await stepOne(userName, false, data.token)
  expect(again.message).toBe('Code sent successfully')
  const newer = await codeFor(userName)
  if (newer !== former) {
    const old = await call(authenticate, { body: { userName, password: again.data.token, code: former } })
    expect(old.error.code).toBe('OTP_INVALID')
  }
  const reply = await call(authenticate, { body: { userName, password: again.data.token, code: newer } })
  expect(reply.status).toBe(200)
  expect(String(reply.headers['set-cookie'])).toMatch(/rememberMe=rm1.*HttpOnly.*SameSite=Strict/)
})

test('who enters the password anew, at another browser, is remembered only where they wish it', async () => {
  const { userName } = await given.staff('admin')
  await stepOne(userName, true)
  clock.advance(31)
  const { data } = await stepOne(userName, false)
  const body = { userName, password: data.token, code: await codeFor(userName) }
  const reply = await call(authenticate, { body })
  expect(reply.status).toBe(200)
  expect(String(reply.headers['set-cookie'])).not.toContain('rm1.')
})

test('at most five codes an hour', async () => {
  const { userName } = await given.staff('admin')
  for (let i = 0; i < 5; i += 1) {
    expect((await stepOne(userName)).status).toBe(200)
    clock.advance(31)
  }
  expect((await stepOne(userName)).error.message).toMatch(/Too many codes/)
})

test('how long to wait for another code is what the server was told', async () => {
  const patient = await startServer({ AUTH_RESEND_WAIT_S: '75' })
  const { userName } = await patient.given.staff('admin')
  const body = { userName, password: PASSWORD }
  expect((await patient.call(authenticateWithPassword, { body })).data.resendWaitS).toBe(75)
  const again = await patient.call(authenticateWithPassword, { body })
  expect(Number(again.headers['retry-after'])).toBeGreaterThan(70)
})

test('a code is dead after ten minutes', async () => {
  const { userName } = await given.staff('admin')
  const { data } = await stepOne(userName)
  clock.advance(601)
  const reply = await call(authenticate, { body: { userName, password: data.token, code: await codeFor(userName) } })
  expect(reply.status).toBe(401)
})

test('fifty failures stop a name everywhere, until the server is started for its owner', async () => {
  const { userName } = await given.staff('owner')
  const failFiftyTimes = async () => {
    for (let i = 0; i < 50; i += 1) {
      await countFailure(house, userName, `198.51.${i}.1`)
    }
  }
  await failFiftyTimes()
  expect((await stepOne(userName)).error.code).toBe('LOGIN_ATTEMPTS_EXCEEDED')
  await liftHardStop(house.db, userName)
  expect((await stepOne(userName)).status).toBe(200)

  await failFiftyTimes()
  clock.advance(90 * 86_400)
  expect((await stepOne(userName)).error.code).toBe('LOGIN_ATTEMPTS_EXCEEDED')
})

test.each([
  [{}, 'userName'],
  [{ userName: 'x@y.example' }, 'password'],
  [{ userName: 'no-mail', password: 'x' }, 'userName'],
  [{ userName: 'x@y.example', password: 'x'.repeat(1025) }, 'password'],
  [{ userName: 5, password: 'x' }, 'userName'],
  [{ userName: 'x@y.example', password: 'x', checked: 'yes' }, 'checked'],
  [{ userName: 'x\u202e', password: '' }, 'userName', authenticateWithRememberMe],
])('a malformed sign-in names the field: %j', async (body, field, endpoint: AnyEndpoint = authenticateWithPassword) => {
  const reply = await call(endpoint, { body })
  expect(reply.status).toBe(400)
  expect(reply.error.code).toBe('VALIDATION')
  expect(Object.keys(reply.error.fields ?? {})).toContain(field)
})

test('one address may begin only so many sign-ins a minute', async () => {
  const strict = await startServer({ AUTH_IP_PER_MIN: '3' })
  const body = { userName: 'a@b.example', password: 'x' }
  const statuses = []
  for (let i = 0; i < 4; i += 1) statuses.push((await strict.call(authenticateWithPassword, { body })).status)
  expect(statuses).toEqual([401, 401, 401, 429])
})

test('no code is sent for a password that is changed while it is proved', async () => {
  const { userName, id } = await given.staff('admin')
  const asked = await house.database.transaction(async (tx) => {
    await tx.update(staff).set({ passwordHash: 'of another password' }).where(eq(staff.id, id))
    const reply = stepOne(userName)
    await expect.poll(() => countLockWaiters(house.db)).toBe(1)
    // Not waited for here: it waits for this transaction.
    return { reply }
  })
  expect((await asked.reply).status).toBe(401)
  expect(await mailsTo(userName, 'sign-in-code')).toEqual([])
})
