import { expect, test } from 'vitest'
import { charactersLeft } from './TextField.tsx'

test.each([
  [-1, '1 character too many'],
  [-2, '2 characters too many'],
  [1, '1 character left'],
  [10, '10 characters left'],
  [11, ''],
])('%i characters of a hundred are %j', (left, text) => {
  expect(charactersLeft(left, 100)).toBe(text)
})
