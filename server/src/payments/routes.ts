import { payments } from '@hikmah/contract/payments'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import type { Job } from '../kit/jobs/jobs.ts'
import { linkCustomerByHand } from './mirror.ts'
import { listUnlinkedCustomers, readReconciliation } from './queries.ts'
import { readProviderState, startComparison, tryProvider } from './reconcile.ts'

type Jobs = Record<'compare' | 'missedEvents', Job<House, object>>

export function paymentRoutes(serve: Serve, house: House, { compare, missedEvents }: Jobs) {
  const { db } = house
  serve(payments.listUnlinkedCustomers, ({ query }) => listUnlinkedCustomers(db, query))
  serve(payments.linkCustomer, ({ actor, params, body }) => linkCustomerByHand(house, actor, params.id, body.orgId))
  serve(payments.readProviderState, () => readProviderState(house))
  serve(payments.tryProvider, ({ actor }) => tryProvider(house, actor, missedEvents))
  serve(payments.readReconciliation, () => readReconciliation(house))
  serve(payments.reconcile, ({ actor }) => startComparison(house, actor, compare))
}
