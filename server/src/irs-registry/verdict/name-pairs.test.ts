import { expect, test } from 'vitest'
import { comparedPairs, figuresOf } from '../../../test/name-pairs.ts'

const pairs = comparedPairs()

test.each([
  ['that the comparison was made with', pairs.filter(({ isHeldBack }) => !isHeldBack)],
  ['that were held back', pairs.filter(({ isHeldBack }) => isHeldBack)],
])('of the labelled pairs %s, hardly any other is taken for one and few are missed', (_, some) => {
  const { precision, recall } = figuresOf(some)
  expect(precision).toBeGreaterThanOrEqual(0.99)
  expect(recall).toBeGreaterThanOrEqual(0.95)
})

test('there are at least 400 pairs, each once', () => {
  expect(pairs.length).toBeGreaterThanOrEqual(400)
  expect(new Set(pairs.map(({ text }) => text)).size).toBe(pairs.length)
})

test('a place more or less is never a match', () => {
  const misses = pairs.filter(({ text }) => /NORTH LITTLE ROCK|UTAH VALLEY|BOSNIAN/.test(text.toUpperCase()))
  expect(misses.length).toBeGreaterThanOrEqual(6)
  expect(misses.filter(({ isMatch }) => isMatch)).toEqual([])
})
