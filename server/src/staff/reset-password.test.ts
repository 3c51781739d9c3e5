import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { staff as contract } from '@hikmah/contract/staff'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../test/given.ts'
import { startServer } from '../../test/start.ts'
import { staff } from '../accounts/table.ts'

const { given, as, call, callWith, clock, mailsTo, audited, db } = await startServer({ AUTH_IP_PER_MIN: '100000' })
const { sendPasswordResetCode, checkResetCode, resetPassword } = contract
const { getCurrentUser, authenticateWithPassword } = signIn

const NEW = 'Quiet-River-42'
const asOwner = await as('owner')
const codeFor = async (userName: string) =>
  /^ {4}(\d{6})$/m.exec((await mailsTo(userName, 'password-reset-code'))[0]?.text ?? '')?.[1] ?? 'none'
const send = (userName: string, by = asOwner) => by(sendPasswordResetCode, { body: { userName } })
const reset = (userName: string, code: string, newPassword = NEW, by = asOwner) =>
  by(resetPassword, { body: { code, newPassword, userName } })
const other = (code: string) => (code === '000000' ? '000001' : '000000')
const signsIn = async (userName: string, password: string) =>
  (await call(authenticateWithPassword, { body: { userName, password } })).status === 200
const rowOf = async (id: string) => (await db.select().from(staff).where(eq(staff.id, id)))[0]!

async function ready(role: 'admin' | 'manager' = 'manager') {
  const person = await given.staff(role)
  expect((await send(person.userName)).status).toBe(200)
  return { ...person, code: await codeFor(person.userName) }
}

test('with the code that was mailed to the person an owner sets a new password', async () => {
  const { id, userName, token, code } = await ready('admin')
  expect((await callWith(token)(getCurrentUser, {})).status).toBe(200)

  const reply = await reset(userName.toUpperCase(), code)

  expect(reply.status).toBe(200)
  expect(reply.message).toBe('Password changed successfully!')
  expect((await callWith(token)(getCurrentUser, {})).status).toBe(401)
  expect((await rowOf(id)).passwordSetByOther).toBe(true)
  expect(await signsIn(userName, PASSWORD)).toBe(false)
  expect(await signsIn(userName, NEW)).toBe(true)
  expect((await audited(id)).slice(0, 2)).toEqual(['staff.reset-code-requested', 'staff.password-reset'])
  const [mail] = await mailsTo(userName, 'security-notice')
  expect(mail?.text).toContain('set a new password for you')
  expect(mail?.text).not.toContain(NEW)
  expect((await reset(userName, code)).error.code, 'a code is good once').toBe('OTP_INVALID')
})

test('a wrong code is told before a password is chosen, and a right one stays good', async () => {
  const { userName, code } = await ready()
  const check = (tried: string) => asOwner(checkResetCode, { body: { code: tried, userName } })
  expect((await check(other(code))).error.code).toBe('OTP_INVALID')
  // What was right costs none of the five tries.
  for (let i = 0; i < 6; i += 1) expect((await check(code)).status).toBe(200)
  for (let i = 0; i < 3; i += 1) expect((await check(other(code))).error.code).toBe('OTP_INVALID')
  expect((await reset(userName, code)).status).toBe(200)
  expect((await check(code)).error.code).toBe('OTP_INVALID')

  const guessed = await ready()
  for (let i = 0; i < 5; i += 1) {
    await asOwner(checkResetCode, { body: { code: other(guessed.code), userName: guessed.userName } })
  }
  expect((await reset(guessed.userName, guessed.code)).error.code).toBe('LOGIN_ATTEMPTS_EXCEEDED')
  const otherOwner = await given.staff('owner')
  const body = { code: '123456', userName: otherOwner.userName }
  expect((await asOwner(checkResetCode, { body })).status).toBe(403)
})

