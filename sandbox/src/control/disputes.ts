import { invalid } from '../errors.ts'
import { add, change } from '../events/emit.ts'
import { newId } from '../ids.ts'
import { integer, oneOf, type Taken } from '../params.ts'
import type { Charge, Dispute } from '../records.ts'
import { find } from '../route.ts'
import type { Sandbox } from '../sandbox.ts'

const RESPONSE_TIME = 7 * 86_400

export const DISPUTE = {
  amount: integer,
  reason: oneOf('fraudulent', 'duplicate', 'product_not_received', 'subscription_canceled', 'general'),
  close: oneOf('won', 'lost'),
}

/** The customer's bank takes a payment back, or, with `close`, decides about it. */
export function dispute(sandbox: Sandbox, id: string, { amount, reason, close }: Taken<typeof DISPUTE>): Dispute {
  const charge = find(sandbox, 'charge', id)
  const open = sandbox.store.all('dispute').find((each) => each.charge === id && each.status === 'needs_response')
  if (close) {
    if (!open) throw invalid('This charge has no open dispute.')
    return change(sandbox, open, { status: close }, 'charge.dispute.closed')
  }
  if (open || !charge.paid) throw invalid('This charge cannot be disputed.')
  change(sandbox, charge, { disputed: true }, 'charge.updated')
  return add(
    sandbox,
    newDispute(sandbox, charge, amount ?? charge.amount, reason ?? 'fraudulent'),
    'charge.dispute.created',
  )
}

const newDispute = ({ clock }: Sandbox, charge: Charge, amount: number, reason: string): Dispute => ({
  id: newId('du'),
  object: 'dispute',
  amount,
  balance_transactions: [],
  charge: charge.id,
  created: clock.now(),
  currency: charge.currency,
  enhanced_eligibility_types: [],
  evidence: { ...NO_EVIDENCE, customer_email_address: charge.billing_details.email },
  evidence_details: {
    due_by: clock.now() + RESPONSE_TIME,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'not_submitted',
  },
  intended_submission_method: null,
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: charge.payment_intent,
  payment_method_details: {
    card: {
      brand: charge.payment_method_details?.card?.brand ?? 'visa',
      case_type: 'chargeback',
      network: charge.payment_method_details?.card?.network ?? 'visa',
      network_reason_code: null,
    },
    type: 'card',
  },
  reason,
  status: 'needs_response',
})

const NO_EVIDENCE: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
