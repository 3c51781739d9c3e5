import { eq } from 'drizzle-orm'
import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { conflict, notFound } from '../kit/errors/refusal.ts'
import { lockOrganization } from '../organizations/queries.ts'
import { linkCustomerRow } from './mirror.ts'
import { aboutCustomer } from './queries.ts'
import { stripeCustomers } from './table.ts'

/** Staff link a customer that names no organization of ours. */
export const linkCustomerByHand = ({ change }: Writes, actor: StaffActor, id: string, orgId: string) =>
  change(actor, async (tx) => {
    const { name: orgName } = await lockOrganization(tx, orgId)
    const [customer] = await tx.select().from(stripeCustomers).where(eq(stripeCustomers.id, id)).for('update')
    if (!customer) throw notFound('customer')
    if (!(await linkCustomerRow(tx, id, orgId, actor.name)))
      throw conflict('This customer is already linked to an organization')
    record(tx, { ...aboutCustomer(customer, orgId), action: 'payment-customer.linked', after: { orgName } })
  })
