import { setTimeout as sleep } from 'node:timers/promises'
import { invites as endpoints } from '@hikmah/contract/invites/endpoints'
import { like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../../test/start.ts'
import { invites } from '../../invites/table.ts'
import { record } from '../audit/audit.ts'
import type { Attempt } from '../auth/actor.ts'
import { systemActor } from '../auth/actor.ts'
import { serverBusy } from '../errors/refusal.ts'
import { createWatch } from './watch.ts'

const { as, audited, house } = await startServer()

/** A database that answers, or does not, as a test says. */
function fakeDatabase() {
  const state = { isGone: false, pings: 0, open: 0, mostOpen: 0 }
  const ping = async () => {
    state.pings += 1
    state.open += 1
    state.mostOpen = Math.max(state.mostOpen, state.open)
    await sleep(10)
    state.open -= 1
    if (state.isGone) throw new Error('gone')
  }
  return { state, ping }
}

const never = new Promise<never>(() => undefined)

test('however many wait, the database is asked by one', async () => {
  const { state, ping } = fakeDatabase()
  const watched = createWatch({ ping })
  await Promise.all(Array.from({ length: 200 }, () => watched(() => sleep(1500))))
  expect(state.pings).toBeGreaterThan(0)
  expect(state.pings).toBeLessThan(6)
  expect(state.mostOpen).toBe(1)
  await sleep(900)
  expect(state.pings, 'nobody waits, nobody asks').toBeLessThan(6)
})

test('when it does not answer everybody who waits is told so in time, and who comes later waits anew', async () => {
  const { state, ping } = fakeDatabase()
  const watched = createWatch({ ping })
  state.isGone = true
  const began = performance.now()
  const outcomes = await Promise.allSettled([watched(() => never), watched(() => never)])
  expect(performance.now() - began).toBeLessThan(2000)
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ reason: { status: 503, message: expect.stringMatching(/does not answer/) } })
  }
  state.isGone = false
  expect(await watched(() => sleep(600, 'salam'))).toBe('salam')
})

const write = (entityId: string, attempt: Attempt, until: Promise<unknown>) =>
  house.change({ ...systemActor('Test'), attempt }, async (tx) => {
    record(tx, { action: 'mail.resent', entity: 'mail', entityId, entityName: 'One' })
    await until
  })

test('a write that was answered 503 is rolled back, however late it comes to its end', async () => {
  const { state, ping } = fakeDatabase()
  state.isGone = true
  const late = Promise.withResolvers<void>()
  let written: Promise<unknown> = never
  const answer = createWatch({ ping })((attempt) => {
    written = write('late', attempt, late.promise)
    return written
  })
  await expect(answer).rejects.toMatchObject({ status: 503 })
  late.resolve()
  await expect(written).rejects.toMatchObject({ status: 503 })
  expect(await audited('late')).toEqual([])
})

test('where the commit may have happened, the answer says that it is not known', async () => {
  const { state, ping } = fakeDatabase()
  state.isGone = true
  const answer = createWatch({ ping })(async (attempt) => {
    await write('saved', attempt, Promise.resolve())
    return never
  })
  await expect(answer).rejects.toMatchObject({
    status: 503,
    message: 'It is not known whether this was saved. Check before trying again.',
  })
  expect(await audited('saved')).toHaveLength(1)
})

test('where the database went away before the commit, nothing was saved', async () => {
  const gone = Object.assign(new Error('terminating connection'), { code: '57P01' })
  const attempt = { isGivenUp: false, mayBeSaved: false }
  const written = house.change({ ...systemActor('Test'), attempt }, async () => {
    throw gone
  })
  await expect(written).rejects.toBe(gone)
})

test('of two hundred writes at once none waits in vain: a busy server asks to try again', {
  timeout: 60_000,
}, async () => {
  const admin = await as('admin')
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      admin(endpoints.inviteOrganization, {
        body: {
          orgName: `Masjid ${n}`,
          orgAdmin: 'Yusuf Rahmani',
          orgEmail: `many${n}@noor.example`,
          phoneFax: { primaryPhone: '+15105550142' },
        },
      }),
    ),
  )
  const { message: tryAgain } = serverBusy()
  expect(replies.filter(({ status, text }) => status !== 200 && !text.includes(tryAgain))).toEqual([])
  const invited = replies.filter(({ status }) => status === 200)
  expect(invited.length).toBeGreaterThan(0)
  expect(await house.db.$count(invites, like(invites.orgEmail, 'many%'))).toBe(invited.length)
})
