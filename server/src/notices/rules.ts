import { type Permission, permissions, type StaffRole } from '@hikmah/contract/permissions'
import type { NoticeTopic } from '@hikmah/contract/profile/schemas'

/** Everybody who may act on it is notified. */
const neededFor: Record<NoticeTopic, Permission> = {
  'tax-papers': 'tax-verification.decide',
  'irs-changes': 'tax-verification.decide',
  'demo-requests': 'communication.respond',
  'contact-inquiries': 'communication.respond',
  'accepted-invites': 'organizations.invite',
}

export const rolesToldOf = (topic: NoticeTopic): readonly StaffRole[] => permissions[neededFor[topic]]

/** The daily letters go out from this hour on, UTC. */
const DIGEST_HOUR = 6
const DAY_MS = 86_400_000

/** The moment up to which notices belong into the daily letter that is due now: six o'clock last passed. */
export function digestCutOff(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), DIGEST_HOUR)
  return new Date(today <= now.getTime() ? today : today - DAY_MS)
}
