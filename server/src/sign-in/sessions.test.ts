import { profile } from '@hikmah/contract/profile/endpoints'
import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startSignIn } from '../../test/sign-in.ts'
import { staff } from '../accounts/table.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { systemActor } from '../kit/auth/actor.ts'
import { createIdentifyStaff } from './sessions.ts'
import { staffSessions } from './table.ts'

const { given, callWith, clock, house, signedIn } = await startSignIn()
const { updateProfile } = profile
const { authenticateWithRememberMe, getCurrentUser, logout, logoutAll, listSessions, revokeSession } = signIn

test('signing out ends the session and forgets the browser; doing it twice is fine', async () => {
  const { userName, id } = await given.staff('admin')
  const { data, cookie } = await signedIn(userName, true)
  const caller = callWith(data.token, { headers: { cookie: `rememberMe=${cookie}` } })
  expect((await caller(logout, {})).status).toBe(200)
  expect((await caller(logout, {})).status).toBe(200)
  expect((await caller(getCurrentUser, {})).status).toBe(401)
  expect((await caller(authenticateWithRememberMe, { body: {} })).status).toBe(401)
  const ended = await house.db.select().from(auditEntries).where(eq(auditEntries.action, 'session.ended'))
  expect(ended.filter(({ entityId }) => entityId === id)).toMatchObject([
    { actorKind: 'staff', actorId: id, entityName: userName },
  ])
})

test('a person sees and ends their own sessions, never another person’s', async () => {
  const { userName, token: other } = await given.staff('admin')
  const stranger = await given.staff('owner')
  const { data } = await signedIn(userName)
  const mine = callWith(data.token)
  const sessions = (await mine(listSessions, {})).data
  expect(sessions.map((session) => session.current)).toEqual([true, false])
  const elsewhere = sessions[1]?._id ?? ''
  expect((await callWith(stranger.token)(revokeSession, { params: { id: elsewhere } })).status).toBe(404)
  expect((await mine(revokeSession, { params: { id: elsewhere } })).status).toBe(200)
  expect((await callWith(other)(getCurrentUser, {})).status).toBe(401)
  const [told] = await house.db.select().from(auditEntries).where(eq(auditEntries.action, 'session.revoked'))
  const { browser, operatingSystem, ip, createdAt } = sessions[1]!
  expect(told?.changes, 'the trail tells which').toEqual({
    browser: { before: null, after: browser },
    operatingSystem: { before: null, after: operatingSystem },
    ip: { before: null, after: ip },
    signedInAt: { before: null, after: createdAt },
  })
  expect((await mine(logoutAll, {})).status).toBe(200)
  expect((await mine(getCurrentUser, {})).status).toBe(401)
})

test('a session that turns up in another kind of browser is told of once in the log, and goes on', async () => {
  const { id, token } = await given.staff('admin')
  await house.db.update(staffSessions).set({ browser: 'Chrome 131' }).where(eq(staffSessions.staffId, id))
  const identify = createIdentifyStaff(house)
  const warn = vi.fn()
  const use = (agent: string) => {
    const request = { id: 'r', method: 'GET', ip: '203.0.113.7', headers: { 'user-agent': agent }, log: { warn } }
    return identify(token, request as unknown as FastifyRequest)
  }
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Safari/537.36'
  expect(await use(chrome)).toMatchObject({ id })
  expect(warn, 'its next version is the same browser').not.toHaveBeenCalled()
  for (const agent of ['curl/8.5.0', 'curl/8.5.0', chrome, 'curl/8.6.0']) expect(await use(agent)).toMatchObject({ id })
  expect(warn.mock.calls).toEqual([
    [expect.objectContaining({ event: 'security', reason: 'SESSION_IN_ANOTHER_BROWSER', user: id, ip: '203.0.113.7' })],
  ])
})

test('a session ends after an hour of rest, and twelve hours after it began in any case', async () => {
  const { token } = await given.staff('admin')
  const me = () => callWith(token)(getCurrentUser, {})
  clock.advance(3500)
  expect((await me()).status).toBe(200)
  clock.advance(3500)
  expect((await me()).status).toBe(200)
  clock.advance(3700)
  expect((await me()).status).toBe(401)
  const second = await given.staff('admin')
  for (let hours = 0; hours < 12; hours += 0.5) {
    expect((await callWith(second.token)(getCurrentUser, {})).status).toBe(200)
    clock.advance(1800)
  }
  expect((await callWith(second.token)(getCurrentUser, {})).status).toBe(401)
})

test('nothing is written by a session that another instance has ended, before word of it came', async () => {
  const { userName, token, id } = await given.staff('admin')
  const me = callWith(token)
  const write = () => me(updateProfile, { params: { id }, body: { email: userName, firstName: 'Amina' } })
  const word = vi.spyOn(house.sessions, 'clear').mockReturnValue(undefined)
  onTestFinished(() => word.mockRestore())
  expect([(await me(getCurrentUser, {})).status, (await write()).status]).toEqual([200, 200])
  await house.db.update(staffSessions).set({ revokedAt: clock.now() }).where(eq(staffSessions.staffId, id))
  expect((await me(getCurrentUser, {})).status, 'a read may be a moment behind').toBe(200)
  expect((await write()).status).toBe(401)
})

test('a change of role or access counts on the next call', async () => {
  const { id, token } = await given.staff('admin')
  const me = callWith(token)
  await house.change(systemActor('Test'), (tx) =>
    tx.update(staff).set({ role: 'hikmah_manager' }).where(eq(staff.id, id)),
  )
  expect((await me(getCurrentUser, {})).data.permissions).not.toContain('organizations.invite')
  await house.change(systemActor('Test'), (tx) => tx.update(staff).set({ access: 'revoked' }).where(eq(staff.id, id)))
  expect((await me(getCurrentUser, {})).status).toBe(401)
})

test('a change made past this process counts too, as soon as the database tells of it', async () => {
  const { id, token } = await given.staff('admin')
  const me = callWith(token)
  expect((await me(getCurrentUser, {})).status).toBe(200)
  await house.db.update(staff).set({ access: 'revoked' }).where(eq(staff.id, id))
  await expect.poll(async () => (await me(getCurrentUser, {})).status).toBe(401)
})

test('an answer is dated by the clock of the server, by which the console counts', async () => {
  const { userName } = await given.staff('admin')
  const goOn = clock.stop()
  const { headers } = await signedIn(userName)
  expect(headers.date).toBe(clock.now().toUTCString())
  goOn()
})
