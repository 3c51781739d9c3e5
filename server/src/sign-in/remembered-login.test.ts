import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../test/given.ts'
import { startSignIn } from '../../test/sign-in.ts'

const { given, call, callWith, clock, mailsTo, audited, stepOne, signedIn } = await startSignIn()
const { authenticateWithRememberMe, getCurrentUser } = signIn

test('a remembered login signs in without password, rotates, and a copy ends everything', async () => {
  const { userName, id } = await given.staff('admin')
  const { cookie } = await signedIn(userName, true)
  const silent = (value: string, password = '') =>
    call(
      authenticateWithRememberMe,
      { body: { userName, password, checked: true } },
      { headers: { cookie: `rememberMe=${value}` } },
    )

  const first = await silent(cookie)
  expect(first.status).toBe(200)
  const rotated = decodeURIComponent(/rememberMe=([^;]*)/.exec(String(first.headers['set-cookie']))?.[1] ?? '')
  expect(rotated).not.toBe(cookie)
  expect((await silent(cookie)).status, 'two tabs race for 30 seconds').toBe(200)
  expect((await silent('', rotated)).status, 'the value may come as the password').toBe(200)
  clock.advance(31)
  const copied = await silent(cookie)
  expect(copied.status).toBe(401)
  expect((await callWith(first.data.token)(getCurrentUser, {})).status).toBe(401)
  expect((await mailsTo(userName, 'security-notice')).length).toBe(1)
  expect(await audited(id)).toContain('sign-in.copied-login-refused')
})

test('the value before the last is a copy too, once the tabs have had their thirty seconds', async () => {
  const { userName } = await given.staff('admin')
  const { cookie } = await signedIn(userName, true)
  const silent = () =>
    call(authenticateWithRememberMe, { body: { userName } }, { headers: { cookie: `rememberMe=${cookie}` } })
  const first = await silent()
  expect(first.status).toBe(200)
  clock.advance(31)
  expect((await silent()).status).toBe(401)
  expect((await callWith(first.data.token)(getCurrentUser, {})).status).toBe(401)
})

test('a real password never signs in without the code, and another site may not use the cookie', async () => {
  const { userName } = await given.staff('admin')
  const body = { userName, password: PASSWORD, checked: true }
  expect((await call(authenticateWithRememberMe, { body })).status).toBe(401)
  const foreign = await call(authenticateWithRememberMe, { body }, { headers: { 'sec-fetch-site': 'cross-site' } })
  expect(foreign.status).toBe(403)
})

test('the documented body opens what is remembered, whatever its password, but for nobody else', async () => {
  const [{ userName }, other] = [await given.staff('admin'), await given.staff('admin')]
  const { cookie } = await signedIn(userName, true)
  const silent = (name: string) =>
    call(
      authenticateWithRememberMe,
      { body: { userName: name, password: PASSWORD, checked: true } },
      { headers: { cookie: `rememberMe=${cookie}` } },
    )
  expect((await silent(other.userName)).status).toBe(401)
  const reply = await silent(userName)
  expect([reply.status, reply.data.userName]).toEqual([200, userName])
})

test('however many strangers fail without a name, nobody who is remembered is kept out', async () => {
  const { userName } = await given.staff('admin')
  const { cookie } = await signedIn(userName, true)
  for (let i = 0; i < 60; i += 1) {
    const failed = await call(authenticateWithRememberMe, { body: { password: 'rm1.guess' } })
    expect(failed.status).toBe(401)
  }
  const mine = await call(authenticateWithRememberMe, { body: {} }, { headers: { cookie: `rememberMe=${cookie}` } })
  expect(mine.status).toBe(200)
})

test('a remembered browser opens also while strangers have locked the name, a password there does not', async () => {
  const { userName } = await given.staff('admin')
  const { cookie } = await signedIn(userName, true)
  for (let i = 0; i < 5; i += 1) await stepOne(userName, false, 'Wrong-Pass-1')
  expect((await stepOne(userName)).status).toBe(429)
  const byPassword = { userName, password: PASSWORD }
  expect((await call(authenticateWithRememberMe, { body: byPassword })).status).toBe(429)
  const headers = { cookie: `rememberMe=${cookie}` }
  expect((await call(authenticateWithRememberMe, { body: { userName } }, { headers })).status).toBe(200)
})

test('the cookie goes to the calls of signing in only, to no script, and with no request of another site', async () => {
  const { userName } = await given.staff('admin')
  const { headers } = await signedIn(userName, true)
  expect(String(headers['set-cookie']).split('; ').slice(1).toSorted()).toEqual([
    'HttpOnly',
    'Max-Age=2592000',
    'Path=/api/hikmah/auth',
    'SameSite=Strict',
  ])
})

test.each(['null', 'https://evil.example', 'file://'])(
  'the cookie opens nothing for a page of origin %s',
  async (origin) => {
    const reply = await call(authenticateWithRememberMe, { body: {} }, { headers: { origin, host: '127.0.0.1:4000' } })
    expect(reply.status).toBe(403)
  },
)

test('over https the cookie has its stated name, and a browser sends it over https only', async () => {
  const secure = await startSignIn({ PUBLIC_URL: 'https://console.masjid.example' })
  const { userName } = await secure.given.staff('admin')
  const { cookie, headers } = await secure.signedIn(userName, true)
  expect(String(headers['set-cookie'])).toMatch(/^rememberMe=rm1\..*; HttpOnly; Secure/)
  const silent = { headers: { cookie: `rememberMe=${cookie}` } }
  const reply = await secure.call(authenticateWithRememberMe, { body: { userName } }, silent)
  expect(reply.status).toBe(200)
  expect(String(reply.headers['set-cookie'])).toMatch(/^rememberMe=rm1\..*; HttpOnly; Secure/)
})
