import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../kit/api/api.ts'
import { type Found, type Lookup, PASTE_REST_MS, priceLookup, refusedPrices, toFound } from './PriceIdField.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  refusedPrices.clear()
})

const ID = 'price_1QmStdMo29'
const found = (id: string): Found => ({ state: 'found', id, amount: 2950, every: '1 month', at: 0 })

function field(find: (id: string) => Promise<Found> = async (id) => found(id), first = '') {
  const asked: string[] = []
  const prices: (number | null)[] = []
  const states: (Lookup | undefined)[] = []
  const lookup = priceLookup(first, {
    find(id) {
      asked.push(id)
      return find(id)
    },
    onPrice: (price) => prices.push(price),
    onState: (state) => states.push(state),
  })
  return { lookup, asked, prices, states }
}

test('a price that is found fills the field in dollars, and is not looked up again', async () => {
  const { lookup, asked, prices, states } = field()
  await lookup.look(` ${ID} `)
  await lookup.look(ID)
  expect(asked).toEqual([ID])
  expect(prices).toEqual([29.5])
  expect(states).toEqual([{ state: 'looking', id: ID }, found(ID)])
})

test('what is no id, or the one that the form was opened with, is not looked up', async () => {
  const { lookup, asked } = field(undefined, ID)
  for (const typed of [ID, '', '29 dollars']) await lookup.look(typed)
  expect(asked).toEqual([])
})

test('a pasted id is looked up when nothing more is typed for a moment', async () => {
  const { lookup, asked } = field()
  let typed = ID
  lookup.lookSoon(() => typed)
  lookup.forget()
  await vi.advanceTimersByTimeAsync(PASTE_REST_MS - 1)
  expect(asked).toEqual([])
  typed = `${ID}x`
  lookup.forget()
  await vi.advanceTimersByTimeAsync(PASTE_REST_MS - 1)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toEqual([`${ID}x`])
})

test('leaving the field looks a pasted id up at once, and once', async () => {
  const { lookup, asked } = field()
  lookup.lookSoon(() => ID)
  lookup.forget()
  await lookup.look(ID)
  await vi.advanceTimersByTimeAsync(PASTE_REST_MS * 2)
  expect(asked).toEqual([ID])
})

test('no such price empties the field; a failure keeps it, and is tried again on request', async () => {
  const unknown = field(() => Promise.reject(new ApiError(404, { message: 'No such price' })))
  await unknown.lookup.look(ID)
  expect(unknown.prices).toEqual([null])
  expect(unknown.states.at(-1)).toEqual({ state: 'refused', id: ID, message: 'No such price' })

  const { lookup, asked, prices, states } = field(() => Promise.reject(new ApiError(503, { message: 'Away. ' })))
  await lookup.look(ID)
  expect(states.at(-1)).toEqual({ state: 'failed', id: ID, message: 'Away.' })
  await lookup.look(ID, true)
  expect(asked).toEqual([ID, ID])
  expect(prices).toEqual([])
})

test('a price that was refused is asked for again on request, and by a form that opens with it', async () => {
  let exists = false
  const find = (id: string) =>
    exists ? Promise.resolve(found(id)) : Promise.reject(new ApiError(404, { message: 'No such price' }))
  const { lookup, states, prices } = field(find)
  await lookup.look(ID)
  await lookup.look(ID, true)
  expect(states.at(-1)).toMatchObject({ state: 'refused' })
  expect(prices, 'a price that was typed since stays').toEqual([null])
  exists = true
  const opened = field(find, ID)
  opened.lookup.start()
  await vi.waitFor(() => expect(opened.states.at(-1)).toEqual(found(ID)))
  await lookup.look(ID, true)
  expect(states.at(-1)).toEqual(found(ID))
  expect(refusedPrices.size).toBe(0)
})

test('the answer for an id that was changed meanwhile is not taken', async () => {
  let answer = (_: Found) => {}
  const { lookup, prices, states } = field(() => new Promise((resolve) => (answer = resolve)))
  const looking = lookup.look(ID)
  lookup.forget()
  answer(found(ID))
  await looking
  expect(prices).toEqual([])
  expect(states.at(-1)).toBeUndefined()
})

test('a price above what may be sold here, or in another currency, is refused at its look-up, with the reason', () => {
  const price = { id: 'price_1QmStd', amount: 99_999_999, currency: 'usd', interval: 'month', intervalCount: 1 }
  expect(toFound('price_1QmStd', price, 0)).toMatchObject({ state: 'found', amount: 99_999_999, every: '1 month' })
  expect(() => toFound('price_1QmStd', { ...price, amount: 100_000_000 }, 0)).toThrow(
    'This price is $1,000,000.00. At most $999,999.99',
  )
  expect(() => toFound('price_1QmStd', { ...price, currency: 'eur' }, 0)).toThrow(/in EUR/)
})
