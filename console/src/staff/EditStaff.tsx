import { type StaffMember, staff } from '@hikmah/contract/staff'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMay } from '../kit/api/current-user.ts'
import { read } from '../kit/api/data.ts'
import { fullName } from '../kit/format/texts.ts'
import { ButtonLink } from '../kit/page/LinkTo.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { Page } from '../kit/page/Page.tsx'
import { AccountActions } from './AccountActions.tsx'
import { EditStaffForm } from './EditStaffForm.tsx'
import { StaffStatusBadge } from './StaffStatusBadge.tsx'
import { TeamMembersLink } from './TeamMembersLink.tsx'

const route = getRouteApi('/console/edit-finance-team-member/{$id}')
const trail = [<TeamMembersLink key="all" />]

/** /edit-finance-team-member/{id} */
export function EditStaff() {
  const { id } = route.useParams()
  const member = useQuery(read(staff.readStaff, { params: { id } }))
  const { error, refetch } = member
  // The seeds: the server's message is shown, also for an unknown person.
  if (error?.status === 404) {
    return (
      <Page title="Edit Team Member" trail={trail}>
        <LoadFailure what="The team member" error={error} onRetry={refetch} />
      </Page>
    )
  }
  return (
    <LoadedPage
      name="Team member"
      shape="form"
      query={member}
      trail={trail}
      wayBack={<TeamMembersLink>Go to the team members</TeamMembersLink>}
    >
      {(data) => <Loaded key={id} member={data} />}
    </LoadedPage>
  )
}

function Loaded({ member }: { member: StaffMember }) {
  const mayAudit = useMay('audit.read')
  return (
    <Page
      title={`Edit Team Member ${fullName(member)}`}
      badge={<StaffStatusBadge {...member} />}
      sub={member.userName}
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
