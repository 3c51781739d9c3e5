import { conflict } from '../kit/errors/refusal.ts'
import type { MemberRow } from './queries.ts'

export const OWNER = 'Owner/Super Admin'
export const CODE_GOOD_FOR_DAYS = 14

type Standing = Pick<MemberRow, 'roles' | 'confirmedAt' | 'consoleAccess'>

/** The members who can act as an owner: not those who never confirmed or have no access. */
const actsAsOwner = ({ roles, confirmedAt, consoleAccess }: Standing) =>
  confirmedAt !== null && consoleAccess && roles.some((pair) => pair.roles === OWNER)

/** An organization's last owner stays one who can act for it. */
export function assertOwnerRemains(member: Standing, after: Standing, hasOtherOwner: boolean) {
  if (actsAsOwner(member) && !actsAsOwner(after) && !hasOtherOwner) {
    throw conflict(`This is the organization’s last ${OWNER} with access. Make somebody else ${OWNER} first.`)
  }
}

export function assertMayConfirm(member: { confirmedAt: Date | null; consoleAccess: boolean }) {
  if (member.confirmedAt) throw conflict('This member has already confirmed; no invite is needed')
  if (!member.consoleAccess)
    throw conflict('This member’s console access is revoked. Enable it, then resend the invite.')
}
