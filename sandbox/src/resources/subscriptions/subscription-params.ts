import { DISCOUNTS } from '../../billing/amounts/discounts.ts'
import { NEW_ITEMS } from '../../billing/amounts/items.ts'
import { CHANGED_ITEMS } from '../../billing/amounts/prorate.ts'
import { either, flag, integer, metadata, needed, object, oneOf, text } from '../../params.ts'

export const collection = oneOf('charge_automatically', 'send_invoice')
export const payment = oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete')
export const proration = oneOf('always_invoice', 'create_prorations', 'none')
export const details = object({
  comment: text,
  feedback: oneOf(
    'customer_service',
    'low_quality',
    'missing_features',
    'other',
    'switched_service',
    'too_complex',
    'too_expensive',
    'unused',
  ),
})

const FIELDS = {
  cancel_at: integer,
  cancel_at_period_end: flag,
  collection_method: collection,
  days_until_due: integer,
  default_payment_method: text,
  description: text,
  discounts: DISCOUNTS,
  metadata,
  off_session: flag,
  payment_behavior: payment,
  proration_behavior: proration,
  trial_end: either(integer, oneOf('now')),
}

export const CREATE = {
  ...FIELDS,
  currency: text,
  customer: needed(text),
  items: needed(NEW_ITEMS),
  trial_period_days: integer,
}

export const UPDATE = {
  ...FIELDS,
  billing_cycle_anchor: object({ type: needed(oneOf('now', 'unchanged')) }),
  cancellation_details: details,
  items: CHANGED_ITEMS,
  proration_date: integer,
}
