import { expect, test } from 'vitest'
import { hashing, hashPassword, passwordFits } from './passwords.ts'

test('eight passwords are hashed at a time, 24 wait, and who comes then is told that the server is busy', async () => {
  const all = Promise.allSettled(Array.from({ length: 40 }, () => hashPassword('Correct-Horse-7')))
  await Promise.resolve()
  expect(hashing.activeCount).toBe(8)
  expect(hashing.pendingCount).toBe(24)
  const outcomes = await all
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(32)
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(8)
  expect(refused[0]?.reason).toMatchObject({ status: 503, message: 'The server is busy. Try again in a moment.' })
})

test('a password fits its own hash only, and none where there is no hash', async () => {
  const kept = await hashPassword('Correct-Horse-7')
  expect(await passwordFits(kept, 'Correct-Horse-7')).toBe(true)
  expect(await passwordFits(kept, 'Correct-Horse-8')).toBe(false)
  expect(await passwordFits(undefined, 'no such person')).toBe(false)
})

test('a password fits from every keyboard, whether it makes é of one character or of two', async () => {
  const kept = await hashPassword('Café-Lantern-47'.normalize('NFC'))
  expect(await passwordFits(kept, 'Café-Lantern-47'.normalize('NFD'))).toBe(true)
})

test('what is kept of a password takes 46 MiB to try', async () => {
  expect(await hashPassword('Correct-Horse-7')).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
})
