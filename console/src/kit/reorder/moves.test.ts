import { expect, test } from 'vitest'
import { ApiError } from '../api/api.ts'
import { moveTo, saveMove, withMove } from './moves.ts'

const ids = ['a', 'b', 'c', 'd']

test.each([
  ['d', 1, ['a', 'd', 'b', 'c']],
  ['a', 3, ['b', 'c', 'd', 'a']],
  ['c', 0, ['c', 'a', 'b', 'd']],
  ['b', 99, ['a', 'c', 'd', 'b']],
  ['b', -1, ['b', 'a', 'c', 'd']],
  ['b', 1, ids],
])('%s goes to %i', (id, to, order) => {
  expect(withMove(ids, moveTo(ids, id, to))).toEqual(order)
})

const dBelowA = moveTo(ids, 'd', 1)

test.each([
  ['somebody added a row', ['new', ...ids], ['new', 'a', 'd', 'b', 'c']],
  ['somebody sorted', ['c', 'b', 'a', 'd'], ['c', 'b', 'a', 'd']],
  ['the neighbour above is gone', ['c', 'b', 'd'], ['c', 'd', 'b']],
  ['both neighbours are gone', ['c', 'd', 'e'], ['c', 'd', 'e']],
  ['the row itself is gone', ['a', 'b', 'c'], ['a', 'b', 'c']],
])('a move is kept when meanwhile %s', (_, meanwhile, order) => {
  expect(withMove(meanwhile, dBelowA)).toEqual(order)
})

test('a row that was put first stays first', () => {
  expect(withMove(['new', ...ids], moveTo(ids, 'c', 0))).toEqual(['c', 'new', 'a', 'b', 'd'])
})

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
