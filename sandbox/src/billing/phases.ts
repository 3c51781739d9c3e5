import { isDeepStrictEqual } from 'node:util'
import { add, announce, change } from '../events/emit.ts'
import { newId, type Subscription, type SubscriptionSchedule, unset } from '../records.ts'
import { embed, find } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'
import { type DiscountParams, redeemAll } from './amounts/discounts.ts'
import { nextEnd, priced, recurringOf } from './amounts/items.ts'
import { end } from './bill.ts'
import { current } from './invoices.ts'
import { finalizeAndCollect } from './payment/pay.ts'
import { apply } from './subscribe.ts'

export type Phase = SubscriptionSchedule['phases'][number]

export const NO_PHASE = {
  add_invoice_items: [],
  proration_behavior: 'create_prorations' as const,
  ...unset('application_fee_percent billing_cycle_anchor billing_thresholds collection_method default_payment_method'),
  ...unset('description invoice_settings on_behalf_of transfer_data trial_end'),
}

/** A schedule of what a subscription is now, for the period that it is in. */
export function scheduleOf(sandbox: Sandbox, subscription: Subscription): SubscriptionSchedule {
  const { id, default_payment_method, collection_method, description } = subscription
  const period = {
    start_date: Math.max(...subscription.items.data.map((item) => item.current_period_start)),
    end_date: nextEnd(subscription),
  }
  const schedule = add<SubscriptionSchedule>(
    sandbox,
    {
      id: newId('sub_sched'),
      object: 'subscription_schedule',
      billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
      created: sandbox.clock.now(),
      current_phase: period,
      customer: subscription.customer,
      default_settings: {
        billing_cycle_anchor: 'automatic',
        collection_method,
        default_payment_method,
        description,
        invoice_settings: {
          ...unset('account_tax_ids custom_fields description footer'),
          days_until_due: subscription.days_until_due,
          issuer: { type: 'self' },
        },
        ...unset('application_fee_percent billing_thresholds on_behalf_of transfer_data'),
      },
      end_behavior: subscription.cancel_at_period_end ? 'cancel' : 'release',
      livemode: false,
      metadata: {},
      pause_schedules: [],
      phases: [{ ...phaseOf(sandbox, subscription), ...period }],
      status: 'active',
      subscription: id,
      ...unset('application canceled_at completed_at customer_account released_at released_subscription test_clock'),
    },
    'subscription_schedule.created',
  )
  change(sandbox, subscription, { schedule: schedule.id }, 'customer.subscription.updated')
  return schedule
}

const phaseOf = ({ store }: Sandbox, subscription: Subscription): Omit<Phase, 'start_date' | 'end_date'> => ({
  ...NO_PHASE,
  collection_method: subscription.collection_method,
  currency: subscription.currency,
  default_payment_method: subscription.default_payment_method,
  default_tax_rates: subscription.default_tax_rates ?? [],
  description: subscription.description,
  discounts: subscription.discounts.map((id) => {
    const discount = store.find('discount', id)
    const { promotion_code = null, source } = discount ?? {}
    return { coupon: source?.coupon ?? null, discount: id, promotion_code }
  }),
  items: subscription.items.data.map(({ price, quantity, metadata }) => ({
    billing_thresholds: null,
    discounts: [],
    metadata,
    plan: price.id,
    price: price.id,
    quantity: quantity ?? 1,
    tax_rates: [],
  })),
  metadata: {},
  trial_end: subscription.trial_end,
})

/** What is changed on the subscription itself holds for the rest of the phase it is in. */
export function followSubscription(sandbox: Sandbox, subscription: Subscription) {
  const schedule = sandbox.store.find('subscription_schedule', subscription.schedule ?? '')
  if (!schedule) return
  const phases = schedule.phases.map((phase) => {
    const isCurrent = phase.start_date === schedule.current_phase?.start_date
    return isCurrent ? { ...phase, ...phaseOf(sandbox, subscription) } : phase
  })
  change(sandbox, schedule, { phases }, 'subscription_schedule.updated')
}

