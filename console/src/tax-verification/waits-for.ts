import type { TaxReview } from '@hikmah/contract/tax-verification/schemas'

/** "EIN, exemption again": what of a review waits, and whether it was handed in before. */
export function waitsFor({ einStatus, exemptStatus, resubmitted }: TaxReview): string {
  const waiting = [einStatus === 'Pending' && 'EIN', exemptStatus === 'Pending' && 'exemption'].filter(Boolean)
  const text = `${waiting.join(', ')}${resubmitted ? ' again' : ''}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}
