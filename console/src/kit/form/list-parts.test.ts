import { expect, test } from 'vitest'
import { applyChoices, comparedFields, conflictsBetween } from './conflicts.ts'

const labels = { name: 'Name', features: 'Features' }
const product = (...features: [string, number][]) => ({
  name: 'DEENWEB',
  features: features.map(([title, price]) => ({ title, price })),
})
type Product = ReturnType<typeof product>
const fields = comparedFields<Product, keyof Product>(labels, {
  features: {
    parts: { key: ({ title }) => title, name: ({ title }) => title, describe: ({ price }) => `$${price}` },
  },
})

test('each part is compared by itself, also one that only one of us has', () => {
  const before = product(['Adhan', 5], ['2024', 1], ['Own domain v1.5', 12])
  const yours = product(['Adhan', 6], ['2024', 1], ['Own domain v1.5', 12], ['Mine', 1])
  const theirs = product(['Adhan', 7], ['Own domain v1.5', 15], ['Theirs', 2])
  const conflicts = conflictsBetween(
    fields.comparable(yours),
    fields.comparable(before),
    fields.comparable(theirs),
    fields.labelParts(yours, before, theirs),
  )
  expect(conflicts.map(({ label, yours: mine, theirs: other, choice }) => [label, mine, other, choice])).toEqual([
    ['Features: Adhan', '$6', '$7', 'yours'],
    ['Features: 2024', '$1', '', 'theirs'],
    ['Features: Own domain v1.5', '$12', '$15', 'theirs'],
    ['Features: Mine', '$1', '', 'yours'],
    ['Features: Theirs', '', '$2', 'theirs'],
  ])
  const choices = Object.fromEntries(conflicts.map(({ field, choice }) => [field, choice]))
  expect(fields.join(applyChoices(fields.split(yours), fields.split(theirs), choices))).toEqual(
    product(['Adhan', 6], ['Own domain v1.5', 15], ['Mine', 1], ['Theirs', 2]),
  )
})

test('two parts of one name are two, and keep their order', () => {
  const twice = product(['Adhan', 1], ['10', 2], ['Adhan', 3], ['constructor', 4])
  expect(fields.join(fields.split(twice))).toEqual(twice)
  const changed = product(['Adhan', 1], ['10', 2], ['Adhan', 9], ['constructor', 4])
  expect(fields.differing(twice, changed)).toHaveLength(1)
})

test('without parts nothing is taken apart', () => {
  const row = product(['Adhan', 1])
  const asOneField = comparedFields<Product, keyof Product>(labels, { features: { compare: ({ length }) => length } })
  expect(asOneField.split(row)).toEqual(row)
  expect(asOneField.labelParts(row)).toEqual(labels)
})
