import { invoices } from '@hikmah/contract/invoices'
import { expect, test } from 'vitest'
import { startWithOrders } from '../../test/orders.ts'
import { soon } from '../../test/payments.ts'

const { admin, audited, customerOf, given, price, provider } = await startWithOrders()

test('what was paid outside the provider is booked, never more than was paid there', async () => {
  const organization = await given.organization()
  const { id: customer } = await customerOf(organization)
  const { id: priceId } = await price('Support', 4000)
  const { latest_invoice } = await provider.subscriptions.create({
    customer,
    items: [{ price: priceId }],
    collection_method: 'send_invoice',
    days_until_due: 14,
  })
  const id = latest_invoice as string
  await provider.invoices.finalizeInvoice(id).catch(() => undefined)
  await provider.invoices.pay(id, { paid_out_of_band: true })
  const params = { id }
  const paymentId = `${id}:outside`
  await soon(async () =>
    expect((await admin(invoices.readInvoiceMoney, { params })).data?.payments).toMatchObject([
      { paymentId, isOutside: true, paid: 4000, refundable: 4000 },
    ]),
  )
  const refund = (amount?: number) =>
    admin(invoices.refundInvoice, { params, body: { paymentId, reason: 'Two of them returned', amount } })
  expect((await refund(1500)).data).toMatchObject({
    refund: { amount: 1500, isOutside: true },
    payments: [{ refunded: 1500, refundable: 2500, net: 2500 }],
  })
  expect((await refund(2501)).error).toMatchObject({
    fields: { amount: 'At most $25.00' },
    current: { refundable: 2500 },
  })
  const [note] = (await provider.creditNotes.list({ invoice: id })).data
  expect(note).toMatchObject({ amount: 1500, out_of_band_amount: 1500, refunds: [] })
  const body = { paymentId, amount: 1000, reason: 'Goodwill', way: 'credit' as const }
  expect((await admin(invoices.refundInvoice, { params, body })).data).toMatchObject({
    refund: { way: 'credit', amount: 1000 },
    payments: [{ refunded: 1500, credited: 1000, refundable: 1500, net: 2500 }],
  })
  expect(await audited(id)).toEqual(['invoice.refunded', 'invoice.credited'])
})
