import { DISCOUNTS } from '../billing/amounts/discounts.ts'
import { itemPrice, recurringOf } from '../billing/amounts/items.ts'
import { addIntervals } from '../billing/amounts/money.ts'
import { creditRest } from '../billing/amounts/prorate.ts'
import { end } from '../billing/bill.ts'
import { NO_PHASE, type Phase, release, scheduleOf } from '../billing/phases.ts'
import { invalid } from '../errors.ts'
import { change } from '../events/emit.ts'
import {
  flag,
  integer,
  list,
  mergeMetadata,
  metadata,
  needed,
  object,
  oneOf,
  orNull,
  range,
  type Taken,
  text,
} from '../params.ts'
import { type SubscriptionSchedule, unset } from '../records.ts'
import { find, listing, type Route, retrieve, route } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'

const proration = oneOf('always_invoice', 'create_prorations', 'none')

const PHASE = {
  billing_cycle_anchor: oneOf('automatic', 'phase_start'),
  collection_method: oneOf('charge_automatically', 'send_invoice'),
  default_payment_method: text,
  default_tax_rates: list(text),
  description: text,
  discounts: DISCOUNTS,
  duration: object({ interval: needed(oneOf('day', 'month', 'week', 'year')), interval_count: integer }),
  end_date: integer,
  invoice_settings: object({ days_until_due: integer }),
  items: needed(list(object({ metadata, price: needed(text), quantity: integer, tax_rates: list(text) }))),
  metadata,
  proration_behavior: proration,
  start_date: integer,
}
type AskedPhase = Taken<typeof PHASE>

const url = '/v1/subscription_schedules'

export const subscriptionSchedules: Route[] = [
  retrieve('subscription_schedule', url),
  listing('subscription_schedule', url, { created: range, customer: text, released_at: range }),
  route('POST', url, { from_subscription: needed(text) }, (sandbox, { from_subscription: id }) => {
    const subscription = find(sandbox, 'subscription', id, 'from_subscription')
    if (subscription.schedule) {
      const message = `You cannot migrate a subscription that is already attached to a schedule: \`${subscription.schedule}\`.`
      throw invalid(message, 'from_subscription')
    }
    if (subscription.ended_at !== null || subscription.status === 'incomplete') {
      const message = `You can not migrate a subscription that is in the \`${subscription.status}\` status.`
      throw invalid(message, 'from_subscription')
    }
    return scheduleOf(sandbox, subscription)
  }),
  route(
    'POST',
    `${url}/:id`,
    {
      end_behavior: oneOf('cancel', 'release'),
      metadata,
      phases: list(object(PHASE)),
      proration_behavior: proration,
    },
    (sandbox, params, id = '') => {
      const schedule = active(sandbox, id, 'update')
      return change(
        sandbox,
        schedule,
        {
          ...(params.end_behavior && { end_behavior: params.end_behavior }),
          ...(params.phases && { phases: readPhases(sandbox, schedule, params.phases) }),
          metadata: mergeMetadata(schedule.metadata as Record<string, string>, params.metadata),
        },
        'subscription_schedule.updated',
      )
    },
  ),
  route('POST', `${url}/:id/release`, { preserve_cancel_date: flag }, (sandbox, _, id = '') =>
    release(sandbox, active(sandbox, id, 'release')),
  ),
  route('POST', `${url}/:id/cancel`, { invoice_now: flag, prorate: flag }, (sandbox, params, id = '') => {
    const { subscription: managed } = active(sandbox, id, 'cancel')
    const subscription = find(sandbox, 'subscription', String(managed))
    if (params.prorate !== false) creditRest(sandbox, subscription, sandbox.clock.now())
    end(sandbox, subscription)
    return find(sandbox, 'subscription_schedule', id)
  }),
]

function active(sandbox: Sandbox, id: string, act: string): SubscriptionSchedule {
  const schedule = find(sandbox, 'subscription_schedule', id)
  if (schedule.status === 'active') return schedule
  throw invalid(`You cannot ${act} a subscription schedule that is currently in the \`${schedule.status}\` status.`)
}

/** The phase that runs is among them and as it is; each begins where the one before it ends. */
function readPhases(sandbox: Sandbox, schedule: SubscriptionSchedule, asked: AskedPhase[]): Phase[] {
  const running = schedule.phases.find(({ start_date }) => start_date === schedule.current_phase?.start_date)
  const [first] = asked
  if (!running || first?.start_date !== running.start_date) {
    throw invalid(
      'The subscription schedule update is missing at least one phase with a `start_date` to anchor end dates to.',
      'phases',
    )
  }
  const isAsItRuns = first.items.every(
    ({ price, quantity }, i) => price === running.items[i]?.price && (quantity ?? 1) === running.items[i]?.quantity,
  )
  if (!isAsItRuns || first.items.length !== running.items.length || first.end_date == null)
    throw invalid('The sandbox changes only phases that have not begun.', 'phases[0][items]')
  const phases: Phase[] = []
  for (const [i, phase] of asked.entries()) {
    const start = phases.at(-1)?.end_date ?? running.start_date
    if (phase.start_date != null && phase.start_date !== start)
      throw invalid('The start date of a phase must be the end date of the one before it.', `phases[${i}][start_date]`)
    phases.push(readPhase(sandbox, running, phase, start))
  }
  if (first.end_date <= sandbox.clock.now())
    throw invalid('You can not end the current phase in the past.', 'phases[0][end_date]')
  return phases
}

function readPhase(sandbox: Sandbox, { currency }: Phase, asked: AskedPhase, start: number): Phase {
  const [first] = asked.items.map(({ price }) => itemPrice(sandbox, price, currency))
  if (!first) throw invalid('A phase needs an item.', 'phases')
  const { duration } = asked
  const lasts = duration ? { ...duration, interval_count: duration.interval_count ?? 1 } : recurringOf(first)
  const end_date = asked.end_date ?? addIntervals(start, lasts)
  if (end_date <= start) throw invalid('A phase must end after it begins.', 'phases')
  return {
    ...NO_PHASE,
    ...orNull(asked, 'billing_cycle_anchor', 'collection_method', 'default_payment_method', 'description'),
    currency,
    default_tax_rates: (asked.default_tax_rates ?? []).map((id) => find(sandbox, 'tax_rate', id, 'default_tax_rates')),
    discounts: (asked.discounts ?? []).map((discount) => orNull(discount, 'coupon', 'discount', 'promotion_code')),
    end_date,
    invoice_settings: asked.invoice_settings
      ? {
          ...unset('account_tax_ids custom_fields description footer issuer'),
          days_until_due: asked.invoice_settings.days_until_due ?? null,
        }
      : null,
    items: asked.items.map((item, i) => ({
      billing_thresholds: null,
      discounts: [],
      metadata: mergeMetadata(null, item.metadata),
      plan: item.price,
      price: itemPrice(sandbox, asked.items[i]?.price, currency).id,
      quantity: item.quantity ?? 1,
      tax_rates: (item.tax_rates ?? []).map((id) => find(sandbox, 'tax_rate', id, 'tax_rates')),
    })),
    metadata: mergeMetadata(null, asked.metadata),
    proration_behavior: asked.proration_behavior ?? 'create_prorations',
    start_date: start,
  }
}
