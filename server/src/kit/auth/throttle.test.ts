import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../../test/start.ts'
import { secondsAfter } from '../process/clock.ts'
import { countUse, limit, sweepThrottles, throttles } from './throttle.ts'

const { db, clock } = await startServer()

test('a counter is forgotten when its window is over, but not while it locks', async () => {
  const now = clock.now()
  for (const key of ['short', 'long', 'locked']) await countUse(db, key, now, key === 'long' ? 7200 : 60)
  await db
    .update(throttles)
    .set({ lockedUntil: secondsAfter(now, 7200) })
    .where(eq(throttles.key, 'locked'))

  await sweepThrottles(db, secondsAfter(now, 3600))

  const kept = await db.select({ key: throttles.key }).from(throttles).orderBy(throttles.key)
  expect(kept).toEqual([{ key: 'locked' }, { key: 'long' }])
  await sweepThrottles(db, secondsAfter(now, 7201))
  expect(await db.select().from(throttles)).toEqual([])
})

test('whoever asks too often is told how much of the window is left, and may ask again after it', async () => {
  const ask = () => limit({ db, clock }, { key: 'ask', max: 2, windowS: 60, message: 'Too often.' })
  await ask()
  clock.advance(40)
  await ask()
  const refused = await ask().catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 429, message: 'Too often.' })
  expect((refused as { retryAfterS: number }).retryAfterS).toBeLessThanOrEqual(20)
  clock.advance(21)
  await ask()
})
