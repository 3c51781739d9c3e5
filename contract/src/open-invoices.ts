import { z } from 'zod'
import { Day, Id, ListMeta, PageQuery, RequiredText, Timestamp } from './common.ts'
import { describeEndpoints } from './endpoint.ts'
import { oneInvoice, Receipt } from './invoices.ts'
import { disputeReasons } from './money-words.ts'
import { PROVIDER_AWAY } from './payments.ts'
import { TaxLetter } from './tax-verification/schemas.ts'
import { keysOf } from './words.ts'

/** What staff do with an invoice that is not paid. */
export const invoiceActs = {
  retry: { label: 'Retry payment', done: 'Payment Collected Successfully!' },
  send: { label: 'Send again', done: 'Invoice Sent Successfully!' },
  markPaid: { label: 'Mark as paid', done: 'Invoice Marked As Paid!' },
  void: { label: 'Void', done: 'Invoice Voided!' },
  uncollectible: { label: 'Mark uncollectible', done: 'Invoice Marked Uncollectible!' },
}
export type InvoiceAct = keyof typeof invoiceActs

interface Owed {
  status: string
  /** Empty where it was not read yet. */
  collectionMethod: string
}

/** Why the provider would refuse the act. */
export function whyNotAct(act: InvoiceAct, { status, collectionMethod }: Owed): string | null {
  const isUncollectible = status === 'uncollectible' && act !== 'send' && act !== 'uncollectible'
  if (status !== 'open' && !isUncollectible) return 'This invoice is not open any more'
  if (act === 'send' && collectionMethod === 'charge_automatically')
    return 'The payment provider sends only invoices that are paid on request. This one is charged automatically'
  return null
}

const declines: Record<string, string> = {
  authentication_required: 'The bank wants the customer to confirm the payment',
  card_not_supported: 'The card does not allow this kind of payment',
  card_velocity_exceeded: 'The card is over its limit',
  currency_not_supported: 'The card does not take this currency',
  do_not_honor: 'The bank refused without a reason',
  expired_card: 'The card has expired',
  fraudulent: 'The payment looks like fraud to the provider',
  generic_decline: 'The bank refused without a reason',
  incorrect_cvc: 'The security code is wrong',
  incorrect_number: 'The card number is wrong',
  insufficient_funds: disputeReasons.insufficient_funds,
  invalid_account: 'The card or its account is invalid',
  lost_card: 'The card is reported lost',
  pickup_card: 'The card may not be used',
  processing_error: 'The card could not be processed. Try again later',
  stolen_card: 'The card is reported stolen',
  transaction_not_allowed: 'The bank does not allow this payment',
  try_again_later: 'The bank could not answer. Try again later',
  withdrawal_count_limit_exceeded: 'The card is over its limit',
}

/** A decline code of the provider in plain words. */
export const describeDecline = (code: string, unknown = 'The payment was refused') => declines[code] ?? unknown

export const PAID_OUTSIDE_NOTE = 'How it was paid'
export const AMOUNT_CHANGED =
  'This invoice has changed at the payment provider. It was read again; look at it before you go on.'

/** Days after an invoice was due on which the organization is reminded. */
export const reminderDays = [3, 7, 14] as const
export const MAX_REMINDERS = reminderDays.length
/** An invoice that is older when its first reminder would go out is left to people. */
export const REMINDED_WITHIN_DAYS = 30
export const MAX_HOLD_DAYS = 365

/** Where an open invoice of an organization stands, in order. */
export const ladderSteps = {
  due: { label: 'Not due', means: 'The provider charges it, or sent it' },
  unreminded: { label: 'Overdue', means: 'Not reminded yet' },
  first: { label: `Day ${reminderDays[0]}`, means: 'First reminder sent' },
  second: { label: `Day ${reminderDays[1]}`, means: 'Second reminder sent' },
  last: { label: `Day ${reminderDays[2]}`, means: 'Last reminder sent, left to people' },
}
export const LadderStep = z.enum(keysOf(ladderSteps))
export type LadderStep = z.infer<typeof LadderStep>
/** Those of overdue ones: the place is how many reminders were sent. */
export const remindedSteps = LadderStep.options.slice(1)

export const REMINDERS_HELD = 'Reminders Held!'
export const REMINDERS_RELEASED = 'Reminders Released!'

export const holdScopes = { invoice: 'This invoice', organization: 'Every invoice of the organization' }
export type HoldScope = keyof typeof holdScopes

export const ReminderHold = z.object({
  scope: z.enum(keysOf(holdScopes)),
  until: Timestamp,
  reason: z.string(),
  byName: z.string(),
})
export type ReminderHold = z.infer<typeof ReminderHold>

export const HoldReminders = z.object({
  scope: z.enum(keysOf(holdScopes)),
  /** The reminders go on when this day begins, UTC. */
  until: Day,
  reason: RequiredText(200),
})

/** What an open invoice's organization was told, and will be. */
export const InvoiceReminders = z.object({
  sent: z.array(z.object({ step: z.int(), at: Timestamp, to: z.string() })),
  /** Null after the last, and where it is left to people. */
  next: z.object({ step: z.int(), at: Timestamp }).nullable(),
  hold: ReminderHold.nullable(),
})
export type InvoiceReminders = z.infer<typeof InvoiceReminders>