/** The subscription goes on as it is. */
export function release(sandbox: Sandbox, schedule: SubscriptionSchedule): SubscriptionSchedule {
  const { subscription } = schedule
  if (subscription) {
    const released = find(sandbox, 'subscription', subscription)
    change(sandbox, released, { schedule: null }, 'customer.subscription.updated')
  }
  const over = { status: 'released' as const, current_phase: null, subscription: null }
  const at = { released_at: sandbox.clock.now(), released_subscription: subscription as string | null }
  return change(sandbox, schedule, { ...over, ...at }, 'subscription_schedule.released')
}

export function endPhase(sandbox: Sandbox, schedule: SubscriptionSchedule) {
  const next = schedule.phases.find(({ start_date }) => start_date === schedule.current_phase?.end_date)
  const subscription = find(sandbox, 'subscription', String(schedule.subscription))
  if (next) {
    const { start_date, end_date } = next
    change(sandbox, schedule, { current_phase: { start_date, end_date } }, 'subscription_schedule.updated')
    enter(sandbox, subscription, next)
  } else if (schedule.end_behavior === 'cancel') end(sandbox, subscription)
  else release(sandbox, schedule)
}

/** Items keep their ids, in their order. Where the period ends here, the renewal that follows bills the new ones. */
function enter(sandbox: Sandbox, before: Subscription, phase: Phase) {
  const now = sandbox.clock.now()
  const changes = before.items.data.map((item, i) => {
    const { price, quantity } = phase.items[i] ?? {}
    return price ? { id: item.id, price: String(price), quantity } : { id: item.id, deleted: true }
  })
  const added = phase.items.slice(before.items.data.length)
  const isPeriodOver = added.length === 0 && before.items.data.every((item) => item.current_period_end <= now)
  if (!isPeriodOver) {
    const items = [...changes, ...added.map(({ price, quantity }) => ({ price: String(price), quantity }))]
    const prorationBehavior = phase.proration_behavior as 'always_invoice' | 'create_prorations' | 'none'
    const draft = apply(sandbox, before, {
      items,
      prorationBehavior,
      prorationDate: null,
      resetAnchor: false,
      rest: {},
    })
    if (draft) finalizeAndCollect(sandbox, draft)
  } else {
    const items = before.items.data.flatMap((item, i) => {
      const { price, quantity } = phase.items[i] ?? {}
      return price ? [{ ...item, ...priced(find(sandbox, 'price', String(price))), quantity: quantity ?? 1 }] : []
    })
    const isSameRhythm = items.every(({ price }, i) =>
      isDeepStrictEqual(recurringOf(price), recurringOf(before.items.data[i]!.price)),
    )
    const isAnchored = phase.billing_cycle_anchor === 'phase_start' || !isSameRhythm
    sandbox.store.save({
      ...before,
      items: embed(items, before.items.url),
      ...(isAnchored && { billing_cycle_anchor: now }),
    })
  }
  const entered = current(sandbox, before)
  sandbox.store.save({
    ...entered,
    discounts: discountsOf(sandbox, before, phase),
    default_tax_rates: phase.default_tax_rates ?? [],
    metadata: { ...entered.metadata, ...phase.metadata },
  })
  announce(sandbox, before, current(sandbox, before), 'customer.subscription.updated')
}

/** Those that are there already stay; one that was used up meanwhile is not redeemed again. */
function discountsOf(sandbox: Sandbox, subscription: Subscription, { discounts }: Phase): string[] {
  return discounts.flatMap(({ discount, coupon, promotion_code }) => {
    if (discount) return sandbox.store.find('discount', String(discount)) ? [String(discount)] : []
    const asked = { coupon: coupon && String(coupon), promotion_code: promotion_code && String(promotion_code) }
    const target = { customer: subscription.customer, subscription: subscription.id }
    return redeemAll(sandbox, [asked] as DiscountParams, target).map(({ id }) => id)
  })
}
