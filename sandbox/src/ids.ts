import { randomInt } from 'node:crypto'
import type { Kind } from './records.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const randomText = (length: number, alphabet = ALPHABET) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** `cus_` and 14 characters, and so on. */
export const newId = (prefix: string, length = 24) => `${prefix}_${randomText(length)}`

const KINDS: Record<string, Kind> = {
  acct: 'account',
  ch: 'charge',
  cn: 'credit_note',
  cs: 'checkout.session',
  cus: 'customer',
  di: 'discount',
  du: 'dispute',
  evt: 'event',
  ii: 'invoiceitem',
  in: 'invoice',
  inpay: 'invoice_payment',
  person: 'person',
  pi: 'payment_intent',
  pm: 'payment_method',
  price: 'price',
  prod: 'product',
  promo: 'promotion_code',
  re: 'refund',
  sub: 'subscription',
  we: 'webhook_endpoint',
}

export const kindOf = (id: string) => KINDS[id.slice(0, id.indexOf('_'))]

const HERE = 'here:'

/** Where the sandbox listens may differ at every start, so a link is kept without that, and given it on the way out. */
export const link = (path: `/${string}`) => `${HERE}${path}`

export const withAddress = (json: string, address: string) => json.replaceAll(`"${HERE}/`, `"${address}/`)
