import { isSocialSecurity } from '../words.ts'
import type { TaxEvent, WaitingKind } from './schemas.ts'

export const waitingKindNames: Record<WaitingKind, string> = {
  waiting: 'Waiting',
  ein: 'EIN',
  exemption: 'Exemption',
  resubmitted: 'Resubmitted',
  changed: 'IRS record changed',
  match: 'Match',
  differs: 'Differs',
  'not-deductible': 'Not deductible',
  revoked: 'Revoked',
  'not-listed': 'Not listed',
  'not-checked': 'Not checked',
}

/** What a decision needs and the organization has not provided. */
export const missingItems = ['ein', 'documents', 'address', 'admin', 'admin-email'] as const
export type MissingItem = (typeof missingItems)[number]
export const missingItemNames: Record<MissingItem, string> = {
  ein: 'EIN',
  documents: 'A document that proves the exemption',
  address: 'Address',
  admin: 'Name of the admin',
  'admin-email': 'E-mail address of the admin',
}

/** A claim that its reviewer neither decides nor gives back ends after so many minutes. */
export const CLAIM_MIN = 30
export const CLAIMED = 'Another reviewer has claimed this review'

/**
 * Digits and one hyphen, put in after two digits, ten characters at most: what the EIN field makes of typing. The hyphen
 * at the end can be deleted again, which is known by what stood there `before`. A social security number that is pasted
 * stays one, so that it is refused.
 */
export function einAsTyped(text: string, before: string): string {
  if (isSocialSecurity(text)) return text.trim()
  const digits = text.replace(/\D/g, '').slice(0, 9)
  const isDeletion = text.length < before.length
  return digits.length > 2 || (digits.length === 2 && (text.includes('-') || !isDeletion))
    ? `${digits.slice(0, 2)}-${digits.slice(2)}`
    : digits
}

/** What a manager sees of an EIN. */
export const maskedEin = (ein: string) => (ein === '' ? '' : `**-***${ein.slice(-4)}`)
/** For this long a decision can be undone; its letter waits until then. */
export const UNDO_S = 10
export const DECISION_UNDONE = 'The decision was taken back. No e-mail was sent.'
export const MAX_REASON = 100
export const REASON_REQUIRED = 'Say why the exemption is rejected'

/** The latest event with which the organization handed something in: what a decision is made on. */
export const newestSubmission = ({ events }: { events: TaxEvent[] }): TaxEvent | undefined =>
  events.findLast(({ snapshot }) => snapshot !== null)
