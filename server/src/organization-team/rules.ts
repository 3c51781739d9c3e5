import type { RolePair } from '@hikmah/contract/organization-team/schemas'
import { conflict } from '../kit/http/refusal.ts'

export const OWNER = 'Owner/Super Admin'
export const CODE_GOOD_FOR_DAYS = 14

const isOwner = ({ roles }: { roles: RolePair[] }) => roles.some((pair) => pair.roles === OWNER)

/** An organization's last owner stays owner: somebody must be able to act for it. */
export function assertOwnerRemains(
  member: { roles: RolePair[] },
  after: { roles: RolePair[] },
  hasOtherOwner: boolean,
) {
  if (isOwner(member) && !isOwner(after) && !hasOtherOwner) {
    throw conflict(`This is the organization’s last ${OWNER}. Make somebody else ${OWNER} first.`)
  }
}

export function assertUnconfirmed(member: { confirmedAt: Date | null }) {
  if (member.confirmedAt) throw conflict('This member has confirmed already, no invite is needed')
}
