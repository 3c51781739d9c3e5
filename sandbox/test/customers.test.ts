import { expect, test } from 'vitest'
import { aCustomer, aPlan } from './given.ts'
import { startSandbox } from './start.ts'

const { stripe } = await startSandbox()

test('with a customer who is deleted the subscriptions end; what was billed stays', async () => {
  const customer = await aCustomer(stripe)
  const { id } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: (await aPlan(stripe)).id }],
  })
  const gone = { id: customer.id, object: 'customer', deleted: true }
  expect(await stripe.customers.del(customer.id)).toMatchObject(gone)
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject(gone)
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled', customer: customer.id })
  const { data: invoices } = await stripe.invoices.list({ subscription: id })
  expect(invoices).toMatchObject([{ status: 'paid', customer: customer.id }])
  await expect(stripe.customers.del(customer.id)).rejects.toMatchObject({ statusCode: 404 })
})

test('a payment method that is detached is nobody’s default, and is charged no more', async () => {
  const customer = await aCustomer(stripe)
  const price = (await aPlan(stripe)).id
  const method = customer.invoice_settings.default_payment_method as string
  await stripe.paymentMethods.detach(method)
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({
    invoice_settings: { default_payment_method: null },
  })
  await expect(stripe.subscriptions.create({ customer: customer.id, items: [{ price }] })).rejects.toThrow(
    'no attached payment source',
  )
})
