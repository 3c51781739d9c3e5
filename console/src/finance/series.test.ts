import { expect, test } from 'vitest'
import { amountIn, seriesOf } from './series.ts'

const product = (place: number, amount: number) => ({ name: `Product ${place}`, amount, place: place as number | null })

test('a product keeps its place and color whatever it earns', () => {
  const colorOf = (products: ReturnType<typeof product>[], name: string) =>
    seriesOf(products).find((series) => series.name === name)?.color
  const first = [product(0, 10), product(1, 500), product(2, 30)]
  const second = [product(2, 900), product(1, 5)]
  expect(seriesOf(first).map(({ name }) => name)).toEqual(['Product 0', 'Product 1', 'Product 2'])
  expect(colorOf(first, 'Product 2')).toBe(colorOf(second, 'Product 2'))
  expect(colorOf(first, 'Product 1')).toBe(colorOf(second, 'Product 1'))
})

test('above eight the smallest are summed, and nothing is lost', () => {
  const products = Array.from({ length: 12 }, (_, i) => product(i, (i + 1) * 100))
  const series = seriesOf(products)
  expect(series).toHaveLength(8)
  expect(new Set(series.map(({ color }) => color)).size).toBe(8)
  expect(series.at(-1)).toMatchObject({ name: '5 more', color: 7 })
  const amounts = products.map(({ amount }) => amount)
  expect(series.reduce((sum, one) => sum + amountIn(one, amounts), 0)).toBe(amounts.reduce((a, b) => a + b))
})

test('a product without an application keeps its color while others come and go', () => {
  const player = { name: 'Players', amount: 10, place: null }
  const colorOf = (...others: ReturnType<typeof product>[]) =>
    seriesOf([...others, player]).find(({ name }) => name === 'Players')?.color
  expect(colorOf(product(0, 5))).toBe(colorOf())
  expect(colorOf({ name: 'Integrations', amount: 90, place: null })).toBe(colorOf())
})
