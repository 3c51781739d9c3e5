import type { TaxEvent } from './schemas.ts'

/** All that wait for a decision, and of them those where this or that waits. */
export const waitingKinds = ['waiting', 'ein', 'exemption', 'resubmitted'] as const
export const taxReviewStatuses = [...waitingKinds, 'decided'] as const
export const taxReviewSorts = ['waitingSince', 'decidedAt', 'orgName'] as const

/** Digits and one hyphen, put in after two digits, ten characters at most: what the EIN field makes of typing. */
export function einAsTyped(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 9)
  return digits.length > 2 || (digits.length === 2 && text.includes('-'))
    ? `${digits.slice(0, 2)}-${digits.slice(2)}`
    : digits
}

/** What a manager sees of an EIN. */
export const maskedEin = (ein: string) => (ein === '' ? '' : `**-***${ein.slice(-4)}`)
/** So long a decision can be taken back; the letter about it waits until then. */
export const UNDO_S = 10
export const DECISION_UNDONE = 'The decision was taken back. Nothing was mailed.'
export const REASON_MAX = 100
export const REASON_REQUIRED = 'Say why the exemption is rejected'

/** The latest event with which the organization handed something in: what a decision is made on. */
export const newestSubmission = ({ events }: { events: TaxEvent[] }): TaxEvent | undefined =>
  events.findLast(({ snapshot }) => snapshot !== null)
