import { expect, test } from 'vitest'
import { chargeOf, paymentsOf } from './billing.ts'
import { isOwnLink, type PaymentProvider } from './provider.ts'

test.each([
  ['https://pay.stripe.com/invoice/acct_1/pdf?s=ap', true],
  ['https://stripe.com/', true],
  ['https://files.eu.stripe.com/v1/x', true],
  ['http://pay.stripe.com/invoice', false],
  ['https://pay.stripe.com:8443/invoice', false],
  ['https://pay.stripe.com@evil.example/', false],
  ['https://pay.stripe.com.evil.example/', false],
  ['https://evilstripe.com/', false],
  ['javascript:alert(1)', false],
  ['//pay.stripe.com/invoice', false],
  ['', false],
])('a link of the provider leads to the provider: %s', (link, isOwn) => {
  expect(isOwnLink(link, undefined)).toBe(isOwn)
  expect(isOwnLink(link, new URL('https://api.stripe.com'))).toBe(isOwn)
})

test('where another stands in for it, its links lead there and nowhere else', () => {
  const base = new URL('http://127.0.0.1:4242')
  expect(isOwnLink('http://127.0.0.1:4242/__sandbox/invoices/in_1/pdf', base)).toBe(true)
  for (const other of ['http://127.0.0.1:4243/x', 'https://127.0.0.1:4242/x', 'https://pay.stripe.com/x'])
    expect(isOwnLink(other, base)).toBe(false)
})

test.each([
  ['https://pay.stripe.com/receipts/1', 'https://pay.stripe.com/receipts/1'],
  ['https://evil.example/receipts/1', null],
])('a receipt on a page of the provider is kept, any other is not: %s', async (receipt_url, kept) => {
  const provider = {
    ask: async () => ({ data: [{ id: 'inpay_1', payment: { charge: { id: 'ch_1', receipt_url } } }], has_more: false }),
    owns: async (link: string) => isOwnLink(link, undefined),
  } as unknown as PaymentProvider
  const [payment] = await paymentsOf(provider, 'work', 'in_1')
  expect(chargeOf(payment!)?.receipt_url).toBe(kept)
})
