import type { Plan } from '@hikmah/contract/plans'
import { type InCents, inCents, inDollars } from '../kit/figures/money.ts'

/** A plan as it lies in the row of its application. */
export type KeptPlan = Omit<Plan, 'monthlyBilling' | 'annuallyBilling'> & {
  monthlyBilling: InCents<Plan['monthlyBilling']>
  annuallyBilling: InCents<Plan['annuallyBilling']>
}

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