export const RemindedInvoice = InvoiceReminders.extend({
  id: z.string(),
  number: z.string(),
  organization: z.object({ _id: Id, orgName: z.string() }),
  currency: z.string(),
  amountRemaining: z.int(),
  dueAt: Timestamp,
  attemptCount: z.int(),
  /** The provider's code; see `describeDecline`. */
  decline: z.string(),
})
export type RemindedInvoice = z.infer<typeof RemindedInvoice>

const refusals = { 409: 'CONFLICT: it is not open any more, or has changed since it was last read', 502: PROVIDER_AWAY }
const ONCE =
  'Asked of the provider first and done once, however often it is called. Answers with the invoice as it is then.'

export const openInvoices = describeEndpoints('Open invoices', {
  retryInvoice: {
    call: 'POST /hikmah/invoices/:id/retry',
    summary: 'Retry the payment of an invoice',
    description: `Charges the payment method on file. ${ONCE}`,
    refusals: { ...refusals, 402: 'UPSTREAM: the card was declined; the message says why' },
    allow: 'billing.manage',
    params: oneInvoice,
    response: Receipt,
    conflict: Receipt,
    message: invoiceActs.retry.done,
  },
  sendInvoice: {
    call: 'POST /hikmah/invoices/:id/send',
    summary: 'Send an invoice again',
    description: `The provider mails it to the customer. ${ONCE}`,
    refusals,
    allow: 'billing.manage',
    params: oneInvoice,
    response: Receipt,
    conflict: Receipt,
    message: invoiceActs.send.done,
  },
  markInvoicePaid: {
    call: 'POST /hikmah/invoices/:id/markPaid',
    summary: 'Mark an invoice as paid outside the provider',
    description: `The provider charges nobody any more. ${ONCE}`,
    refusals,
    example: { body: { note: 'Check no. 1182, received Nov 19' } },
    allow: 'billing.manage',
    params: oneInvoice,
    body: z.object({ note: RequiredText(200) }),
    response: Receipt,
    conflict: Receipt,
    message: invoiceActs.markPaid.done,
  },
  voidInvoice: {
    call: 'POST /hikmah/invoices/:id/void',
    summary: 'Void an invoice',
    description: `Nobody owes it any more. This cannot be undone. ${ONCE}`,
    refusals,
    allow: 'billing.manage',
    params: oneInvoice,
    response: Receipt,
    conflict: Receipt,
    message: invoiceActs.void.done,
  },
  markInvoiceUncollectible: {
    call: 'POST /hikmah/invoices/:id/uncollectible',
    summary: 'Mark an invoice uncollectible',
    description: `A bad debt for the books: it is not charged automatically any more, and may still be paid. ${ONCE}`,
    refusals,
    allow: 'billing.manage',
    params: oneInvoice,
    response: Receipt,
    conflict: Receipt,
    message: invoiceActs.uncollectible.done,
  },
  readInvoiceReminders: {
    call: 'GET /hikmah/invoices/:id/reminders',
    summary: 'Read the reminders of an invoice',
    allow: 'billing.manage',
    params: oneInvoice,
    response: InvoiceReminders,
  },
  previewReminder: {
    call: 'GET /hikmah/invoices/:id/reminders/next',
    summary: 'Preview the next reminder of an invoice',
    description: 'Null when none follows.',
    allow: 'billing.manage',
    params: oneInvoice,
    response: TaxLetter.nullable(),
  },
  holdReminders: {
    call: 'POST /hikmah/invoices/:id/reminders/hold',
    summary: 'Hold the reminders of an invoice or its organization',
    description: 'Until a day, with a reason. It replaces the hold of the same scope that stands.',
    example: { body: { scope: 'organization', until: '2026-12-15', reason: 'The treasurer is away until then' } },
    allow: 'billing.manage',
    params: oneInvoice,
    body: HoldReminders,
    response: InvoiceReminders,
    message: REMINDERS_HELD,
  },
  releaseReminders: {
    call: 'POST /hikmah/invoices/:id/reminders/release',
    summary: 'Let the reminders of an invoice go on',
    description: 'Ends what holds it, for its organization too.',
    allow: 'billing.manage',
    params: oneInvoice,
    response: InvoiceReminders,
    message: REMINDERS_RELEASED,
  },
  readReminderLadder: {
    call: 'GET /hikmah/finance/reminders/ladder',
    summary: 'Read how many open invoices stand at each step',
    description: 'Of organizations. What they owe by currency, which is never added.',
    allow: 'finance.read',
    response: z.array(
      z.object({
        step: LadderStep,
        invoices: z.int(),
        amounts: z.array(z.object({ currency: z.string(), amount: z.int() })),
      }),
    ),
  },
  listReminders: {
    call: 'GET /hikmah/finance/reminders',
    summary: 'List overdue invoices with their reminders',
    description: 'Those longest overdue first; with a `step` those that stand there.',
    example: { query: { step: 'second' } },
    allow: 'finance.read',
    query: PageQuery.extend({ step: LadderStep.optional() }),
    response: z.array(RemindedInvoice),
    meta: ListMeta,
  },
})
