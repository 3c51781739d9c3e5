import { invoices } from '@hikmah/contract/invoices'
import { expect, test } from 'vitest'
import { startWithOrders } from '../../test/orders.ts'
import { soon } from '../../test/payments.ts'

const { admin, buy, control } = await startWithOrders()

test('a receipt names its order, and the other invoices of it, newest first', async () => {
  const { session, order } = await buy()
  const read = async (id: string) => (await admin(invoices.readInvoice, { params: { id } })).data
  expect(await read(session.invoice)).toMatchObject({ order: { _id: order._id, orderNo: order.orderNo }, siblings: [] })
  await control('clock', { advanceS: 32 * 86_400 })
  await soon(async () => {
    const { siblings } = await read(session.invoice)
    expect(siblings).toMatchObject([{ status: 'paid', total: 73_250, currency: 'usd' }])
    const renewal = await read(siblings[0]!.id)
    expect(renewal.order?._id).toBe(order._id)
    expect(renewal.siblings.map(({ id }) => id)).toEqual([session.invoice])
  })
})
