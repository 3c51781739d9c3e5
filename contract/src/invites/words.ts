import type { organizationStatusLabels } from '../organizations/words.ts'
import { keysOf } from '../words.ts'

export const INVITE_DAYS = 14

export const OPEN_INVITE = 'Invite Sent'
/** `revoked` and `blocked` are beyond the three of the documents. */
export const inviteTones = {
  [OPEN_INVITE]: 'invite',
  onboarding: 'warning',
  accepted: 'success',
  blocked: 'danger',
  revoked: 'discontinued',
} as const
export const inviteStatuses = keysOf(inviteTones)

/** The status of an accepted invite, by that of its organization. The table generates the same. */
export const acceptedInviteStatus: Record<keyof typeof organizationStatusLabels, keyof typeof inviteTones> = {
  approved: 'accepted',
  onboarding: 'onboarding',
  blocked: 'blocked',
}

export const whyInviteIsSettled = (invite: { isAccepted: boolean }): string | null =>
  invite.isAccepted ? 'This invite was already accepted and its organization exists' : null

export const isInviteExpired = (expiresAt: Date, now: Date): boolean => expiresAt <= now

export const inviteSorts = ['orgName', 'orgAdmin', 'createdAt'] as const
export const inviteTroubles = ['expired', 'mail-failed'] as const
export const INVITE_SENT = 'Invite sent successfully!'

/** A fresh code between 100000 and 999999, as the form shows it. */
export const newInviteCode = () => String(100000 + ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 900000))
