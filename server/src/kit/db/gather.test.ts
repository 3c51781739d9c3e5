import { expect, test } from 'vitest'
import { gather } from './db.ts'

test('what is asked at once is answered together, each with its own answer', async () => {
  const batches: number[][] = []
  const double = gather(async (asks: number[]) => {
    batches.push(asks)
    return asks.map((ask) => ask * 2)
  })
  const numbers = Array.from({ length: 1200 }, (_, i) => i)
  expect(await Promise.all(numbers.map(double))).toEqual(numbers.map((number) => number * 2))
  expect(batches.map((batch) => batch.length)).toEqual([500, 500, 200])
  expect(await double(7)).toBe(14)
})

test('one that fails fails for all of its batch, and the next goes on', async () => {
  let isBroken = true
  const ask = gather(async (asks: string[]) => {
    if (isBroken) throw new Error('away')
    return asks
  })
  const outcomes = await Promise.allSettled([ask('a'), ask('b')])
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await ask('c')).toBe('c')
})
