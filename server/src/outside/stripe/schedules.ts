import type Stripe from 'stripe'
import { itemsOf, readPrice, unitAmountOf } from './billing.ts'
import type { PaymentProvider } from './provider.ts'
import { ChangedAtProvider, idOf, isRefusedForGood, requireId } from './requests.ts'

/** What an item becomes. `unitAmount` is of one, null where it has tiers. */
export interface PlannedItem {
  itemId: string
  priceId: string
  productId: string
  quantity: number
  unitAmount: number | null
  currency: string
  recurringInterval: string | null
  intervalCount: number | null
}

/** The next phase of a schedule: which items change then, and into what. */
export interface PlannedChange {
  at: string
  items: PlannedItem[]
}

type Schedule = Stripe.SubscriptionSchedule
type Phase = Schedule['phases'][number]

const runningPhase = ({ phases, current_phase }: Schedule) =>
  phases.find(({ start_date }) => start_date === current_phase?.start_date)

const nextPhase = ({ status, phases, current_phase }: Schedule) =>
  status === 'active' ? phases.find(({ start_date }) => start_date === current_phase?.end_date) : undefined

/** The schedule must have been expanded with its prices. Its phases do not name the items that they change. */
export function plannedChangeOf(
  schedule: string | Schedule | null,
  items: Stripe.SubscriptionItem[],
): PlannedChange | null {
  const next = typeof schedule === 'object' && schedule ? nextPhase(schedule) : undefined
  if (!next) return null
  const left = next.items.flatMap(({ price, quantity = 1 }) =>
    typeof price === 'object' && !price.deleted ? [{ price, quantity }] : [],
  )
  const take = (fits: (each: (typeof left)[number]) => boolean) => {
    const index = left.findIndex(fits)
    return index < 0 ? undefined : left.splice(index, 1)[0]
  }
  const changing = items.filter(
    (item) => !take(({ price, quantity }) => price.id === item.price.id && quantity === (item.quantity ?? 1)),
  )
  const becomes = changing.flatMap((item): PlannedItem[] => {
    const match =
      take(({ price }) => price.id === item.price.id) ??
      take(({ price }) => idOf(price.product) === idOf(item.price.product)) ??
      take(() => true)
    return match ? [plannedItem(item.id, match.price, match.quantity)] : []
  })
  return becomes.length > 0 ? { at: new Date(next.start_date * 1000).toISOString(), items: becomes } : null
}

