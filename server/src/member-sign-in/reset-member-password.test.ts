import { memberSignIn } from '@hikmah/contract/member-sign-in'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../test/given.ts'
import { startMemberSignIn } from '../../test/member-sign-in.ts'
import { members } from '../organization-team/table.ts'

const server = await startMemberSignIn()
const { given, call, clock, db, mailsTo, audited, from, signIn, refresh, isGood, person, stepOne, enter } = server
const { sendMemberResetCode, resetMemberPassword } = memberSignIn

const NEW = 'Quiet-River-42'
const send = (userName: string, network = 1) => call(sendMemberResetCode, { body: { userName } }, from(network))
const reset = (userName: string, code: string, { newPassword = NEW, network = 1 } = {}) =>
  call(resetMemberPassword, { body: { userName, code, newPassword } }, from(network))
const codeFor = async (userName: string) =>
  /^ {4}(\d{6})$/m.exec((await mailsTo(userName, 'member-reset-code'))[0]?.text ?? '')?.[1] ?? 'none'
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
const isPassword = async (userName: string, password: string) => (await stepOne(userName, password)).status === 200

async function ready() {
  const member = await person()
  expect((await send(member.userName)).status).toBe(200)
  return { ...member, code: await codeFor(member.userName) }
}

test('with the mailed code a new password is set in all organizations of the person, and every sign-in ends', async () => {
  const { id, userName, code, token } = await ready()
  const second = await given.member((await given.organization()).id, { userName })
  const { token: signedIn, refreshToken } = await signIn(userName)
  clock.advance(31)
  expect((await send(userName.toUpperCase())).status).toBe(200)
  const newest = await codeFor(userName)
  if (newest !== code) expect((await reset(userName, code)).error.code, 'a newer code voids it').toBe('OTP_INVALID')

  const reply = await reset(userName, newest)

  expect([reply.status, reply.message]).toEqual([200, 'Password changed successfully'])
  for (const former of [token, second.token, signedIn]) expect(await isGood(former)).toBe(false)
  expect((await refresh(refreshToken)).status).toBe(401)
  expect(await isPassword(userName, PASSWORD)).toBe(false)
  expect((await stepOne(userName, NEW)).data.organizations).toHaveLength(2)
  expect((await audited(second.id)).filter((action) => action === 'sign-in.password-reset')).toHaveLength(1)
  expect((await audited(id)).filter((action) => action === 'sign-in.reset-code-requested')).toHaveLength(2)
  const [notice] = await mailsTo(userName, 'security-notice')
  expect(notice?.subject).toBe('Your password was changed')
  expect(notice?.text).not.toContain(NEW)
  expect((await reset(userName, newest)).error.code, 'a code is good once').toBe('OTP_INVALID')
})

test('a membership that is given its access again opens with the new password alone', async () => {
  const { userName } = await ready()
  const revoked = await given.member((await given.organization()).id, { userName, consoleAccess: false })
  expect((await reset(userName, await codeFor(userName))).status).toBe(200)
  await db.update(members).set({ consoleAccess: true }).where(eq(members.id, revoked.id))
  expect(await isPassword(userName, PASSWORD)).toBe(false)
  expect((await stepOne(userName, NEW)).data.organizations).toHaveLength(2)
})

test('nobody is answered sooner than whoever is mailed a code', async () => {
  for (const userName of [(await person()).userName, 'no.one@masjid.example']) {
    const begin = performance.now()
    await send(userName)
    expect(performance.now() - begin).toBeGreaterThan(149)
  }
})

test('known or not, the answers are the same, and only who may sign in is mailed', async () => {
  const known = await person()
  const others = ['nobody@masjid.example', (await given.staff('owner')).userName]
  for (const more of [{ consoleAccess: false }, { confirmedAt: null }]) others.push((await person(more)).userName)
  for (const [network, userName] of [known.userName, ...others].entries()) {
    const reply = await send(userName, network)
    expect([reply.status, reply.text]).toEqual([200, '{"data":{"resendWaitS":30},"message":"Code sent successfully"}'])
    expect((await send(userName, network)).error.message).toMatch(/^Wait \d+ seconds/)
    expect(await mailsTo(userName)).toHaveLength(userName === known.userName ? 1 : 0)
    const code = wrong(await codeFor(userName))
    const answers = []
    for (let i = 0; i < 6; i += 1) answers.push((await reset(userName, code, { network })).error.code)
    expect(answers, userName).toEqual([...Array(4).fill('OTP_INVALID'), ...Array(2).fill('LOGIN_ATTEMPTS_EXCEEDED')])
  }
  expect(
    (await reset(known.userName, await codeFor(known.userName), { network: 9 })).status,
    'the five tries are gone',
  ).toBe(401)
})

test('wrong codes count with wrong passwords', async () => {
  const { userName, code } = await ready()
  for (let i = 0; i < 3; i += 1) await stepOne(userName, 'Wrong-Pass-1')
  expect((await reset(userName, wrong(code))).status).toBe(401)
  expect((await reset(userName, wrong(code))).error.code).toBe('LOGIN_ATTEMPTS_EXCEEDED')
  expect((await reset(userName, code)).status).toBe(429)
  clock.advance(901)
})

test('of many at once one sets the password', async () => {
  const { userName, code } = await ready()
  const replies = await Promise.all(
    Array.from({ length: 4 }, (_, n) => reset(userName, code, { newPassword: `${NEW}${n}` })),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await mailsTo(userName, 'security-notice')).toHaveLength(1)
})

test('at most five codes an hour; a code dies after ten minutes, and with the access', async () => {
  const { userName, code } = await ready()
  clock.advance(601)
  expect((await reset(userName, code)).error.code).toBe('OTP_INVALID')
  for (let i = 0; i < 4; i += 1) {
    clock.advance(31)
    expect((await send(userName)).status).toBe(200)
  }
  clock.advance(31)
  expect((await send(userName)).error.message).toMatch(/Too many codes/)
})

test('a code for a new password signs nobody in, one to sign in sets no password, and neither is of another person', async () => {
  const mine = await ready()
  const other = await ready()
  if (mine.code !== other.code) expect((await reset(mine.userName, other.code)).error.code).toBe('OTP_INVALID')
  expect((await enter(mine.userName, PASSWORD, mine.code)).error.code).toBe('OTP_INVALID')
  await stepOne(mine.userName)
  const signInCode = await server.codeFor(mine.userName)
  if (signInCode !== mine.code) expect((await reset(mine.userName, signInCode)).error.code).toBe('OTP_INVALID')
  expect((await enter(mine.userName, PASSWORD, signInCode)).status).toBe(200)
  expect((await reset(mine.userName, mine.code)).status).toBe(200)
})

test.each([
  ['newPassword', { newPassword: 'short' }],
  ['newPassword', { newPassword: 'Password2026' }],
  ['newPassword', { newPassword: 'Yusuf-1-Rahmani' }],
  ['code', { code: '12345' }],
  ['userName', { userName: '' }],
])('a wrong %s is named, and the code stays good: %j', async (field, more) => {
  const { userName, code } = await ready()
  const refused = await call(resetMemberPassword, { body: { userName, code, newPassword: NEW, ...more } })
  expect(refused.status).toBe(400)
  expect(refused.error.fields).toHaveProperty(field)
  expect((await reset(userName, code)).status).toBe(200)
})
