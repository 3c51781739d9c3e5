import { MembersQuery, organizationTeam } from '@hikmah/contract/organization-team'
import { Button } from '@mantine/core'
import { useMay } from '../kit/api/current-user.ts'
import { read } from '../kit/api/data.ts'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { ListTable } from '../kit/list/ListTable.tsx'
import { ListToolbar } from '../kit/list/ListToolbar.tsx'
import { type ListSearch, pageOf, searchOf } from '../kit/list/list-search.ts'
import { useList } from '../kit/list/use-list.ts'
import { useLogged } from '../kit/list/use-logged.ts'
import { ButtonLink } from '../kit/page/LinkTo.tsx'
import { EmptyState } from '../kit/page/ListStates.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import { memberColumns } from './member-columns.tsx'
import { MAY_NOT_MANAGE } from './member-words.ts'

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]
/** Its own part of the address, which it shares with the logs. */
const ownSearch = searchOf(MembersQuery)

interface Props {
  orgId: string
  orgName: string
  search: ListSearch
}

/** TEAM MEMBERS: the people of one organization. */
export function MembersPanel({ orgId, orgName, search }: Props) {
  const query = { orgId, ...pageOf(ownSearch({ ...search })) }
  const members = useList(read(organizationTeam.listMembers, { query }))
  const mayManage = useMay('organization-team.manage')
  const { data, error, refetch } = members
  useLogged('The team members could not be loaded', error)

  const inviteNew = <InviteNew orgId={orgId} mayManage={mayManage} />
  return (
    <section aria-label="TEAM MEMBERS">
      <SectionHead title="TEAM MEMBERS">{inviteNew}</SectionHead>
      {error && !data ? (
        <EmptyState
          title="No team members to show"
          text="The list could not be loaded."
          action={
            <Button variant="default" onClick={() => void refetch()}>
              Retry
            </Button>
          }
        />
      ) : (
        <>
          <ListToolbar searchLabel="Search name, e-mail" statuses={statuses} meta={data?.meta} />
          <ListTable
            name="Team members"
            one="member"
            query={members}
            columns={memberColumns({ orgName, mayManage })}
            rowKey={({ _id }) => _id}
            sortedBy="createdAt"
            failsQuietly
            empty={{
              title: 'No team members',
              text: 'Invite the people who act for this organization.',
              action: inviteNew,
            }}
          />
        </>
      )}
    </section>
  )
}

function InviteNew({ orgId, mayManage }: { orgId: string; mayManage: boolean }) {
  const label = (
    <>
      <Icon name="plus" />
      &nbsp;INVITE NEW
    </>
  )
  if (!mayManage) {
    return (
      <SubmitButton type="button" isQuiet reason={MAY_NOT_MANAGE}>
        {label}
      </SubmitButton>
    )
  }
  return (
    <ButtonLink role="button" to="/add-team-member-{$orgId}" params={{ orgId }}>
      {label}
    </ButtonLink>
  )
}
