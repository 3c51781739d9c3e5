import { expect, test } from 'vitest'
import { tryEach } from './jobs.ts'

test('what fails for one is done for all others, and said afterwards', async () => {
  const done: number[] = []
  const work = async (n: number) => {
    if (n % 2 === 0) throw new Error(`${n} is even`)
    done.push(n)
  }
  await expect(tryEach([1, 2, 3], work)).rejects.toThrow('2 is even')
  await expect(tryEach([4, 5, 6], work)).rejects.toThrow('2 of 3 failed')
  await tryEach([7], work)
  expect(done).toEqual([1, 3, 5, 7])
})
