import { retained, retention } from '@hikmah/contract/retention'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { sweep } from '../jobs.ts'
import { daysBefore } from '../kit/process/clock.ts'
import { stripeEvents } from '../payments/table.ts'

const { given, callWith, clock, db, house } = await startServer()

test('staff read how long each kind of data is kept and why, and what the oldest is that is left', async () => {
  const { token } = await given.staff('owner')
  const list = async () => (await callWith(token)(retention.listRetention, {})).data
  const rows = await list()
  expect(rows.map(({ data }) => data)).toEqual(Object.values(retained).map(({ data }) => data))
  for (const { reason } of rows) expect(reason).not.toBe('')

  // Of sessions, those that are over: hers is not.
  expect(rows[0]).toMatchObject({ data: retained.signIns.data, oldest: null })

  const events = async () => (await list()).find(({ data }) => data === retained.paymentEvents.data)
  const now = clock.now()
  const handled = (id: string, days: number) => {
    const at = daysBefore(now, days)
    return { id, type: 'invoice.paid', objectId: 'in_1', createdAt: at, receivedAt: at, workedAt: at, payload: {} }
  }
  await db.insert(stripeEvents).values([
    { ...handled('evt_old', 91), state: 'done' },
    { ...handled('evt_young', 89), state: 'done' },
    { ...handled('evt_failed', 200), state: 'failed' },
  ])
  expect(await events()).toMatchObject({ days: 90, oldest: daysBefore(now, 91).toISOString() })
  await sweep(house)
  expect(await events()).toMatchObject({ days: 90, oldest: daysBefore(now, 89).toISOString() })
})
