import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { end } from '../billing/bill.ts'
import { advance } from '../billing/due.ts'
import { NO_DETAILS } from '../billing/subscribe.ts'
import { invalid } from '../errors.ts'
import { change, queueDelivery, receivers } from '../events/emit.ts'
import { flag, integer, list, needed, object, oneOf, readShape, type Shape, type Taken, text } from '../params.ts'
import type { Account } from '../records.ts'
import { NOTHING_REQUIRED } from '../resources/accounts.ts'
import { find } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'
import { ARRIVAL, DISPUTE, dispute, endPayment, failRefund, PAYMENT, paySession } from './customer-acts.ts'

const REASONS = [
  'requirements.past_due',
  'requirements.pending_verification',
  'listed',
  'under_review',
  'other',
  'rejected.fraud',
  'rejected.other',
  'platform_paused',
] as const

/** What ends a subscription by itself, by the settings of the account. */
const END = { reason: needed(oneOf('payment_failed', 'payment_disputed')) }

const STANDING = {
  charges_enabled: flag,
  details_submitted: flag,
  payouts_enabled: flag,
  requirements: object({
    current_deadline: integer,
    currently_due: list(text),
    disabled_reason: oneOf(...REASONS),
    eventually_due: list(text),
    past_due: list(text),
    pending_verification: list(text),
  }),
  verification: oneOf('unverified', 'pending', 'verified'),
}

/** Puts a connected account where the provider's own review would. */
function setStanding(sandbox: Sandbox, id: string, params: Taken<typeof STANDING>): Account {
  const account = find(sandbox, 'account', id)
  const { requirements: asked, verification, ...flags } = params
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value != null))
  const person = verification ? account.individual : undefined
  const individual = person && { ...person, verification: { ...person.verification, status: verification ?? '' } }
  if (individual) change(sandbox, find(sandbox, 'person', individual.id), individual, 'person.updated')
  return change(
    sandbox,
    account,
    {
      ...given,
      ...(asked !== undefined && { requirements: { ...NOTHING_REQUIRED, ...withLists(asked ?? {}) } }),
      ...(individual && { individual }),
    },
    'account.updated',
  )
}

/** A list that was sent empty is a list of nothing. */
const withLists = (asked: NonNullable<Taken<typeof STANDING>['requirements']>) =>
  Object.fromEntries(
    Object.entries(asked).map(([key, value]) => [
      key,
      value ?? (key === 'disabled_reason' || key === 'current_deadline' ? null : []),
    ]),
  )

/** Sends everything again that was ever sent: in the wrong order, or twice, if that is wished. */
function replay(sandbox: Sandbox, { duplicate, reverse }: { duplicate?: boolean | null; reverse?: boolean | null }) {
  const events = sandbox.store.all('event')
  const once = reverse ? events.toReversed() : events
  let queued = 0
  for (const { id, type, account } of duplicate ? once.flatMap((event) => [event, event]) : once) {
    for (const endpoint of receivers(sandbox, type, account)) {
      queueDelivery(sandbox, id, endpoint.id, `${id} ${endpoint.id} again ${queued}`)
      queued += 1
    }
  }
  return { queued }
}

const FAULT = {
  clear: flag,
  only: text,
  delayMs: integer,
  holdMs: integer,
  drop: flag,
  status: integer,
  times: integer,
}

/** What a test or a person may do to the sandbox that no caller of the provider can. */
export function controls(server: FastifyInstance, sandbox: Sandbox, faults: Faults, wake: () => void) {
  const control = <S extends Shape>(path: string, takes: S, run: (params: Taken<S>, id: string) => object) =>
    server.post(`/__sandbox/${path}`, (request) => {
      const params = readShape(takes, asForm(request.body))
      const { id = '' } = request.params as { id?: string }
      const result = sandbox.store.transaction(() => run(params, id))
      wake()
      return result
    })

  control('clock', { advanceS: needed(integer), quiet: flag }, ({ advanceS, quiet }) => {
    if (advanceS < 0 && sandbox.store.all('event').length > 0) {
      throw invalid('The clock goes back only while nothing has happened in the sandbox.', 'advanceS')
    }
    sandbox.isQuiet = quiet ?? false
    try {
      return advance(sandbox, advanceS)
    } finally {
      sandbox.isQuiet = false
    }
  })
  control('checkout/:id/pay', PAYMENT, (params, id) => paySession(sandbox, id, params))
  // As the page of the provider does, after which the customer is back where they came from.
  server.post<{ Params: { id: string } }>('/__sandbox/checkout/:id/done', ({ params: { id } }, reply) => {
    const session = sandbox.store.transaction(() => paySession(sandbox, id, {}))
    wake()
    return reply.redirect((session.success_url ?? '').replace('{CHECKOUT_SESSION_ID}', id), 303)
  })
  control('checkout/:id/arrive', ARRIVAL, (params, id) => endPayment(sandbox, id, params))
  control('charges/:id/dispute', DISPUTE, (params, id) => dispute(sandbox, id, params))
  control('subscriptions/:id/end', END, ({ reason }, id) =>
    end(sandbox, find(sandbox, 'subscription', id), { cancellation_details: { ...NO_DETAILS, reason } }),
  )
  control('refunds/:id/fail', {}, (_, id) => failRefund(sandbox, id))
  control('accounts/:id', STANDING, (params, id) => setStanding(sandbox, id, params))
  control('events/replay', { duplicate: flag, reverse: flag }, (params) => replay(sandbox, params))
  control('faults', FAULT, ({ clear, only, status, delayMs, holdMs, drop, times }) => {
    if (clear) faults.clear()
    if (status || delayMs || holdMs || drop) {
      faults.add({ only: only ?? '', status, delayMs, holdMs, drop, times: times ?? 1 })
    }
    return { faults: faults.count }
  })
}

/** Controls are sent as JSON; what reads forms expects text. */
const asForm = (body: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries((body ?? {}) as object).map(([key, value]) => [key, asText(value)]))

function asText(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map(asText)
  return value !== null && typeof value === 'object' ? asForm(value) : (value ?? '')
}

export type Fault = {
  /** What the request begins with, as `POST /v1/credit_notes`; any request where it is empty. */
  only: string
  status?: number | null
  /** Before anything is done. */
  delayMs?: number | null
  /** After all is done, before it is said. */
  holdMs?: number | null
  drop?: boolean | null
  times: number
}

export class Faults {
  #queue: Fault[] = []
  #cleared = Promise.withResolvers<void>()

  add(fault: Fault) {
    this.#queue.push(fault)
  }

  /** Whoever is kept waiting goes on, too. */
  clear() {
    this.#queue = []
    this.#cleared.resolve()
    this.#cleared = Promise.withResolvers()
  }

  get count() {
    return this.#queue.length
  }

  /** The oldest that is not used up, of those meant for such a request. */
  next(request: string): Fault | undefined {
    const fault = this.#queue.find(({ only }) => request.startsWith(only))
    if (!fault) return undefined
    fault.times -= 1
    if (fault.times <= 0) this.#queue = this.#queue.filter((waiting) => waiting !== fault)
    return fault
  }

  wait = (ms: number) => Promise.race([sleep(ms), this.#cleared.promise])
}
