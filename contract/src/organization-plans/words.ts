export const NO_PLANS = 'No Plans added'
export const NO_PLANS_TEXT = 'Added Plans will be displayed and managed here'

export const PLAN_CHANGED = 'Plan Changed Successfully!'
export const PLAN_CANCELLED = 'Plan Cancelled Successfully!'
export const PLAN_RESUMED = 'Plan Resumed Successfully!'

/** Green; anything else is said as it is, in red (PLN-06). */
export const isActivePlan = (status: string) => status === 'active' || status === 'trialing'

/** `active` and `trialing` are Active, `past_due` is Past due, and `canceled` is spelt as in our messages. */
export function planStatusText(status: string): string {
  if (isActivePlan(status)) return 'Active'
  if (status === 'canceled') return 'Cancelled'
  const words = status.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const MAX_PLAN_QUANTITY = 10_000
