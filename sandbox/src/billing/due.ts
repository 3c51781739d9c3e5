import { change, emit } from '../events/emit.ts'
import type { Invoice, Subscription } from '../records.ts'
import { voidInvoice } from '../resources/invoices.ts'
import { find } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'
import { nextEnd } from './amounts/items.ts'
import { endDiscounts, renew } from './bill.ts'
import { collect, finalizeAndCollect } from './payment/pay.ts'
import { endPhase } from './phases.ts'

type Due = { at: number; run: () => void }

/** How long a first payment may be owed before the subscription is given up. */
const INCOMPLETE_FOR = 23 * 3600
const TRIAL_NOTICE = 3 * 86_400

function dueBy(sandbox: Sandbox, until: number): Due | undefined {
  let first: Due | undefined
  for (const due of everythingDue(sandbox)) {
    if (due.at <= until && (!first || due.at < first.at)) first = due
  }
  return first
}

function* everythingDue(sandbox: Sandbox): Generator<Due> {
  const { store } = sandbox
  // A phase ends with a period and before the renewal, which is of the next phase.
  for (const schedule of store.all('subscription_schedule')) {
    const { status, current_phase } = schedule
    if (status === 'active' && current_phase) {
      yield { at: current_phase.end_date, run: () => endPhase(sandbox, schedule) }
    }
  }
  for (const subscription of store.all('subscription')) yield* dueOfSubscription(sandbox, subscription)
  for (const invoice of store.all('invoice')) yield* dueOfInvoice(sandbox, invoice)
  for (const code of store.all('promotion_code')) {
    if (code.active && code.expires_at !== null) {
      const expire = () => change(sandbox, code, { active: false }, 'promotion_code.updated')
      yield { at: code.expires_at, run: expire }
    }
  }
  for (const coupon of store.all('coupon')) {
    if (!coupon.valid || coupon.redeem_by === null) continue
    const expire = () => {
      change(sandbox, coupon, { valid: false }, 'coupon.updated')
      for (const code of store.all('promotion_code')) {
        if (code.promotion.coupon === coupon.id) change(sandbox, code, { active: false }, 'promotion_code.updated')
      }
    }
    yield { at: coupon.redeem_by, run: expire }
  }
  for (const session of store.all('checkout.session')) {
    if (session.status === 'open') {
      const expire = () => change(sandbox, session, { status: 'expired', url: null }, 'checkout.session.expired')
      yield { at: session.expires_at, run: expire }
    }
  }
}

function* dueOfSubscription(sandbox: Sandbox, subscription: Subscription): Generator<Due> {
  const { status, cancel_at, created, discounts, pending_update, trial_end } = subscription
  if (status === 'incomplete') yield { at: created + INCOMPLETE_FOR, run: () => giveUp(sandbox, subscription) }
  if (!['active', 'trialing', 'past_due', 'unpaid'].includes(status)) return
  const renewal = nextEnd(subscription)
  yield { at: cancel_at === null ? renewal : Math.min(cancel_at, renewal), run: () => renew(sandbox, subscription) }
  if (status === 'trialing' && trial_end !== null) {
    const at = Math.max(created, trial_end - TRIAL_NOTICE)
    yield* once(sandbox, `trial will end ${subscription.id}`, at, () =>
      emit(sandbox, 'customer.subscription.trial_will_end', subscription),
    )
  }
  if (pending_update) yield { at: pending_update.expires_at, run: () => dropUpdate(sandbox, subscription) }
  for (const id of discounts) {
    const ends = sandbox.store.find('discount', id)?.end
    if (ends) yield { at: ends, run: () => endDiscounts(sandbox, subscription, [id]) }
  }
}

function* dueOfInvoice(sandbox: Sandbox, invoice: Invoice): Generator<Due> {
  if (invoice.status === 'draft' && invoice.auto_advance && invoice.automatically_finalizes_at !== null) {
    yield { at: invoice.automatically_finalizes_at, run: () => finalizeAndCollect(sandbox, invoice) }
  }
  if (invoice.status !== 'open') return
  if (invoice.next_payment_attempt !== null && invoice.auto_advance) {
    yield { at: invoice.next_payment_attempt, run: () => collect(sandbox, invoice) }
  }
  if (invoice.due_date !== null) {
    yield* once(sandbox, `overdue ${invoice.id}`, invoice.due_date, () => {
      emit(sandbox, 'invoice.overdue', invoice)
      const subscription = sandbox.store.find('subscription', invoice.parent?.subscription_details?.subscription ?? '')
      if (subscription?.status === 'active') {
        change(sandbox, subscription, { status: 'past_due' }, 'customer.subscription.updated')
      }
    })
  }
}

function* once({ store }: Sandbox, id: string, at: number, say: () => void): Generator<Due> {
  if (store.find('mark', id)) return
  const run = () => {
    store.save({ id, object: 'mark' })
    say()
  }
  yield { at, run }
}

function giveUp(sandbox: Sandbox, subscription: Subscription) {
  const invoice = find(sandbox, 'invoice', subscription.latest_invoice ?? '')
  if (invoice.status === 'open') voidInvoice(sandbox, invoice)
  const over = { ended_at: sandbox.clock.now(), status: 'incomplete_expired' as const }
  change(sandbox, subscription, over, 'customer.subscription.updated')
}

function dropUpdate(sandbox: Sandbox, subscription: Subscription) {
  const invoice = find(sandbox, 'invoice', subscription.latest_invoice ?? '')
  if (invoice.status === 'open') voidInvoice(sandbox, invoice)
  const rest = { pending_update: null }
  change(sandbox, subscription, rest, 'customer.subscription.updated', 'customer.subscription.pending_update_expired')
}

/** Moves the clock and does what falls due on the way, each thing at its own time. */
export function advance(sandbox: Sandbox, seconds: number) {
  const until = sandbox.clock.now() + seconds
  const done = catchUp(sandbox, until)
  sandbox.clock.move(seconds)
  return { now: until, done }
}

/** Nothing is due twice: what was done has moved on or is over. */
export function catchUp(sandbox: Sandbox, until = sandbox.clock.now()) {
  let done = 0
  for (let due = dueBy(sandbox, until); due; due = dueBy(sandbox, until)) {
    const { at, run } = due
    sandbox.clock.at(at, run)
    done += 1
  }
  return done
}
