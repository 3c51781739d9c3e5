/** How many of an embedded list are sent; the rest is had from the list's own address. */
const EMBEDDED = 10

/** What is sent only to those who expand it. */
export const ON_DEMAND: Record<string, string[]> = {
  charge: ['refunds'],
  'checkout.session': ['line_items'],
  coupon: ['applies_to', 'currency_options'],
  customer: ['subscriptions'],
  invoice: ['payments'],
  price: ['tiers'],
}

export function present(record: { object: string }): object {
  const hidden = ON_DEMAND[record.object]
  const shown = hidden ? Object.entries(record).filter(([key]) => !hidden.includes(key)) : Object.entries(record)
  return Object.fromEntries(shown.map(([key, value]) => [key, isList(value) ? shortened(value) : value]))
}

type EmbeddedList = { object: 'list'; data: unknown[]; has_more: boolean; url: string }

export const shortened = (list: EmbeddedList): EmbeddedList => ({
  ...list,
  data: list.data.slice(0, EMBEDDED),
  has_more: list.data.length > EMBEDDED,
})

const isList = (value: unknown): value is EmbeddedList =>
  typeof value === 'object' && value !== null && 'object' in value && value.object === 'list'

/** An embedded list is kept whole. */
export const embed = <T>(data: T[], url: string) => ({ object: 'list' as const, data, has_more: false, url })

/** The version whose shapes are answered; the SDK's own types hold the tests to it. */
export const API_VERSION = '2026-10-28.endive'
