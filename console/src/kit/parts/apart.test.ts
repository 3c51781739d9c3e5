import { expect, test } from 'vitest'
import { conflictsBetween, differing, settled } from '../form/conflicts.ts'
import { joinLists, partLabels, splitLists } from './apart.ts'

interface Feature {
  title: string
  price: number
}

const labels = { name: 'Name', features: 'Features' }
const parts = { features: { key: ({ title }: Feature) => title, name: ({ title }: Feature) => title } }
const product = (...features: [string, number][]) => ({
  name: 'DEENWEB',
  features: features.map(([title, price]) => ({ title, price })),
})
type Product = ReturnType<typeof product>
const inWords = (values: Product) => ({ ...values, features: values.features.map(({ price }) => `$${price}`) })
const compared = (values: Product) => splitLists(inWords(values), values, parts)

test('each part is compared by itself, also one that only one of us has', () => {
  const before = product(['Adhan', 5], ['2024', 1], ['Own domain v1.5', 12])
  const yours = product(['Adhan', 6], ['2024', 1], ['Own domain v1.5', 12], ['Mine', 1])
  const theirs = product(['Adhan', 7], ['Own domain v1.5', 15], ['Theirs', 2])
  const conflicts = conflictsBetween(
    ...([yours, before, theirs].map(compared) as [object, object, object]),
    partLabels(labels, parts, [yours, before, theirs]),
  )
  expect(conflicts.map(({ label, yours: mine, theirs: other, choice }) => [label, mine, other, choice])).toEqual([
    ['Features: Adhan', '$6', '$7', 'yours'],
    ['Features: 2024', '$1', '', 'theirs'],
    ['Features: Own domain v1.5', '$12', '$15', 'theirs'],
    ['Features: Mine', '$1', '', 'yours'],
    ['Features: Theirs', '', '$2', 'theirs'],
  ])
  const choices = Object.fromEntries(conflicts.map(({ field, choice }) => [field, choice]))
  const [one, other] = [yours, theirs].map((version) => splitLists(version, version, parts))
  expect(joinLists(settled(one!, other!, choices), parts)).toEqual(
    product(['Adhan', 6], ['Own domain v1.5', 15], ['Mine', 1], ['Theirs', 2]),
  )
})

test('two parts of one name are two, and keep their order', () => {
  const twice = product(['Adhan', 1], ['10', 2], ['Adhan', 3], ['constructor', 4])
  expect(joinLists(splitLists(twice, twice, parts), parts)).toEqual(twice)
  const changed = product(['Adhan', 1], ['10', 2], ['Adhan', 9], ['constructor', 4])
  expect(differing(compared(twice), compared(changed), partLabels(labels, parts, [twice, changed]))).toHaveLength(1)
})

test('without parts nothing is taken apart', () => {
  const row = product(['Adhan', 1])
  expect(splitLists(row, row, {})).toEqual(row)
  expect(partLabels(labels, {}, [row])).toEqual(labels)
})
