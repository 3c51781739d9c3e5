import { formatMoney } from '../money.ts'
import { capitalized } from '../words.ts'

/** Statuses of a subscription in which the provider goes on billing. */
export const billedStatuses = ['active', 'trialing', 'past_due']
/** Statuses that no subscription leaves again. */
export const endedStatuses = ['canceled', 'incomplete_expired']

/** Green; any other status is shown as it is, in red (PLN-06). */
export const isActivePlan = (status: string) => status === 'active' || status === 'trialing'

/** `active` and `trialing` are Active, `past_due` is Past due, and `canceled` is spelled as its status. */
export function planStatusText(status: string): string {
  if (isActivePlan(status)) return 'Active'
  if (status === 'canceled') return 'Canceled'
  return capitalized(status.replaceAll('_', ' '))
}

export const planName = (plan: { subscription_plan: string; subscription_plan_type: string }) =>
  [plan.subscription_plan, plan.subscription_plan_type].filter(Boolean).join(' ')

interface ChangeCost {
  currency: string
  amountDue: number
  isInvoiceSent: boolean
  next: Renewal | null
}

interface Renewal {
  at: string
  amount: number
  followedAt: string
  movedFrom: string | null
}

type FormatDay = (at: string) => string

/** What comes after a change; `day` formats a moment as its reader does. */
export function describeRenewal({ next, currency }: Omit<ChangeCost, 'amountDue' | 'isInvoiceSent'>, day: FormatDay) {
  if (!next) return 'It does not renew.'
  const { at, amount, followedAt, movedFrom } = next
  const moves = movedFrom ? ` The billing day moves: it was ${day(movedFrom)}.` : ''
  const payment = `The next payment is ${formatMoney(amount, currency)} on ${day(at)}, before any credit`
  return `${payment}, and the one after it on ${day(followedAt)}.${moves}`
}

const NOTHING_NOW = 'Nothing is charged now.'

/** What somebody agrees to who has a plan change at the end of its period. */
export const describeLaterChange = (currency: string, next: Renewal, day: FormatDay) =>
  `${NOTHING_NOW} ${describeRenewal({ next, currency }, day)} The billing day stays.`

interface Planned {
  at: string
  plan: string
  quantity: number
  amount: number | null
  currency: string
  frequency: string
}

const everyTexts: Record<string, string> = { monthly: 'a month', annually: 'a year', once: 'once' }

/** `2 × Standard, $98.00 a month`. */
function describePlan({ plan, quantity, amount, currency, frequency }: Omit<Planned, 'at'>) {
  const price = amount === null ? '' : `, ${formatMoney(amount, currency)} ${everyTexts[frequency] ?? frequency}`
  return `${quantity > 1 ? `${quantity} × ` : ''}${plan}${price}`
}

export const describePlanned = (planned: Planned, day: FormatDay) =>
  `Changes to ${describePlan(planned)}, on ${day(planned.at)}`

/** What becomes of a planned change when something else is done; nothing where none is planned. */
export const describeDropped = (planned: Planned | null, day: FormatDay, isReplaced = false) =>
  planned
    ? ` The change to ${describePlan(planned)}, planned for ${day(planned.at)}, is ${isReplaced ? 'replaced' : 'dropped'}.`
    : ''

/** What somebody agrees to who makes a change. */
export function describeChange(cost: ChangeCost, day: FormatDay) {
  const { amountDue, isInvoiceSent, currency } = cost
  const money = formatMoney(amountDue, currency)
  const now = isInvoiceSent ? `An invoice over ${money} is sent now.` : `${money} is charged now.`
  return `${amountDue === 0 ? NOTHING_NOW : now} ${describeRenewal(cost, day)}`
}

interface Standing {
  status: string
  /** It ends on a day or with its period. */
  isEnding: boolean
}

export const isEnding = ({ cancelAt, cancelAtPeriodEnd }: { cancelAt: Date | null; cancelAtPeriodEnd: boolean }) =>
  cancelAtPeriodEnd || cancelAt !== null

export const whyPlanCannotBeChanged = ({ status }: Pick<Standing, 'status'>): string | null =>
  billedStatuses.includes(status) ? null : 'This plan is no longer billed'

export const whyPlanCannotBeCanceled = (standing: Standing): string | null =>
  whyPlanCannotBeChanged(standing) ?? (standing.isEnding ? 'This subscription is already canceled' : null)

export const whyPlanCannotBeResumed = (standing: Standing): string | null =>
  whyPlanCannotBeChanged(standing) ?? (standing.isEnding ? null : 'This subscription is not canceled')

interface Later extends Standing {
  /** The other plans of the subscription have other periods. */
  isOutOfStep: boolean
  /** Another cycle, of one plan of several. */
  isOtherCycleAlone: boolean
}

export function whyPlanCannotChangeLater({ isOutOfStep, isOtherCycleAlone, ...standing }: Later): string | null {
  const why = whyPlanCannotBeChanged(standing)
  if (why) return why
  if (standing.isEnding) return 'This subscription is canceled and does not renew. Resume it first.'
  if (standing.status === 'trialing') return 'This plan is on trial: a change now costs nothing before the trial ends.'
  if (standing.status === 'past_due') return 'This plan is past due. Collect what is owed first, or change it now.'
  if (isOutOfStep) return 'The plans beside it are paid on other days. Change it now.'
  return isOtherCycleAlone
    ? 'The plans beside it keep their cycle, so its own cannot change at the end of the period. Change it now.'
    : null
}

export const whyPlanCannotBeKept = (planned: unknown): string | null =>
  planned ? null : 'Nothing is planned for the end of the period.'

interface PlanItem {
  priceId: string
  quantity: number
}

export const CHOOSE_ANOTHER_PLAN = 'Choose another plan, cycle or quantity'
export const isSamePlan = (a: PlanItem, b: PlanItem) => a.priceId === b.priceId && a.quantity === b.quantity

export function whyPlanCannotBecome(next: PlanItem, current: PlanItem, choices: { priceId: string }[]): string | null {
  if (!choices.some(({ priceId }) => priceId === next.priceId)) return 'This price belongs to another product'
  return isSamePlan(next, current) ? `Nothing would change. ${CHOOSE_ANOTHER_PLAN}` : null
}

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

const utcDay = (date: Date) => date.toISOString().slice(0, 10)

/** The first payment after today (UTC), for a plan whose next payment the provider does not tell. */
export function nextPaymentDate(anchor: Date, interval: string, intervalCount: number, now: Date): Date {
  const length = (LENGTH_MS[interval] ?? LENGTH_MS.month!) * intervalCount
  let n = Math.max(1, Math.floor((now.getTime() - anchor.getTime()) / length))
  while (utcDay(paymentDate(anchor, interval, n * intervalCount)) <= utcDay(now)) n += 1
  return paymentDate(anchor, interval, n * intervalCount)
}

export interface Billed {
  status: string
  startedAt: Date
  interval: string | null
  intervalCount: number | null
  currentPeriodEnd: Date | null
  trialEnd: Date | null
  cancelAt: Date | null
  cancelAtPeriodEnd: boolean
}

export type NextPayment = { kind: 'pays' | 'charging' | 'ends'; at: Date } | { kind: 'none' }

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
