import { expect, test } from 'vitest'
import { soon, startWithPayments } from '../../test/payments.ts'
import { stripeCustomers } from '../payments/table.ts'
import { forgetHalfMadePayments, makeDemoPayments } from './make-demo-payments.ts'

const { house, db, provider, sandboxUrl } = await startWithPayments()

test('what somebody did in the payment sandbox stays, also at the next start', async () => {
  const { id } = await provider.customers.create({ name: 'Masjid Al-Noor' })
  const known = () => db.select({ id: stripeCustomers.id }).from(stripeCustomers)
  await soon(async () => expect(await known()).toEqual([{ id }]))
  const withDemo = { ...house, config: { ...house.config, demoData: true } }
  expect(await makeDemoPayments(withDemo, new URL(sandboxUrl))).toBe(false)
  await forgetHalfMadePayments(withDemo)
  expect(await known()).toEqual([{ id }])
})
