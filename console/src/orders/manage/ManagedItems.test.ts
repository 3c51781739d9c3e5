import type { Order } from '@hikmah/contract/orders/schemas'
import { expect, test } from 'vitest'
import { parseQuantity } from '../../kit/form/typed-numbers.ts'
import {
  isChanged,
  isRemoved,
  orderedQuantities,
  quantityFields,
  quantityProblems,
  remainingItems,
  whyNotRemoved,
} from './ManagedItems.tsx'

const item = { name: 'deenkiosk', planType: 'standard', qty: 2 }
const order = {
  orderItems: [
    { _id: 'a', ...item },
    { _id: 'b', ...item, qty: 1 },
  ],
} as Order

test('an order that is opened is not changed yet', () => {
  const quantities = orderedQuantities(order)
  expect(isChanged(quantities, order)).toBe(false)
  expect(quantityProblems(quantities)).toEqual({})
  expect(remainingItems(quantities, order)).toEqual([
    { _id: 'a', qty: 2 },
    { _id: 'b', qty: 1 },
  ])
})

test('an item that is deleted is left out of what is sent', () => {
  const quantities = { items: { a: null, b: '3' } }
  expect(isRemoved(quantities, order.orderItems[0]!)).toBe(true)
  expect(isChanged(quantities, order)).toBe(true)
  expect(remainingItems(quantities, order)).toEqual([{ _id: 'b', qty: 3 }])
  expect(quantityProblems(quantities)).toEqual({})
})

test.each([
  ['0', 'Enter a whole number, at least 1'],
  ['1.5', 'Enter a whole number, at least 1'],
  ['-2', 'Enter a whole number, at least 1'],
  ['two', 'Enter a whole number, at least 1'],
  ['1e2', 'Enter a whole number, at least 1'],
  ['0x10', 'Enter a whole number, at least 1'],
  ['', 'Enter a whole number, at least 1'],
  ['٠', 'Enter a whole number, at least 1'],
  ['1000', 'At most 999'],
])('%s is no quantity', (text, problem) => {
  expect(quantityProblems({ items: { a: text } })).toEqual({ 'items.a': problem })
})

test('not every plan can be removed, also where something that was paid once stays', () => {
  const [plan, other] = order.orderItems
  const once = { ...plan!, _id: 'c', frequency: 'once' }
  const bought = { orderItems: [plan, other, once] } as Order
  expect(whyNotRemoved({ items: { a: null, b: '1', c: '1' } }, bought)).toBeNull()
  expect(whyNotRemoved({ items: { a: null, b: null, c: '1' } }, bought)).toMatch(/at least one item/)
})

test('an emptied quantity is still to be entered, and deletes nothing', () => {
  const quantities = { items: { a: '', b: '1' } }
  expect(isRemoved(quantities, order.orderItems[0]!)).toBe(false)
  expect(isChanged(quantities, order)).toBe(true)
  expect(remainingItems(quantities, order)).toHaveLength(2)
})

test.each([
  ['٣', 3],
  ['۱۲', 12],
  [' ٩٩٩ ', 999],
  ['007', 7],
])('%s is a quantity', (text, quantity) => {
  expect(parseQuantity(text)).toBe(quantity)
  expect(quantityProblems({ items: { a: text } })).toEqual({})
  expect(remainingItems({ items: { a: text } }, order)).toEqual([{ _id: 'a', qty: quantity }])
})

test('a quantity in other digits is no change', () => {
  expect(isChanged({ items: { a: '٢', b: '01' } }, order)).toBe(false)
})

test('an item that somebody else removed is not sent again', () => {
  const theirs = { orderItems: [order.orderItems[1]!] } as Order
  expect(remainingItems(orderedQuantities(order), theirs)).toEqual([{ _id: 'b', qty: 1 }])
})

test('a quantity is named by its item', () => {
  expect(quantityFields(order).labels).toMatchObject({ 'items.a': 'DEENKIOSK Standard, quantity' })
})
