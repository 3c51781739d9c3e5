import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { isReadyForApproval, nameInText } from '@hikmah/contract/organizations/words'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useMay, useWrite } from '../kit/api/data.ts'
import { confirm, notifyFailure } from '../kit/feedback/messages.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { useStatusSaved } from './status-saved.ts'

// Comes with the question: no page opens with it.
const OrganizationLettersPanel = lazy(() =>
  import('./OrganizationLettersPanel.tsx').then((it) => ({ default: it.OrganizationLettersPanel })),
)

const APPROVE_ORGANIZATION = 'Approve organization'

/** The next step once its EIN and its exemption are approved; nothing before, or for whoever may not take it. */
export function ApproveOrganization({ organization }: { organization: Organization }) {
  const { _id, orgName, version } = organization
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
    const isSure = await confirm({
      title: `Approve ${nameInText(orgName)}?`,
      body: (
        <>
          <p>Its EIN and its tax exemption are approved.</p>
          <Suspense>
            <OrganizationLettersPanel id={_id} edit={{ orgStatus: 'approved' }} />
          </Suspense>
        </>
      ),
      action: APPROVE_ORGANIZATION,
      destructive: false,
    })
    if (isSure) approve.mutate({ params: { id: _id }, body: { status: 'approved', version } })
  }

  return (
    <Button leftSection={<Icon name="check" />} loading={approve.isPending} onClick={() => void ask()}>
      {APPROVE_ORGANIZATION}
    </Button>
  )
}
