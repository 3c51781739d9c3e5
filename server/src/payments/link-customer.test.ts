import { payments } from '@hikmah/contract/payments'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { soon, startWithPayments } from '../../test/payments.ts'
import { stripeInvoices } from './table.ts'

const { as, db, given, provider, price, audited } = await startWithPayments()
const admin = await as('admin')
const manager = await as('manager')

/** Somebody paid whom we do not know. */
async function stranger(email: string) {
  const customer = await provider.customers.create({ name: 'Masjid Unknown', email })
  const method = await provider.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  const monthly = await price('DEENFUND Standard', 1900)
  await provider.subscriptions.create({
    customer: customer.id,
    items: [{ price: monthly.id }],
    default_payment_method: method.id,
  })
  await soon(async () => {
    const { data } = await admin(payments.listUnlinkedCustomers, { query: {} })
    expect(data.find(({ id }) => id === customer.id)).toMatchObject({ invoices: 1 })
  })
  return customer
}

test('a customer nobody knows is shown with the organization of the same email, and linked by hand with what it paid', async () => {
  const organization = await given.organization({ email: 'kasse@bücher.example' })
  const customer = await stranger('Kasse@XN--BCHER-KVA.example')
  const { data } = await admin(payments.listUnlinkedCustomers, { query: {} })
  const shown = data.find(({ id }) => id === customer.id)
  expect(shown?.suggestion).toEqual({ _id: organization.id, orgName: organization.name })

  const input = { params: { id: customer.id }, body: { orgId: organization.id } }
  expect((await manager(payments.linkCustomer, input)).status).toBe(403)
  expect((await admin(payments.linkCustomer, input)).message).toBe('Customer Linked Successfully!')
  const [invoice] = await db.select().from(stripeInvoices).where(eq(stripeInvoices.customerId, customer.id))
  expect(invoice?.organizationId).toBe(organization.id)
  expect(await audited(customer.id)).toEqual(['payment-customer.linked'])
  expect((await admin(payments.linkCustomer, input)).status).toBe(409)
})

test('an organization or a customer that is not there is refused, and nothing is linked', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000'
  const customer = await stranger('nobody@masjid.example')
  expect((await admin(payments.linkCustomer, { params: { id: customer.id }, body: { orgId: nobody } })).status).toBe(
    404,
  )
  const organization = await given.organization()
  const missing = { params: { id: 'cus_missing' }, body: { orgId: organization.id } }
  expect((await admin(payments.linkCustomer, missing)).status).toBe(404)
  const { data } = await admin(payments.listUnlinkedCustomers, { query: {} })
  expect(data.map(({ id }) => id)).toContain(customer.id)
})

test('a customer who paid and was deleted at the provider can still be linked, and one who paid nothing is gone', async () => {
  const organization = await given.organization()
  const paid = await stranger('deleted@masjid.example')
  const unused = await provider.customers.create({ name: 'Masjid Unused', email: 'unused@masjid.example' })
  const listed = async () => (await admin(payments.listUnlinkedCustomers, { query: {} })).data
  await soon(async () => expect((await listed()).map(({ id }) => id)).toContain(unused.id))
  await Promise.all([paid, unused].map(({ id }) => provider.customers.del(id)))
  await soon(async () => {
    const data = await listed()
    expect(data.find(({ id }) => id === paid.id)).toMatchObject({ isDeleted: true, invoices: 1 })
    expect(data.find(({ id }) => id === unused.id)).toBeUndefined()
  })
  const input = { params: { id: paid.id }, body: { orgId: organization.id } }
  expect((await admin(payments.linkCustomer, input)).status).toBe(200)
})
