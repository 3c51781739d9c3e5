import { expect, test } from 'vitest'
import { ApiError } from '../api/api.ts'
import { moveTo, saveMove } from './moves.ts'

/** A server whose list changes right after it was read, and that accepts only an order of all its rows. */
function server(...lists: string[][]) {
  let now: string[] = []
  const refused: string[][] = []
  return {
    refused,
    order: () => now,
    read: async () => {
      const [shown = now, next = shown] = lists.splice(0, 2)
      now = next
      return shown
    },
    write: async (ids: string[]) => {
      if (ids.toSorted().join() !== now.toSorted().join()) {
        refused.push(ids)
        throw new ApiError(400, { message: 'Not all of them' })
      }
      now = ids
    },
  }
}

const toTheTop = moveTo(['a', 'b', 'c', 'd'], 'd', 0)

test('a row that another window deletes while the order is on its way is left out the second time', async () => {
  const list = server(['a', 'b', 'c', 'd'], ['a', 'c', 'd'])
  expect(await saveMove(toTheTop, list)).toEqual(['d', 'a', 'c'])
  expect(list.refused).toEqual([['d', 'a', 'b', 'c']])
  expect(list.order()).toEqual(['d', 'a', 'c'])
})

test('a row that is itself deleted meanwhile changes nothing', async () => {
  const list = server(['a', 'b', 'c', 'd'], ['a', 'b', 'c'])
  expect(await saveMove(toTheTop, list)).toEqual(['a', 'b', 'c'])
  expect(list.order()).toEqual(['a', 'b', 'c'])
})

test('a list that goes on changing, or a server that is away, is a failure', async () => {
  const restless = server(['a', 'b', 'd'], ['a', 'd'], ['a', 'd'], ['d', 'e'])
  await expect(saveMove(toTheTop, restless)).rejects.toThrow('Not all of them')
  expect(restless.refused).toHaveLength(2)

  let tries = 0
  const away = () => {
    tries += 1
    return Promise.reject(new ApiError(503))
  }
  await expect(saveMove(toTheTop, { read: away, write: away })).rejects.toMatchObject({ status: 503 })
  expect(tries).toBe(1)
})
