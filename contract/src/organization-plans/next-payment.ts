/**
 * The n-th payment after the anchor: counted from the anchor and never from the date before it, in UTC, and on the last
 * day of a month that has no such day. So the 31st of January is followed by the 28th of February and the 31st of March.
 */
export function paymentDate(anchor: Date, interval: string, step: number): Date {
  const date = new Date(anchor)
  if (interval === 'day' || interval === 'week') {
    date.setUTCDate(anchor.getUTCDate() + step * (interval === 'week' ? 7 : 1))
    return date
  }
  const months = step * (interval === 'year' ? 12 : 1)
  date.setUTCDate(1)
  date.setUTCMonth(anchor.getUTCMonth() + months)
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(anchor.getUTCDate(), days))
  return date
}

const LENGTH_MS: Record<string, number> = {
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 31 * 86_400_000,
  year: 366 * 86_400_000,
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** The first payment after the day (UTC) of a moment, of a plan whose payments nobody else tells: today's is not next. */
export function nextPaymentDate(anchor: Date, interval: string, intervalCount: number, now: Date): Date {
  const length = (LENGTH_MS[interval] ?? LENGTH_MS.month!) * intervalCount
  let n = Math.max(1, Math.floor((now.getTime() - anchor.getTime()) / length))
  while (dayOf(paymentDate(anchor, interval, n * intervalCount)) <= dayOf(now)) n += 1
  return paymentDate(anchor, interval, n * intervalCount)
}

export interface Billed {
  status: string
  startedAt: Date
  interval: string | null
  intervalCount: number | null
  /** What the payment provider says, where it says it. */
  currentPeriodEnd: Date | null
  trialEnd: Date | null
  cancelAt: Date | null
  cancelAtPeriodEnd: boolean
}

export type NextPayment = { kind: 'pays' | 'ends'; at: Date } | { kind: 'none' }

/** Statuses in which the provider goes on billing. */
export const billedStatuses = ['active', 'trialing', 'past_due']

/** When a plan is paid for next, or when it ends instead. The provider's own date wins over the rule. */
export function nextPayment(plan: Billed, now: Date): NextPayment {
  const { status, startedAt, interval, intervalCount, currentPeriodEnd, trialEnd, cancelAt, cancelAtPeriodEnd } = plan
  if (!billedStatuses.includes(status)) return { kind: 'none' }
  const end = cancelAt ?? (cancelAtPeriodEnd ? currentPeriodEnd : null)
  if (end) return { kind: 'ends', at: end }
  if (status === 'trialing' && trialEnd) return { kind: 'pays', at: trialEnd }
  if (currentPeriodEnd) return { kind: 'pays', at: currentPeriodEnd }
  return interval
    ? { kind: 'pays', at: nextPaymentDate(startedAt, interval, intervalCount ?? 1, now) }
    : { kind: 'none' }
}
