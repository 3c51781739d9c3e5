import { expect, test } from 'vitest'
import { fittingHashes, hashing, hashPassword, passwordFits } from './passwords.ts'

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

test('the hashes of one person share their salt, and each is fitted by its own password', async () => {
  const first = await hashPassword('Correct-Horse-7')
  const second = await hashPassword('Quiet-River-42', first)
  expect(second.split('$').slice(0, 5)).toEqual(first.split('$').slice(0, 5))
  expect(await passwordFits(second, 'Quiet-River-42')).toBe(true)
  const stranger = await hashPassword('Quiet-River-42')
  const hashes = [first, second, stranger]
  expect(await fittingHashes(hashes, 'Correct-Horse-7')).toEqual([first])
  expect(await fittingHashes(hashes, 'Quiet-River-42')).toEqual([second, stranger])
  expect(await fittingHashes(hashes, 'Wrong-Pass-1')).toEqual([])
  expect(await fittingHashes([], 'no such person')).toEqual([])
})

test('ten hashes of one person take no longer than one, nor than none', async () => {
  const first = await hashPassword('Correct-Horse-7')
  const ten = [first]
  for (let i = 1; i < 10; i += 1) ten.push(await hashPassword(`Quiet-River-${i}`, first))
  const calculations = async (hashes: string[]) => {
    const work = fittingHashes(hashes, 'Wrong-Pass-1')
    await Promise.resolve()
    const count = hashing.activeCount + hashing.pendingCount
    await work
    return count
  }
  expect([await calculations(ten), await calculations([first]), await calculations([])]).toEqual([1, 1, 1])
})
