import { payments } from '@hikmah/contract/payments/endpoints'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import type { Job } from '../kit/jobs/jobs.ts'
import { linkCustomer } from './link-customer.ts'
import { listUnlinkedCustomers, readReconciliation } from './queries.ts'

export function paymentRoutes(serve: Serve, house: House, compareJob: Job<House, object>) {
  const { db } = house
  serve(payments.listUnlinkedCustomers, ({ query }) => listUnlinkedCustomers(db, query))
  serve(payments.linkCustomer, ({ actor, params, body }) => linkCustomer(house, actor, params.id, body.orgId))
  serve(payments.readReconciliation, () => readReconciliation(db))
  serve(payments.reconcile, ({ actor }) => house.change(actor, (tx) => house.jobs.enqueue(tx, compareJob, {})))
}
