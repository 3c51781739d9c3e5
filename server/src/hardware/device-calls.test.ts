import { expect, test } from 'vitest'
import { createKeyPace, createPace } from './device-calls.ts'

test('a key may call sixty times a minute, takes nothing from another, and starts anew the next minute', () => {
  let now = 1_000_000
  const pace = createPace({ now: () => new Date(now) })
  for (let i = 0; i < 60; i += 1) pace('one')
  now += 45_000
  const refused = (() => {
    try {
      pace('one')
    } catch (error) {
      return error
    }
  })()
  expect(refused).toMatchObject({ status: 429, retryAfterS: 15 })
  pace('another')
  now += 15_000
  pace('one')
})

test('an address may try so many unknown keys a minute, and a good one is none of them', () => {
  let now = 1_000_000
  const pace = createKeyPace({ now: () => new Date(now) })
  for (let i = 0; i < 200; i += 1) {
    pace.count('here')
    pace.refund('here')
  }
  for (let i = 0; i < 120; i += 1) pace.count('here')
  expect(() => pace.count('here')).toThrow('Too many unknown device keys')
  pace.count('there')
  now += 60_000
  pace.count('here')
})
