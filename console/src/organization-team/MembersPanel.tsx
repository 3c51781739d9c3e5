import { organizationTeam } from '@hikmah/contract/organization-team/calls'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMay } from '../kit/api/current-user.ts'
import { read } from '../kit/api/data.ts'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { ListTable } from '../kit/list/ListTable.tsx'
import { ButtonLink } from '../kit/page/LinkTo.tsx'
import { EmptyState } from '../kit/page/ListStates.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import { memberColumns } from './member-columns.tsx'
import { NOT_ALLOWED } from './member-words.ts'

/** TEAM MEMBERS: the people of one organization. */
export function MembersPanel({ orgId, orgName }: { orgId: string; orgName: string }) {
  const members = useQuery(read(organizationTeam.listMembers, { query: { orgId } }))
  const mayManage = useMay('organization-team.manage')
  const { data, error, refetch } = members

  // The seeds: a list that cannot be loaded is only logged.
  useEffect(() => {
    if (error) console.error('The team members could not be loaded', error)
  }, [error])

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
        <ListTable
          name="Team members"
          query={{ ...members, error: null }}
          columns={memberColumns({ orgName, mayManage })}
          rowKey={({ _id }) => _id}
          empty={{
            title: 'No team members',
            text: 'Invite the people who act for this organization.',
            action: inviteNew,
          }}
        />
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
      <SubmitButton type="button" isQuiet reason={NOT_ALLOWED}>
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
