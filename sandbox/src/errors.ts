import type { Kind } from './records.ts'

type Details = {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
  charge?: string
}

export class ProviderError extends Error {
  readonly status: number
  readonly details: Details
  /** A declined card is an error to the caller, and yet the attempt has happened. */
  readonly keepsWrites: boolean

  constructor(status: number, details: Details, keepsWrites = false) {
    super(details.message)
    this.status = status
    this.details = details
    this.keepsWrites = keepsWrites
  }
}

export const refusal = (status: number, message: string, more: Partial<Details> = {}) =>
  new ProviderError(status, { type: 'invalid_request_error', message, ...more })

export const invalid = (message: string, param?: string, code?: string) => refusal(400, message, { param, code })

const NOUNS: Partial<Record<Kind, string>> = {
  payment_method: 'PaymentMethod',
  payment_intent: 'payment_intent',
  'checkout.session': 'checkout session',
  webhook_endpoint: 'webhook endpoint',
  credit_note: 'credit note',
  promotion_code: 'promotion code',
  invoice_payment: 'invoice payment',
  invoiceitem: 'invoiceitem',
}

/** 404 for what the path names, 400 for what a parameter names. */
export function missing(kind: string, id: string, param = 'id') {
  // Whether an account of others exists is not told.
  if (kind === 'account') {
    const message = `The provided key 'sk_test_***' does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`
    return refusal(403, message, { code: 'account_invalid' })
  }
  const message = `No such ${NOUNS[kind as Kind] ?? kind.replaceAll('_', ' ')}: '${id}'`
  return refusal(param === 'id' ? 404 : 400, message, { code: 'resource_missing', param })
}

export interface Decline {
  decline_code: string
  message: string
}

export const DECLINED: Decline = { decline_code: 'generic_decline', message: 'Your card was declined.' }

/** The charge is not named where it is undone with everything else. */
export const cardDeclined = (decline = DECLINED, charge?: string) =>
  new ProviderError(402, { type: 'card_error', code: 'card_declined', ...decline, charge }, charge !== undefined)

export function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const { statusCode, message } = error as { statusCode?: number; message: string }
  if (statusCode && statusCode < 500) return refusal(statusCode, message)
  console.error(error)
  return new ProviderError(500, { type: 'api_error', message: 'The sandbox has failed; its output says why.' })
}

export const errorBody = ({ details }: ProviderError) => ({
  ...details,
  ...(details.code && { doc_url: `https://docs.stripe.com/error-codes#${details.code}` }),
})
