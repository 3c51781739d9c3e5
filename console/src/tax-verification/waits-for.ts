import type { TaxReview } from '@hikmah/contract/tax-verification/schemas'
import { type MissingItem, waitingKindNames } from '@hikmah/contract/tax-verification/words'

/** "EIN, exemption again": what part of a review is waiting, and whether it was submitted before. */
export function waitsFor({ einStatus, exemptStatus, resubmitted, irsChanged }: TaxReview): string {
  const waiting = [einStatus === 'Pending' && 'EIN', exemptStatus === 'Pending' && 'exemption'].filter(Boolean)
  if (waiting.length === 0 && irsChanged) return waitingKindNames.changed
  const text = `${waiting.join(', ')}${resubmitted ? ' again' : ''}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const short: Record<MissingItem, string> = {
  ein: 'EIN',
  documents: 'documents',
  address: 'address',
  admin: 'admin',
  'admin-email': 'e-mail',
}

/** "No EIN, address": what a decision needs and is not provided yet; '' if nothing is missing. */
export const missingText = ({ missing }: Pick<TaxReview, 'missing'>): string =>
  missing.length === 0 ? '' : `No ${missing.map((item) => short[item]).join(', ')}`
