import { invites } from '@hikmah/contract/invites/endpoints'
import type { InviteRow } from '@hikmah/contract/invites/schemas'
import { whyInviteIsSettled } from '@hikmah/contract/invites/words'
import { useWrite } from '../kit/api/data.ts'
import { confirm } from '../kit/feedback/Dialog.tsx'
import { notifyFailure, notifySuccess } from '../kit/feedback/notify.ts'

export const canBeRevoked = ({ organizationId, orgStatus }: InviteRow) =>
  whyInviteIsSettled({ isAccepted: organizationId !== null }) === null && orgStatus !== 'revoked'

/** Asks for confirmation, naming the organization, then revokes the invite. */
export function useRevokeInvite() {
  const write = useWrite(invites.revokeInvite, {
    success: (_, message) => notifySuccess(message ?? 'Invite revoked'),
    error: ({ message }) => notifyFailure(message),
  })

  async function revoke({ _id, orgName, orgEmail }: InviteRow) {
    const isSure = await confirm({
      title: `Revoke the invite for ${orgName}?`,
      body: `The code that was e-mailed to ${orgEmail} stops working at once. The invite stays in the list as revoked.`,
      action: 'Revoke invite',
    })
    if (isSure) write.mutate({ params: { id: _id } })
  }

  return { revoke, isPending: write.isPending }
}
