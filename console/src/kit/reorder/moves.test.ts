import { expect, test } from 'vitest'
import { moveTo, withMove } from './moves.ts'

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
