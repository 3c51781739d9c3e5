import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { APPROVE_ORGANIZATION, isReadyForApproval } from '@hikmah/contract/organizations/words'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMay, useWrite } from '../kit/api/data.ts'
import { notifyFailure } from '../kit/feedback/messages.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { useStatusSaved } from './status-saved.ts'

/** The next step once its EIN and its exemption are approved; nothing before, or for whoever may not take it. */
export function ApproveOrganization({ organization }: { organization: Organization }) {
  const { _id, version } = organization
  const client = useQueryClient()
  const tellStatusSaved = useStatusSaved()
  const mayApprove = useMay('organizations.change-status')
  const approve = useWrite(organizations.changeOrganizationStatus, {
    success: (saved) => tellStatusSaved(saved, organization.orgStatus),
    error: ({ message }) => {
      notifyFailure(message)
      void client.invalidateQueries()
    },
  })
  if (!mayApprove || !isReadyForApproval(organization)) return null

  async function ask() {
    // Comes with the question: no page opens with it.
    const { confirmApproval } = await import('./OrganizationLettersPanel.tsx')
    if (await confirmApproval(organization))
      approve.mutate({ params: { id: _id }, body: { status: 'approved', version } })
  }

  return (
    <Button
      leftSection={<Icon name="check" />}
      loading={approve.isPending}
      onClick={() => ask().catch(({ message }: Error) => notifyFailure(message))}
    >
      {APPROVE_ORGANIZATION}
    </Button>
  )
}
