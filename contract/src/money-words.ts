import { keysOf } from './words.ts'

/** Paid, less what went back and what banks took in disputes. */
export const NET_KEPT = 'Net kept'
export const HELD_BY_BANK = 'Held by the bank'
export const LOST_IN_DISPUTE = 'Lost in a dispute'
export const CREDITED_TO_BALANCE = 'Credited to the balance'
export const RETURNED_OUTSIDE = 'Given back outside'

/** Why a customer disputes a payment, as the provider names it. Unknown reasons show as `general`. */
export const disputeReasons = {
  bank_cannot_process: 'The bank cannot process the payment',
  check_returned: 'The check was returned',
  credit_not_processed: 'A credit was promised and did not come',
  customer_initiated: 'The customer asked the bank to return it',
  debit_not_authorized: 'The customer did not authorize the debit',
  duplicate: 'Charged twice',
  fraudulent: 'The cardholder does not know the payment',
  general: 'The bank gives no reason',
  incorrect_account_details: 'The account details are incorrect',
  insufficient_funds: 'The account lacks the funds',
  noncompliant: 'The rules of the card network were not followed',
  product_not_received: 'The product did not arrive',
  product_unacceptable: 'The product is not as described',
  subscription_canceled: 'The subscription was canceled',
  unrecognized: 'The customer does not recognize the payment',
}
export const describeDisputeReason = (reason: string) =>
  disputeReasons[keysOf(disputeReasons).find((known) => known === reason) ?? 'general']
