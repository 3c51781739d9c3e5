import { profile } from '@hikmah/contract/profile/endpoints'
import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { PASSWORD_RULE } from '@hikmah/contract/words'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../test/given.ts'
import { startServer } from '../../test/start.ts'
import { staff } from '../accounts/table.ts'
import { systemActor } from '../kit/auth/actor.ts'
import { remember } from '../sign-in/remembered-login.ts'

const { given, call, callWith, clock, mailsTo, audited, db, house } = await startServer({ AUTH_IP_PER_MIN: '100000' })
const { changePassword } = profile
const { getCurrentUser, authenticateWithPassword, authenticate, authenticateWithRememberMe } = signIn

const NEW = 'Quiet-River-42'
const change = (userName: string, more: object = {}, by = call) =>
  by(changePassword, { body: { userName, oldPassword: PASSWORD, newPassword: NEW, ...more } })
const signInWith = (userName: string, password: string) =>
  call(authenticateWithPassword, { body: { userName, password } })

test('the old password sets a new one, ends everything, and gives no session', async () => {
  const { id, userName, token } = await given.staff('manager', { passwordSetByOther: true })
  const value = await house.change(systemActor('Test'), async (tx) => (await remember(tx, id)).value)
  expect((await callWith(token)(getCurrentUser, {})).status).toBe(200)

  const reply = await change(userName.toUpperCase())

  expect(reply.status).toBe(200)
  expect(reply.message).toBe('Password changed successfully')
  expect(reply.data).toBeNull()
  expect(reply.headers['set-cookie']).toBeUndefined()
  expect(reply.text).not.toContain('token')
  expect((await callWith(token)(getCurrentUser, {})).status).toBe(401)
  expect((await call(authenticateWithRememberMe, { body: { password: value } })).status).toBe(401)
  expect((await signInWith(userName, PASSWORD)).status).toBe(401)
  expect((await signInWith(userName, NEW)).status).toBe(200)
  const [row] = await db.select().from(staff).where(eq(staff.id, id))
  expect(row?.passwordSetByOther).toBe(false)
  expect((await audited(id))[0]).toBe('staff.password-changed')
  const [mail] = await mailsTo(userName, 'security-notice')
  expect(mail?.subject).toBe('Your password for the Hikmah Console was changed')
  expect(mail?.text).not.toContain(NEW)
})

test('a password of 200 characters is kept whole: its beginning opens nothing', async () => {
  const { userName } = await given.staff('manager')
  const long = `${NEW} ${crypto.randomUUID()} `.repeat(4).slice(0, 200)
  expect((await change(userName, { newPassword: long })).status).toBe(200)
  expect((await signInWith(userName, long.slice(0, 128))).status).toBe(401)
  expect((await signInWith(userName, long)).status).toBe(200)
})

test('a sign-in that was half done with the old password is not finished', async () => {
  const { userName } = await given.staff('manager')
  const { data } = await signInWith(userName, PASSWORD)
  const code = /^ {4}(\d{6})$/m.exec((await mailsTo(userName, 'sign-in-code'))[0]!.text)![1]!
  await change(userName)
  expect((await call(authenticate, { body: { userName, password: data.token, code } })).status).toBe(401)
})

test('a sign-in that is finished at the very moment of the change outlives it neither', async () => {
  for (let i = 0; i < 6; i += 1) {
    const { userName } = await given.staff('manager')
    const { data } = await signInWith(userName, PASSWORD)
    const code = /^ {4}(\d{6})$/m.exec((await mailsTo(userName, 'sign-in-code'))[0]!.text)![1]!
    const body = { userName, password: data.token, code }
    const [changed, signedIn] = await Promise.all([change(userName), call(authenticate, { body })])
    expect(changed.status).toBe(200)
    if (signedIn.status === 200) {
      expect((await callWith(signedIn.data.token)(getCurrentUser, {})).status).toBe(401)
    }
  }
})

test('a wrong password, an unknown name, a revoked and an unverified person get the answer of signing in', async () => {
  const known = await given.staff('admin')
  const revoked = await given.staff('admin', { access: 'revoked' })
  const unverified = await given.staff('admin', { verifiedAt: null })
  const asSignIn = (await signInWith(known.userName, 'Wrong-Pass-1')).error
  for (const reply of [
    await change(known.userName, { oldPassword: 'Wrong-Pass-1' }),
    await change('nobody@hikmah.example'),
    await change(revoked.userName),
    await change(unverified.userName),
  ]) {
    expect(reply.status).toBe(401)
    expect({ ...reply.error, requestId: '' }).toEqual({ ...asSignIn, requestId: '' })
  }
})

