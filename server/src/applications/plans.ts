import type { Plan } from '@hikmah/contract/plans/schemas'
import { type InCents, inCents, inDollars } from '../kit/figures/money.ts'

type Billing = 'monthlyBilling' | 'annuallyBilling'

/** A plan as it lies in the row of its application. */
export type KeptPlan = Omit<Plan, Billing> & {
  monthlyBilling: InCents<Plan['monthlyBilling']>
  annuallyBilling: InCents<Plan['annuallyBilling']>
}

/** The prices of the provider that a plan, or an integration, is billed by. */
export const pricesOf = ({ monthlyBilling, annuallyBilling }: Record<Billing, { stripePlanId: string }>) =>
  [monthlyBilling.stripePlanId, annuallyBilling.stripePlanId].filter(Boolean)

export const keptPlan = ({ monthlyBilling, annuallyBilling, ...plan }: Plan): KeptPlan => ({
  ...plan,
  monthlyBilling: inCents(monthlyBilling),
  annuallyBilling: inCents(annuallyBilling),
})

export const presentPlan = ({ monthlyBilling, annuallyBilling, ...plan }: KeptPlan): Plan => ({
  ...plan,
  monthlyBilling: inDollars(monthlyBilling),
  annuallyBilling: inDollars(annuallyBilling),
})
