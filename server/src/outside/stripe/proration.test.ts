import { expect, test } from 'vitest'
import { assertRecent, prorationDateOf } from './subscriptions.ts'

const now = 1_790_000_000

test('an amount is good for an hour to the second, and for no moment to come', () => {
  for (const shown of [now, now - 3600]) expect(() => assertRecent(shown, now)).not.toThrow()
  for (const shown of [now + 1, now - 3601]) expect(() => assertRecent(shown, now)).toThrow(/out of date/)
})

test('a change is reckoned from now, within the period that all items share', () => {
  const at = (seconds: number) => new Date(seconds * 1000)
  const period = (start: number, end: number) => ({ currentPeriodStart: at(start), currentPeriodEnd: at(end) })
  const items = [period(100, 200), period(150, 400)]
  expect([149, 150, 199, 200].map((seconds) => prorationDateOf(items, at(seconds)))).toEqual([150, 150, 199, 199])
})
