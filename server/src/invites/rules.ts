import {
  INVITE_BLOCKED,
  INVITE_EXPIRED,
  INVITE_REPLACED,
  INVITE_REVOKED,
  INVITE_USED,
} from '@hikmah/contract/accept-invite'
import { isInviteExpired } from '@hikmah/contract/invites/words'
import { conflict } from '../kit/errors/refusal.ts'
import type { OrganizationTableRow } from '../organizations/table.ts'

export interface InviteCredentials {
  email: string
  code: string
}

interface InviteState {
  orgEmail: string
  code: string
  expiresAt: Date
  acceptedAt: Date | null
  revokedAt: Date | null
}

/** The invite must be good for this pair, now. */
export function assertAcceptable(invite: InviteState, { email, code }: InviteCredentials, now: Date) {
  if (invite.code !== code || invite.orgEmail !== email) throw conflict(INVITE_REPLACED)
  if (invite.acceptedAt) throw conflict(INVITE_USED)
  if (invite.revokedAt) throw conflict(INVITE_REVOKED)
  if (isInviteExpired(invite.expiresAt, now)) throw conflict(INVITE_EXPIRED)
}

interface TeamInviteState {
  member: { code: string | null; codeExpiresAt: Date | null; confirmedAt: Date | null; consoleAccess: boolean }
  organization: Pick<OrganizationTableRow, 'status'>
}

export function assertConfirmable({ member, organization }: TeamInviteState, code: string, now: Date) {
  if (member.code !== code) throw conflict(INVITE_REPLACED)
  if (member.confirmedAt) throw conflict(INVITE_USED)
  if (!member.consoleAccess) throw conflict(INVITE_REVOKED)
  if (organization.status === 'blocked') throw conflict(INVITE_BLOCKED)
  if (!member.codeExpiresAt || isInviteExpired(member.codeExpiresAt, now)) throw conflict(INVITE_EXPIRED)
}
