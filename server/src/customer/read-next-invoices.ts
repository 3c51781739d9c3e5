import type { NextInvoice } from '@hikmah/contract/customer'
import { billedStatuses } from '@hikmah/contract/organization-plans/rules'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Payments, Reads } from '../house.ts'
import { assertOrganization } from '../organizations/queries.ts'
import { undefinedIfMissing } from '../outside/stripe/requests.ts'
import { previewNextInvoice } from '../outside/stripe/subscriptions.ts'
import { stripeSubscriptions } from '../payments/table.ts'

/** Each is a call of the provider. */
const MAX_ASKED = 20

/** What the provider would bill next for each subscription that renews, the soonest first. */
export async function readNextInvoices({ db, stripe }: Reads & Payments, orgId: string): Promise<NextInvoice[]> {
  await assertOrganization(db, orgId)
  const { id, customerId: ofCustomer, organizationId, status, cancelAtPeriodEnd, startedAt } = stripeSubscriptions
  const rows = await db
    .select({ id, customerId: ofCustomer })
    .from(stripeSubscriptions)
    .where(and(eq(organizationId, orgId), inArray(status, billedStatuses), eq(cancelAtPeriodEnd, false)))
    .orderBy(desc(startedAt), id)
    .limit(MAX_ASKED)
  const next = await Promise.all(
    rows.map(async ({ id: subscriptionId, customerId }) => {
      // One that ended meanwhile has none.
      const invoice = await undefinedIfMissing(previewNextInvoice(stripe, subscriptionId))
      if (!invoice) return []
      const { amount_due: amount, currency, total, period_end: at } = invoice
      const fromCredit = Math.max(0, total - amount)
      return [{ subscriptionId, at: new Date(at * 1000).toISOString(), amount, currency, fromCredit, customerId }]
    }),
  )
  const sorted = next.flat().sort((a, b) => a.at.localeCompare(b.at))
  // Each preview spends the whole credit; the first invoice really does.
  return sorted.map(({ customerId, ...invoice }, place) => {
    const isFirst = sorted.findIndex((other) => other.customerId === customerId) === place
    if (isFirst) return { ...invoice, isBeforeCredit: false }
    const { amount, fromCredit } = invoice
    return { ...invoice, amount: amount + fromCredit, fromCredit: 0, isBeforeCredit: fromCredit > 0 }
  })
}