/** Of the schedule as a list has it, without its prices: when what comes next, to compare by. */
export function plannedText({ schedule, items }: Stripe.Subscription): string {
  const next = typeof schedule === 'object' && schedule ? nextPhase(schedule) : undefined
  const left = next?.items.map(({ price, quantity = 1 }) => `${idOf(price)} × ${quantity}`) ?? []
  const changing = items.data.filter(({ price, quantity }) => {
    const index = left.indexOf(`${price.id} × ${quantity ?? 1}`)
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
  if (!next || changing.length === 0 || left.length === 0) return ''
  return describePlanned(new Date(next.start_date * 1000).toISOString(), left)
}

export const describePlanned = (at: string, items: string[]) => `${items.toSorted().join(', ')} on ${at}`

const plannedItem = (itemId: string, price: Stripe.Price, quantity: number): PlannedItem => ({
  itemId,
  priceId: price.id,
  productId: idOf(price.product) ?? '',
  quantity,
  unitAmount: unitAmountOf(price),
  currency: price.currency,
  recurringInterval: price.recurring?.interval ?? null,
  intervalCount: price.recurring?.interval_count ?? null,
})

export interface ItemPlan {
  subscription: string
  item: string
  /** As it is until then. */
  from: { price: string; quantity: number }
  price: string
  quantity: number
  /** The end of its period, in epoch seconds. */
  at: number
}

/**
 * Gives an item another price or quantity from its next period on, in the place of what was planned before. It asks the
 * provider what the subscription is now, since it may have changed there.
 */
export async function planItem(stripe: PaymentProvider, plan: ItemPlan, key: string): Promise<PlannedChange> {
  const subscription = await stripe.ask('work', (sdk) =>
    sdk.subscriptions.retrieve(requireId(plan.subscription), { expand: ['schedule.phases.items.price'] }),
  )
  const items = await itemsOf(stripe, 'work', subscription)
  const existing = typeof subscription.schedule === 'object' ? subscription.schedule : null
  const made = existing?.metadata?.key === key && plannedChangeOf(existing, items)
  if (made) return made
  const price = await readPrice(stripe, 'work', plan.price)
  if (!price?.recurring || !isAsPlanned(subscription, items, plan)) throw new ChangedAtProvider(CHANGED)
  const schedule = existing ?? (await beginSchedule(stripe, plan.subscription, key))
  try {
    const updated = await stripe.ask('work', (sdk) =>
      sdk.subscriptionSchedules.update(
        schedule.id,
        {
          end_behavior: 'release',
          metadata: { key },
          proration_behavior: 'none',
          phases: phasesOf(schedule, plan, price.recurring!),
          expand: ['phases.items.price'],
        },
        { idempotencyKey: key },
      ),
    )
    return plannedChangeOf(updated, items)!
  } catch (error) {
    if (!existing && isRefusedForGood(error)) await release(stripe, schedule.id)
    throw error
  }
}

const CHANGED = 'This subscription has changed at the payment provider, so nothing was planned. Look at the plan again.'

function isAsPlanned(
  { status, cancel_at, cancel_at_period_end }: Stripe.Subscription,
  items: Stripe.SubscriptionItem[],
  { item: id, from, at }: ItemPlan,
) {
  const item = items.find((each) => each.id === id)
  const isSame = item?.price.id === from.price && (item.quantity ?? 1) === from.quantity
  return isSame && item.current_period_end === at && status === 'active' && !cancel_at_period_end && cancel_at === null
}

const beginSchedule = (stripe: PaymentProvider, subscription: string, key: string) =>
  stripe.ask('work', (sdk) =>
    sdk.subscriptionSchedules.create(
      { from_subscription: requireId(subscription) },
      { idempotencyKey: `${key}-begin` },
    ),
  )

type PhaseParams = Stripe.SubscriptionScheduleUpdateParams.Phase

/** The phase that runs, until the period ends, and one period of the next; then the subscription goes on by itself. */
function phasesOf(schedule: Schedule, plan: ItemPlan, { interval, interval_count }: Stripe.Price.Recurring) {
  const running = runningPhase(schedule)
  if (!running) throw new ChangedAtProvider(CHANGED)
  const kept = keepPhase(running)
  const { price, quantity } = plan
  const next: PhaseParams = {
    ...kept,
    items: kept.items.map((item) => (item.price === plan.from.price ? { ...item, price, quantity } : item)),
    proration_behavior: 'none',
    duration: { interval, interval_count },
  }
  return [{ ...kept, start_date: running.start_date, end_date: plan.at }, next]
}

/** An update replaces all of a phase, so what it does not change is sent again. */
function keepPhase(phase: Phase): PhaseParams {
  const { collection_method, description, invoice_settings, metadata, automatic_tax, transfer_data } = phase
  const method = idOf(phase.default_payment_method)
  const days = invoice_settings?.days_until_due
  return {
    items: phase.items.map(({ price, quantity, metadata: own, tax_rates }) => ({
      price: idOf(price)!,
      ...(quantity !== undefined && { quantity }),
      ...(own && Object.keys(own).length > 0 && { metadata: own }),
      ...(tax_rates && tax_rates.length > 0 && { tax_rates: tax_rates.map(({ id }) => id) }),
    })),
    discounts:
      phase.discounts.length > 0
        ? phase.discounts.map(({ discount, promotion_code, coupon }) => {
            const [redeemed, code, of] = [idOf(discount), idOf(promotion_code), idOf(coupon)]
            return redeemed ? { discount: redeemed } : code ? { promotion_code: code } : { coupon: of! }
          })
        : '',
    ...(collection_method && { collection_method }),
    ...(method && { default_payment_method: method }),
    ...(description && { description }),
    ...(days != null && { invoice_settings: { days_until_due: days } }),
    ...(metadata && Object.keys(metadata).length > 0 && { metadata }),
    ...(phase.default_tax_rates?.length && { default_tax_rates: phase.default_tax_rates.map(({ id }) => id) }),
    ...(automatic_tax?.enabled && { automatic_tax: { enabled: true } }),
    ...(transfer_data && {
      transfer_data: {
        destination: idOf(transfer_data.destination)!,
        ...(transfer_data.amount_percent !== null && { amount_percent: transfer_data.amount_percent }),
      },
    }),
  }
}

/** A promo code put on the subscription holds for what is planned, too. */
export async function keepDiscounts(stripe: PaymentProvider, subscription: Stripe.Subscription, key: string) {
  const id = idOf(subscription.schedule)
  if (!id) return
  const schedule = await stripe.ask('work', (sdk) => sdk.subscriptionSchedules.retrieve(requireId(id)))
  const running = runningPhase(schedule)
  if (!running || !nextPhase(schedule)) return
  const discounts = subscription.discounts.map((discount) => ({ discount: idOf(discount)! }))
  await stripe.ask('work', (sdk) =>
    sdk.subscriptionSchedules.update(
      id,
      {
        proration_behavior: 'none',
        phases: schedule.phases.slice(schedule.phases.indexOf(running)).map((phase) => ({
          ...keepPhase(phase),
          discounts: discounts.length > 0 ? discounts : '',
          proration_behavior: phase.proration_behavior,
          start_date: phase.start_date,
          end_date: phase.end_date,
        })),
      },
      { idempotencyKey: `${key}-planned` },
    ),
  )
}

/** The subscription goes on as it is. A schedule that is over is fine. */
export async function release(stripe: PaymentProvider, schedule: string) {
  try {
    await stripe.ask('work', (sdk) => sdk.subscriptionSchedules.release(requireId(schedule)))
  } catch (error) {
    if (!isRefusedForGood(error)) throw error
    const { status } = await stripe.ask('work', (sdk) => sdk.subscriptionSchedules.retrieve(requireId(schedule)))
    if (status === 'active' || status === 'not_started') throw error
  }
}

/** Nothing is planned any more, by whom it may have been. */
export async function releaseSubscription(stripe: PaymentProvider, subscription: string) {
  const { schedule } = await stripe.ask('work', (sdk) => sdk.subscriptions.retrieve(requireId(subscription)))
  const id = idOf(schedule)
  if (id) await release(stripe, id)
}
