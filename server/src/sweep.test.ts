import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { expect, test } from 'vitest'
import { PASSWORD } from '../test/given.ts'
import { startServer } from '../test/start.ts'
import { sweep } from './jobs.ts'
import { systemActor } from './kit/auth/actor.ts'
import { newId } from './kit/db/ids.ts'
import { staffNotices } from './notices/table.ts'
import { memberSessions } from './organization-team/table.ts'
import { stripeEvents } from './payments/table.ts'
import { remember } from './sign-in/remembered-login.ts'
import { rememberedLogins, signInChallenges, staffSessions } from './sign-in/table.ts'
import { issueCode } from './staff/codes.ts'
import { staffCodes } from './staff/table.ts'

const { given, call, callWith, clock, db, house } = await startServer()
const DAY_S = 86_400

const tables = { signInChallenges, staffSessions, memberSessions, rememberedLogins, staffCodes, staffNotices }
const left = async () => {
  const counts: Record<string, number> = {}
  for (const [name, table] of Object.entries(tables)) counts[name] = (await db.select().from(table)).length
  return counts
}

test('an event of the provider goes ninety days after it was worked on, one that failed stays', async () => {
  const now = clock.now()
  const event = { type: 'invoice.paid', objectId: 'in_1', createdAt: now, receivedAt: now, workedAt: now, payload: {} }
  await db.insert(stripeEvents).values([
    { id: 'evt_done', ...event, state: 'done' },
    { id: 'evt_failed', ...event, state: 'failed' },
  ])
  const kept = async () => (await db.select({ id: stripeEvents.id }).from(stripeEvents)).map(({ id }) => id).sort()
  clock.advance(90 * DAY_S - 60)
  await sweep(house)
  expect(await kept()).toEqual(['evt_done', 'evt_failed'])
  clock.advance(120)
  await sweep(house)
  expect(await kept()).toEqual(['evt_failed'])
})

test('sessions, codes and mailed notices go thirty days after their end, and nothing that is good', async () => {
  const person = await given.staff('owner')
  await given.member((await given.organization()).id)
  await call(signIn.authenticateWithPassword, { body: { userName: person.userName, password: PASSWORD } })
  await house.change(systemActor('Test'), async (tx) => {
    await remember(tx, person.id)
    await issueCode(house, tx, 'reset', person)
    const notice = { staffId: person.id, topic: 'tax-papers' as const, line: 'x', path: '/x', createdAt: tx.at }
    await tx.insert(staffNotices).values([
      { id: newId(), ...notice, sentAt: tx.at },
      { id: newId(), ...notice },
    ])
  })
  const all = {
    signInChallenges: 1,
    staffSessions: 1,
    memberSessions: 1,
    rememberedLogins: 1,
    staffCodes: 1,
    staffNotices: 2,
  }
  expect(await left()).toEqual(all)

  clock.advance(30 * DAY_S - 60)
  await sweep(house)
  expect(await left(), 'not before').toEqual(all)

  clock.advance(DAY_S)
  const fresh = await given.staff('owner')
  await sweep(house)
  expect(await left()).toEqual({
    signInChallenges: 0,
    staffSessions: 1,
    memberSessions: 0,
    rememberedLogins: 1,
    staffCodes: 0,
    staffNotices: 1,
  })
  expect((await callWith(fresh.token)(signIn.getCurrentUser, {})).status).toBe(200)
  clock.advance(30 * DAY_S)
  await sweep(house)
  expect(await left()).toMatchObject({ rememberedLogins: 0, staffNotices: 1 })
})