test('sending a code answers alike for unknown, revoked and unverified names, and mails only who may sign in', async () => {
  const revoked = await given.staff('manager', { access: 'revoked' })
  const unverified = await given.staff('manager', { verifiedAt: null })
  const known = await given.staff('manager')
  const names = [known.userName, 'nobody@hikmah.example', revoked.userName, unverified.userName]
  for (const userName of names) {
    const reply = await send(userName)
    expect([reply.status, reply.text]).toEqual([200, '{"data":{"resendWaitS":30}}'])
    expect((await send(userName)).error.message).toMatch(/^Wait \d+ seconds/)
    expect(await mailsTo(userName)).toHaveLength(userName === known.userName ? 1 : 0)
  }
  for (const userName of names) {
    const answers = []
    for (let i = 0; i < 6; i += 1) answers.push((await reset(userName, other(await codeFor(userName)))).error.code)
    expect(answers, userName).toEqual([...Array(4).fill('OTP_INVALID'), ...Array(2).fill('LOGIN_ATTEMPTS_EXCEEDED')])
  }
  const right = await reset(known.userName, await codeFor(known.userName))
  expect(right.status, 'the right code comes too late').toBe(429)
  expect(await signsIn(known.userName, PASSWORD)).toBe(true)
})

test('at most five codes an hour, each voids the former and dies after ten minutes', async () => {
  const { userName, code } = await ready()
  for (let i = 0; i < 4; i += 1) {
    clock.advance(31)
    expect((await send(userName)).status).toBe(200)
  }
  clock.advance(31)
  expect((await send(userName)).error.message).toMatch(/Too many codes/)
  const newest = await codeFor(userName)
  if (newest !== code) expect((await reset(userName, code)).status).toBe(401)
  clock.advance(601)
  expect((await reset(userName, newest)).error.code).toBe('OTP_INVALID')
})

test('a code for one purpose or person is no good for another', async () => {
  const one = await ready()
  const two = await ready()
  if (one.code !== two.code) expect((await reset(one.userName, two.code)).error.code).toBe('OTP_INVALID')
  expect((await asOwner(contract.verifyStaff, { body: { code: one.code, userName: one.userName } })).status).toBe(401)
  expect((await reset(one.userName, one.code)).status).toBe(200)
})

test('another owner’s password is not reset; one’s own is, and counts as one’s own choice', async () => {
  const me = await given.staff('owner')
  const asMe = callWith(me.token)
  const other = await given.staff('owner')
  for (const reply of [await send(other.userName, asMe), await reset(other.userName, '123456', NEW, asMe)]) {
    expect(reply.status).toBe(403)
    expect(reply.error.message).toBe('You cannot reset the password of another owner')
  }
  expect(await mailsTo(other.userName)).toEqual([])
  await send(me.userName, asMe)
  expect((await reset(me.userName, await codeFor(me.userName), NEW, asMe)).status).toBe(200)
  expect((await rowOf(me.id)).passwordSetByOther).toBe(false)
  expect((await asMe(getCurrentUser, {})).status).toBe(401)
})

test('a code used by many at once sets one password', async () => {
  const { id, userName, code } = await ready()
  const replies = await Promise.all(Array.from({ length: 4 }, (_, i) => reset(userName, code, `Quiet-River-${i}`)))
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  expect((await audited(id)).filter((action) => action === 'staff.password-reset')).toHaveLength(1)
})

test.each([
  ['newPassword', { newPassword: 'short' }],
  ['newPassword', { newPassword: 'Password2026' }],
  ['newPassword', { newPassword: 'Ibrahim-1-Begum' }],
  ['code', { code: '12345' }],
  ['code', { code: '1234567' }],
  ['userName', { userName: '' }],
])('a wrong %s is named, and the code stays good: %j', async (field, more) => {
  const { userName } = await given.staff('manager', { firstName: 'Ibrahim', lastName: 'Begum' })
  const caller = await as('owner')
  await send(userName, caller)
  const code = await codeFor(userName)
  const body = { code, newPassword: NEW, userName, ...more }
  const reply = await caller(resetPassword, { body })
  expect(reply.status).toBe(400)
  expect(reply.error.fields).toHaveProperty(field)
  expect((await reset(userName, code, NEW, caller)).status).toBe(200)
})

test('admins and managers reset nothing', async () => {
  const { userName } = await given.staff('manager')
  for (const role of ['admin', 'manager'] as const) {
    const caller = await as(role)
    expect((await send(userName, caller)).status).toBe(403)
    expect((await reset(userName, '123456', NEW, caller)).status).toBe(403)
  }
})
