import { describeDecline } from '@hikmah/contract/open-invoices'
import type Stripe from 'stripe'
import { Refusal, unavailable } from '../../kit/errors/refusal.ts'
import type { PaymentProvider, Use } from './provider.ts'

const FAILURES = 5
const OPEN_MS = 30_000

const UNREACHABLE = 'The payment provider cannot be reached. Try again in a moment.'
export const unreachable = (retryAfterS = 30) => new Refusal(502, 'UPSTREAM', UNREACHABLE, { retryAfterS })

/** After repeated failures callers are refused at once; one call in 30 s tries the provider. */
export function createBreaker(now: () => number = () => performance.now()) {
  let failures = 0
  let closedAgainAt = 0
  return {
    assertClosed() {
      if (failures < FAILURES) return
      if (now() < closedAgainAt) throw unreachable((closedAgainAt - now()) / 1000)
      closedAgainAt = now() + OPEN_MS
    },
    isOpen: () => failures >= FAILURES,
    succeeded() {
      failures = 0
    },
    failed() {
      failures += 1
      if (failures >= FAILURES) closedAgainAt = now() + OPEN_MS
    },
  }
}

interface StripeError {
  type: string
  statusCode?: number
  code?: string
  param?: string
  decline_code?: string
  message: string
  requestId?: string
}

const isStripeError = (error: unknown): error is StripeError =>
  error instanceof Error &&
  typeof (error as { type?: unknown }).type === 'string' &&
  /^Stripe/.test((error as { type?: string }).type!)

const errorType = (error: unknown) => (isStripeError(error) ? error.type : '')

export const isRateLimit = (error: unknown) =>
  errorType(error) === 'StripeRateLimitError' || (isStripeError(error) && error.code === 'lock_timeout')

/** The provider or the way to it is in trouble: the call may have been carried out. */
export const isTrouble = (error: unknown) =>
  /^Stripe(Connection|API)Error$/.test(errorType(error)) || (error instanceof Refusal && error.status === 502)

/** What was decided upon is not so any more at the provider: nothing was done. */
export class ChangedAtProvider extends Refusal {
  constructor(words: string, fields: Record<string, string> = {}) {
    super(409, 'CONFLICT', words, { fields })
  }
}

/** Money moved at the provider since the amount was shown. */
export class TooLittleLeft extends ChangedAtProvider {
  readonly left: number

  constructor(left: number) {
    const words =
      'Less is left of the payment than was shown, because money moved at the payment provider. Look at the amounts again.'
    super(words, { refund: words })
    this.left = left
  }
}

/** The call was not carried out, and never will be as it is. */
export const isRefusedForGood = (error: unknown): error is Refusal =>
  error instanceof ChangedAtProvider ||
  (error instanceof Refusal && error.status < 500 && error.status !== 409 && error.status !== 429)

/** The provider's own text is shown where it is about what the caller sent. */
export function refusalOf(error: unknown): unknown {
  if (!isStripeError(error)) return error
  const { type, code, param, message, decline_code: decline } = error
  const because = (refusal: Refusal) => Object.assign(refusal, { cause: error })
  const refusal = (status: number, kind: 'NOT_FOUND' | 'VALIDATION' | 'CONFLICT' | 'UPSTREAM', words: string) =>
    because(new Refusal(status, kind, words, param ? { fields: { [param]: words } } : {}))
  // An account that is no longer connected is refused like one that never was.
  const isGone = code === 'resource_missing' || code === 'account_invalid'
  if (isGone) return refusal(404, 'NOT_FOUND', 'The payment provider has no such record')
  switch (type) {
    case 'StripeInvalidRequestError':
      return refusal(422, 'VALIDATION', `The payment provider refused this: ${message}`)
    case 'StripeCardError':
      return refusal(402, 'UPSTREAM', `The card was refused: ${describeDecline(decline ?? code ?? '', message)}`)
    case 'StripeIdempotencyError':
      return refusal(409, 'CONFLICT', 'This key was already used for a different request')
    case 'StripeRateLimitError':
      return because(unavailable('The payment provider is busy. Try again in a moment.'))
    case 'StripeAuthenticationError':
    case 'StripePermissionError':
      return because(unavailable('The payment provider does not accept the key of this console'))
    default:
      return because(unreachable())
  }
}

const isMissing = (error: unknown) => error instanceof Refusal && error.code === 'NOT_FOUND'

/** An empty id makes the SDK call another endpoint (own account, all invoices), so ids are checked here. */
export function requireId(id: string): string {
  if (!/^[A-Za-z0-9_-]{3,255}$/.test(id)) throw new Error('This is not an id of the payment provider')
  return id
}

/** The provider sends either the id alone or the whole object. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)

export const undefinedIfMissing = async <T>(request: Promise<T>): Promise<T | undefined> => {
  try {
    return await request
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const LIMIT = 100

type Page<T> = (sdk: Stripe, paging: { limit: number; starting_after?: string }) => Promise<Stripe.ApiList<T>>

export async function* allOf<T extends { id: string }>(
  stripe: PaymentProvider,
  use: Use,
  page: Page<T>,
): AsyncGenerator<T> {
  let after: string | undefined
  for (;;) {
    const list = await stripe.ask(use, (sdk) => page(sdk, { limit: LIMIT, ...(after && { starting_after: after }) }))
    yield* list.data
    after = list.data.at(-1)?.id
    if (!list.has_more || !after) return
  }
}

export const collectAll = <T extends { id: string }>(stripe: PaymentProvider, use: Use, page: Page<T>): Promise<T[]> =>
  Array.fromAsync(allOf(stripe, use, page))
