import { readFile } from 'node:fs/promises'
import type { MoneyEntry, OrderItem } from '@hikmah/contract/orders/schemas'
import { expect, test } from 'vitest'
import {
  dueInstant,
  endedWith,
  fullRefundText,
  isAssigned,
  isLate,
  itemName,
  itemsText,
  orderNumber,
  refundText,
  shippingText,
  unrefundable,
} from './order-text.ts'

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
  expect(itemsText([item, { ...kiosk, devices: [device, device] }])).toBe('2 items, 1 unassigned')
  expect(itemsText([{ ...item, status: 'closed' }])).toBe('1 item')
  expect(itemsText([{ ...item, assignee: { _id: 's', name: 'Omar', image: '' } }])).toBe('1 item')
})

test('an item is late after its date, unless nothing is to be done any more', () => {
  const dueDate = '2020-01-01T00:00:00Z'
  expect(isLate({ ...item, dueDate })).toBe(true)
  expect(isLate({ ...item, dueDate, status: 'completed' })).toBe(false)
  expect(isLate(item)).toBe(false)
})

test('what a subscription billed has ended with it, and is not late; what is bought once stays', () => {
  const endedAt = '2026-11-05T12:00:00Z'
  expect(endedWith(item, endedAt)).toBe(endedAt)
  expect(endedWith(item, null)).toBeNull()
  expect(endedWith({ ...item, frequency: 'once' }, endedAt)).toBeNull()
  expect(endedWith({ ...item, startDate: '2026-11-01' }, endedAt)).toBeNull()
})

test('the dates of an order have one format on its page', async () => {
  for (const file of ['details/OrderDetails.tsx', 'details/OrderItems.tsx', 'manage/OrderSummary.tsx']) {
    const source = await readFile(new URL(file, import.meta.url), 'utf8')
    const dates = [...source.matchAll(/<When [^>]*?\/>|formatDate\([^)]*\)/g)].map(([date]) => date)
    expect(dates.filter((date) => !date.includes('MMM DD, YYYY'))).toEqual([])
  }
})

test('what staff ordered is due on the day they chose, wherever it is read, and late once that day is over', () => {
  const two = (number: number) => String(number).padStart(2, '0')
  const dayOf = (at: Date) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  const today = new Date()
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  const ordered = { ...item, dueDate: '2020-01-01T00:00:00Z', startDate: dayOf(today) }
  expect(new Date(dueInstant(ordered)!)).toEqual(new Date(today.getFullYear(), today.getMonth(), today.getDate()))
  expect(isLate(ordered)).toBe(false)
  expect(isLate({ ...ordered, startDate: dayOf(yesterday) })).toBe(true)
})

test('a number goes without its sign, and an address in one line with the state’s letters', () => {
  expect(orderNumber('#100001')).toBe('100001')
  expect(shippingText({ line1: '1900 Sample Pkwy', city: 'Plano', state: 'Texas', postal_code: '75074' })).toBe(
    '1900 Sample Pkwy, Plano, TX 75074',
  )
  expect(shippingText({ line1: '', city: '', state: '', postal_code: '' })).toBe('')
})

test('a cancellation tells of the money that it gave back itself, and not of what went back before', () => {
  const refund = (amount: number, status: MoneyEntry['status'], by = 'Samira Haddad') =>
    ({ kind: 'refund', amount, status, by }) as MoneyEntry
  const before = [refund(-500, 'succeeded'), refund(-40, 'pending')]
  const textOf = (...money: MoneyEntry[]) =>
    refundText({ money: [...money, ...before], currency: 'usd' }, { money: before })
  const earlier = refund(-14_425, 'succeeded', '')
  expect(textOf(refund(-750, 'succeeded'), earlier)).toBe('$7.50 refunded')
  expect(textOf(refund(-750, 'succeeded'), refund(-250, 'pending'), refund(-100, 'requires_action'))).toBe(
    '$7.50 refunded, $3.50 refund pending',
  )
  expect(textOf(refund(-750, 'failed'), earlier)).toBe('Nothing was refunded')
})

const choices = {
  currency: 'usd',
  full: 4800,
  paidAt: '2025-10-31T12:00:00Z',
  last: null,
  credited: 0,
  fromCredit: 0,
  prorated: null,
  prorationDate: null,
  returned: 0,
  lost: 0,
  disputed: 0,
}

test('a full refund says what it leaves out', () => {
  expect(fullRefundText(choices)).toBe('What this order cost, $48.00, Oct 31, 2025')
  expect(fullRefundText({ ...choices, returned: 5000 })).toBe(
    'What this order cost, less $50.00 refunded or credited before: $48.00, Oct 31, 2025',
  )
  expect(fullRefundText({ ...choices, credited: 1800, returned: 5000, lost: 200 })).toBe(
    'What this order cost, less the credit of $18.00, $50.00 refunded or credited before and $2.00 taken back by the bank: $48.00, Oct 31, 2025',
  )
  expect(fullRefundText({ ...choices, disputed: 4410 })).toBe(
    'What this order cost, less $44.10 held by the bank: $48.00, Oct 31, 2025',
  )
})

test('where nothing is offered, the reason is named with its amount', () => {
  expect(unrefundable(choices)).toEqual([])
  expect(unrefundable({ ...choices, disputed: 2000, returned: 100 })).toEqual([
    'The customer’s bank disputes $20.00, which cannot be refunded while the dispute is open.',
  ])
  expect(unrefundable({ ...choices, full: null, lost: 9800, returned: 300 })).toEqual([
    'The customer’s bank took back $98.00 in a dispute.',
    '$3.00 was refunded or credited before.',
  ])
})
