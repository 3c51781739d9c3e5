import { staff } from '@hikmah/contract/staff/calls'
import type { StaffMember } from '@hikmah/contract/staff/schemas'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMay } from '../kit/api/current-user.ts'
import { read } from '../kit/api/data.ts'
import { ButtonLink } from '../kit/page/LinkTo.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { FormOutline } from '../kit/page/Outlines.tsx'
import { Page } from '../kit/page/Page.tsx'
import { AccountActions } from './AccountActions.tsx'
import { EditStaffForm } from './EditStaffForm.tsx'
import { StaffStatusBadge } from './StaffStatusBadge.tsx'
import { fullName } from './staff-words.ts'
import { TeamMembersLink } from './TeamMembersLink.tsx'

const route = getRouteApi('/console/edit-finance-team-member/{$id}')
const TITLE = 'Edit Team Member'
const trail = [<TeamMembersLink key="all" />]

/** /edit-finance-team-member/{id} */
export function EditStaff() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(read(staff.readStaff, { params: { id } }))
  // Whatever failed is told as the server said it, also that there is no such person.
  if (!data || error?.status === 404) {
    return (
      <Page title={TITLE} trail={trail}>
        {error ? (
          <LoadFailure what="The team member" error={error} onRetry={refetch} />
        ) : (
          <FormOutline name="The team member" />
        )}
      </Page>
    )
  }
  return <Loaded key={id} member={data.data} />
}

function Loaded({ member }: { member: StaffMember }) {
  const mayAudit = useMay('audit.read')
  return (
    <Page
      title={TITLE}
      badge={<StaffStatusBadge {...member} />}
      sub={fullName(member)}
      trail={trail}
      action={
        mayAudit && (
          <ButtonLink variant="default" to="/audit" search={{ actor: member.userName }}>
            Activity
          </ButtonLink>
        )
      }
    >
      <EditStaffForm member={member} />
      <AccountActions member={member} />
    </Page>
  )
}
