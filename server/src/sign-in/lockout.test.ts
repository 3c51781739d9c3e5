import { mails } from '@hikmah/contract/mails'
import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { staff as staffEndpoints } from '@hikmah/contract/staff'
import { desc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../test/given.ts'
import { startServer } from '../../test/start.ts'
import { staff } from '../accounts/table.ts'
import { boot } from '../boot.ts'
import { sweepThrottles } from '../kit/auth/throttle.ts'
import { countFailure } from './lockout.ts'
import { signInChallenges } from './table.ts'

const YEAR_S = 365 * 86_400

const { app, given, call, as, clock, mailsTo, house } = await startServer({
  AUTH_IP_PER_MIN: '100000',
  TRUSTED_PROXIES: '127.0.0.1',
})

const from = (network: number) => ({ headers: { 'x-forwarded-for': `198.51.${network}.7` } })
const stepOne = (userName: string, password = PASSWORD, network = 1) =>
  call(signIn.authenticateWithPassword, { body: { userName, password, checked: false } }, from(network))
const enter = (userName: string, password: string, code: string, network = 1) =>
  call(signIn.authenticate, { body: { userName, password, code } }, from(network))
const codeFor = async (userName: string) => {
  const [mail] = await mailsTo(userName, 'sign-in-code')
  return /^ {4}(\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? 'none'
}
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
const waitOf = (reply: { headers: Record<string, unknown> }) => Number(reply.headers['retry-after'])

test('the answer that locks says how long, the second time twice as long', async () => {
  const { userName } = await given.staff('admin')
  for (const lockS of [900, 1800]) {
    const { data } = await stepOne(userName)
    const guess = () => enter(userName, data.token, wrong('123456'))
    for (let i = 0; i < 4; i += 1) expect((await guess()).status).toBe(401)
    const locked = await guess()
    expect(locked.error.code).toBe('LOGIN_ATTEMPTS_EXCEEDED')
    expect(waitOf(locked)).toBe(lockS)
    expect(waitOf(await stepOne(userName))).toBeGreaterThan(lockS - 30)
    clock.advance(lockS + 1)
  }
})

test('the fiftieth failure stops the name for years, unless an owner lifts it', async () => {
  const { userName } = await given.staff('admin')
  const { data } = await stepOne(userName)
  for (let i = 0; i < 49; i += 1) await countFailure(house, userName, `203.0.${i}.1`)
  const stopped = await enter(userName, data.token, wrong('123456'))
  expect(stopped.status).toBe(429)
  expect(waitOf(stopped)).toBeGreaterThan(9 * YEAR_S)
  clock.advance(YEAR_S)
  await sweepThrottles(house.db, clock.now())
  expect((await stepOne(userName)).status).toBe(429)
  const { id } = (await house.db.select({ id: staff.id }).from(staff).where(eq(staff.userName, userName)))[0]!
  const owner = await as('owner')
  expect((await owner(staffEndpoints.unlockStaff, { params: { id } })).status).toBe(200)
  expect((await stepOne(userName)).status).toBe(200)
})

test('who is locked here and stopped everywhere is told the longer of both', async () => {
  const { userName } = await given.staff('admin')
  for (let i = 0; i < 5; i += 1) await stepOne(userName, 'Wrong-Pass-1')
  for (let i = 0; i < 45; i += 1) await countFailure(house, userName, `203.0.${i}.1`)
  expect(waitOf(await stepOne(userName))).toBeGreaterThan(9 * YEAR_S)
})

test('of twenty wrong passwords at once five are judged, and they lock once', async () => {
  const { userName } = await given.staff('admin')
  const replies = await Promise.all(Array.from({ length: 20 }, () => stepOne(userName, 'Wrong-Pass-1')))
  const statuses = replies.map((reply) => reply.status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(15)
  expect(waitOf(await stepOne(userName))).toBeLessThanOrEqual(900)
  clock.advance(901)
  expect((await stepOne(userName)).status).toBe(200)
})

test('of twenty wrong codes at once, sent to two instances, five are judged, and the second lock is one too', async () => {
  const { userName } = await given.staff('admin')
  const second = await boot(house.config, house.database, clock)
  const guess = (token: string, n: number) =>
    (n % 2 ? second.app : app).inject({
      method: 'POST',
      url: '/api/hikmah/auth/authenticate',
      headers: from(1).headers,
      payload: { userName, password: token, code: wrong('123456') },
    })
  for (const lockS of [900, 1800]) {
    const { data } = await stepOne(userName)
    const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => guess(data.token, n)))
    const [challenge] = await house.db
      .select()
      .from(signInChallenges)
      .where(eq(signInChallenges.userName, userName))
      .orderBy(desc(signInChallenges.createdAt))
    expect(challenge?.tries).toBe(5)
    const refused = replies.filter((reply) => reply.statusCode === 429)
    expect(refused.length).toBeGreaterThanOrEqual(15)
    for (const { headers } of refused) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(lockS - 30)
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(lockS + 1)
    }
    clock.advance(lockS + 1)
  }
  await second.close()
})

test('tries that were never judged, as when the process died, lock for their time and not for ever', async () => {
  const { userName } = await given.staff('admin')
  for (let i = 0; i < 3; i += 1) await stepOne(userName, 'Wrong-Pass-1')
  await house.db.execute(sql`update throttles set count = 5 where key like ${`sign-in:${userName}|%`}`)
  expect((await stepOne(userName)).status).toBe(429)
  clock.advance(901)
  expect((await stepOne(userName)).status).toBe(200)
})

test('a password that was right takes none of the tries', async () => {
  const { userName } = await given.staff('admin')
  for (let i = 0; i < 4; i += 1) {
    expect((await stepOne(userName)).status).toBe(200)
    clock.advance(31)
  }
  for (let i = 0; i < 4; i += 1) expect((await stepOne(userName, 'Wrong-Pass-1')).status).toBe(401)
  expect((await stepOne(userName)).status).toBe(200)
})

test('one code may be guessed five times in all, from however many networks', async () => {
  const { userName } = await given.staff('admin')
  const { data } = await stepOne(userName)
  const code = await codeFor(userName)
  for (let network = 1; network <= 5; network += 1) {
    expect((await enter(userName, data.token, wrong(code), network)).status).toBe(401)
  }
  expect((await enter(userName, data.token, code, 6)).status).toBe(401)
})

test('of eleven sessions the oldest has ended and the newest ten are open', async () => {
  const { userName } = await given.staff('admin')
  const tokens: string[] = []
  for (let i = 0; i < 11; i += 1) {
    const { data } = await stepOne(userName)
    tokens.push((await enter(userName, data.token, await codeFor(userName))).data.token)
    clock.advance(750)
  }
  const isOpen = async (token: string) => (await call(signIn.listSessions, {}, { headers: { token } })).status === 200
  clock.advance(-750 * 11)
  expect(await Promise.all(tokens.map(isOpen))).toEqual([false, ...Array(10).fill(true)])
})

test('a code is in no list of mails', async () => {
  const { userName } = await given.staff('admin')
  await stepOne(userName)
  expect(await mailsTo(userName, 'sign-in-code')).toHaveLength(1)
  const { data } = await (await as('owner'))(mails.listMails, { query: {} })
  expect(data.filter((mail) => mail.to === userName)).toEqual([])
})