test('failures count together with those of signing in, and the lock is one', async () => {
  const { userName } = await given.staff('admin')
  const wrong = () => change(userName, { oldPassword: 'Wrong-Pass-1' })
  for (let i = 0; i < 3; i += 1) expect((await wrong()).status).toBe(401)
  for (let i = 0; i < 2; i += 1) expect((await signInWith(userName, 'Wrong-Pass-1')).status).toBe(401)
  for (const reply of [await change(userName), await signInWith(userName, PASSWORD)]) {
    expect(reply.status).toBe(429)
    expect(reply.error).toMatchObject({ code: 'LOGIN_ATTEMPTS_EXCEEDED', message: 'Login Attempts Exceeded' })
  }
  clock.advance(901)
  expect((await change(userName)).status).toBe(200)
  for (let i = 0; i < 5; i += 1) await wrong()
  clock.advance(901)
  expect(
    (await change(userName, { oldPassword: NEW, newPassword: PASSWORD })).status,
    'a change clears no failure',
  ).toBe(429)
})

test('a code that is guessed wrong counts on the same lock', async () => {
  const { userName } = await given.staff('admin')
  for (let i = 0; i < 4; i += 1) await change(userName, { oldPassword: 'Wrong-Pass-1' })
  await call(authenticate, { body: { userName, password: 'Wrong-Pass-1', code: '000000' } })
  expect((await change(userName)).status).toBe(429)
})

test('a new password made of the own name is refused, and whoever owns the account hears that the old one is known', async () => {
  const { id, userName } = await given.staff('admin', { firstName: 'Khadija', lastName: 'Chaudhry' })
  const reply = await change(userName, { newPassword: 'Khadija-Chaudhry-1' })
  expect(reply.status).toBe(400)
  expect(reply.error.fields).toHaveProperty('newPassword')
  expect((await mailsTo(userName, 'security-notice'))[0]?.subject).toBe('A password change was rejected')
  expect(await audited(id)).toEqual(['staff.password-change-refused'])
  expect((await signInWith(userName, PASSWORD)).status).toBe(200)
})

test('one of seven characters, or without a digit, is told the rule', async () => {
  const { userName } = await given.staff('admin')
  for (const newPassword of ['xK4mPw9', 'Correct-Horse']) {
    expect((await change(userName, { newPassword })).error.fields).toEqual({ newPassword: PASSWORD_RULE })
  }
})

test.each([
  ['newPassword', { newPassword: PASSWORD }],
  ['newPassword', { newPassword: 'Password-1' }],
  ['newPassword', { newPassword: 'Hikmah-2026' }],
  ['newPassword', { newPassword: 'short1A' }],
  ['newPassword', { newPassword: `Aa1${'x'.repeat(254)}` }],
  ['oldPassword', { oldPassword: '' }],
  ['oldPassword', { oldPassword: 'x'.repeat(1025) }],
  ['userName', { userName: 'x' }],
])('a wrong %s is named alike whether the old password is right or not: %j', async (field, more) => {
  const { userName } = await given.staff('admin')
  const right = await change(userName, more)
  const wrong = await change('nobody@hikmah.example', more)
  for (const reply of [right, wrong]) {
    expect(reply.status).toBe(400)
    expect(reply.error.fields).toHaveProperty(field)
  }
  expect(right.error.message).toBe(wrong.error.message)
  expect(await mailsTo(userName)).toEqual([])
})

test('a token that is sent must belong to the person; one that is over counts as none', async () => {
  const mine = await given.staff('manager')
  const other = await given.staff('owner')
  const refused = await change(mine.userName, {}, callWith(other.token))
  expect(refused.status).toBe(403)
  expect((await signInWith(mine.userName, PASSWORD)).status).toBe(200)
  expect((await change(mine.userName, {}, callWith('abc.def.ghi'))).status).toBe(200)
  const own = await given.staff('manager')
  expect((await change(own.userName, {}, callWith(own.token))).status).toBe(200)
})

test('of many changes at once one wins', async () => {
  const { id, userName } = await given.staff('manager')
  const replies = await Promise.all(
    Array.from({ length: 4 }, (_, i) => change(userName, { newPassword: `Quiet-River-${i}` })),
  )
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  expect((await audited(id)).filter((action) => action === 'staff.password-changed')).toHaveLength(1)
})

test('where a session is asked for, the old password alone changes nothing', async () => {
  const strict = await startServer({ REQUIRE_TOKEN_FOR_CHANGE: 'true' })
  const { userName, token } = await strict.given.staff('manager')
  const body = { userName, oldPassword: PASSWORD, newPassword: NEW }
  expect((await strict.call(changePassword, { body })).status).toBe(401)
  expect((await strict.callWith('abc.def.ghi')(changePassword, { body })).status).toBe(401)
  expect((await strict.callWith(token)(changePassword, { body })).status).toBe(200)
})

test('one address may try only so often a minute, together with signing in', async () => {
  const strict = await startServer({ AUTH_IP_PER_MIN: '2' })
  const userName = 'a@b.example'
  const body = { userName, oldPassword: PASSWORD, newPassword: NEW }
  expect((await strict.call(changePassword, { body })).status).toBe(401)
  expect((await strict.call(authenticateWithPassword, { body: { userName, password: 'x' } })).status).toBe(401)
  expect((await strict.call(changePassword, { body })).error.code).toBe('RATE_LIMITED')
})
