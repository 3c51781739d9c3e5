import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { APPROVE_ORGANIZATION, isReadyForApproval } from '@hikmah/contract/organizations/words'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMay, useWrite } from '../kit/api/data.ts'
import { notifyFailure } from '../kit/feedback/messages.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { useStatusSaved } from './status-saved.ts'

/** Asks, and approves. */
export function useApproval(organization: Organization) {
  const { _id, version } = organization
  const client = useQueryClient()
  const tellStatusSaved = useStatusSaved()
  const approve = useWrite(organizations.changeOrganizationStatus, {
    success: (saved) => tellStatusSaved(saved, organization.orgStatus),
    error: ({ message }) => {
      notifyFailure(message)
      void client.invalidateQueries()
    },
  })

  async function ask() {
    // Comes with the question: no page opens with it.
    const { confirmApproval } = await import('./OrganizationLettersPanel.tsx')
    if (await confirmApproval(organization))
      approve.mutate({ params: { id: _id }, body: { status: 'approved', version } })
  }

  return { isPending: approve.isPending, ask: () => void ask().catch(({ message }: Error) => notifyFailure(message)) }
}

/** The next step once its EIN and its exemption are approved; nobody else may take it. */
export const useMayApprove = (organization: Organization) =>
  useMay('organizations.change-status') && isReadyForApproval(organization)

export function ApproveButton({ isPending, ask }: ReturnType<typeof useApproval>) {
  return (
    <Button data-next leftSection={<Icon name="check" />} loading={isPending} onClick={ask}>
      {APPROVE_ORGANIZATION}
    </Button>
  )
}
