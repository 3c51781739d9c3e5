import type { MoneyEntry, OrderItem } from '@hikmah/contract/orders/schemas'
import { expect, test } from 'vitest'
import { dueOf, isAssigned, isLate, itemName, itemsText, numberOf, refundText, shippingText } from './order-words.ts'

const item = {
  name: 'deenscreen',
  planType: 'standard',
  qty: 1,
  unitAmount: 1250,
  currency: 'usd',
  frequency: 'monthly',
  status: 'new',
  dueDate: null,
  appStream: null,
  devices: [],
  assignee: null,
} as unknown as OrderItem
const device = { _id: 'd', deviceId: 'DK1', name: '', status: 'Shipped', assignedAt: '2026-11-01T00:00:00Z' }

test('an item is named in capitals with its plan', () => {
  expect(itemName(item)).toBe('DEENSCREEN Standard')
  expect(itemName({ ...item, planType: '' })).toBe('DEENSCREEN')
})

test('a kiosk is assigned once every device of it was sent, anything else once somebody has it', () => {
  const kiosk = { ...item, appStream: 'DEENKIOSK' as const, qty: 2 }
  expect(isAssigned({ ...kiosk, devices: [device] })).toBe(false)
  for (const status of ['Pending', 'Lost']) {
    expect(isAssigned({ ...kiosk, devices: [device, { ...device, status, assignedAt: null }] })).toBe(false)
  }
  expect(isAssigned({ ...kiosk, devices: [device, device] })).toBe(true)
  expect(isAssigned(item)).toBe(false)
  expect(itemsText([item, { ...kiosk, devices: [device, device] }])).toBe('2 items, 1 not assigned')
  expect(itemsText([{ ...item, status: 'closed' }])).toBe('1 item')
  expect(itemsText([{ ...item, assignee: { _id: 's', name: 'Omar', image: '' } }])).toBe('1 item')
})

test('an item is late after its date, unless nothing is to be done any more', () => {
  const dueDate = '2020-01-01T00:00:00Z'
  expect(isLate({ ...item, dueDate })).toBe(true)
  expect(isLate({ ...item, dueDate, status: 'completed' })).toBe(false)
  expect(isLate(item)).toBe(false)
})

test('what staff ordered is due on the day they chose, wherever it is read, and late once that day is over', () => {
  const two = (number: number) => String(number).padStart(2, '0')
  const dayOf = (at: Date) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  const today = new Date()
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  const ordered = { ...item, dueDate: '2020-01-01T00:00:00Z', startDate: dayOf(today) }
  expect(new Date(dueOf(ordered)!)).toEqual(new Date(today.getFullYear(), today.getMonth(), today.getDate()))
  expect(isLate(ordered)).toBe(false)
  expect(isLate({ ...ordered, startDate: dayOf(yesterday) })).toBe(true)
})

test('a number goes without its sign, and an address in one line with the state’s letters', () => {
  expect(numberOf('#100001')).toBe('100001')
  expect(shippingText({ line1: '1900 Sample Pkwy', city: 'Plano', state: 'Texas', postal_code: '75074' })).toBe(
    '1900 Sample Pkwy, Plano, TX 75074',
  )
  expect(shippingText({ line1: '', city: '', state: '', postal_code: '' })).toBe('')
})

test('a cancellation tells of the money that it gave back itself, and not of what went back before', () => {
  const refund = (amount: number, status: MoneyEntry['status'], by = 'Samira Haddad') =>
    ({ kind: 'refund', amount, status, by }) as MoneyEntry
  const textOf = (...money: MoneyEntry[]) => refundText({ money, currency: 'usd' })
  const earlier = refund(-14_425, 'succeeded', '')
  expect(textOf(refund(-750, 'succeeded'), earlier)).toBe('$7.50 refunded')
  expect(textOf(refund(-750, 'succeeded'), refund(-250, 'pending'), refund(-100, 'requires_action'))).toBe(
    '$7.50 refunded, $3.50 refund pending',
  )
  expect(textOf(refund(-750, 'failed'), earlier)).toBe('Nothing was refunded')
})
