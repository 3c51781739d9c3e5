import { type StaffMember, staff } from '@hikmah/contract/staff'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read } from '../kit/api/data.ts'
import { fullName } from '../kit/format/texts.ts'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import { EmptyState } from '../kit/page/ListStates.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { Page } from '../kit/page/Page.tsx'
import { TeamMembersLink } from './TeamMembersLink.tsx'

export const MAY_NOT_RESET = 'Only an owner can reset passwords'

const trail = [<TeamMembersLink key="all" />]
const wayBack = <TeamMembersLink>Go to the team members</TeamMembersLink>

export const resetTrail = (member: StaffMember) => [
  ...trail,
  <LinkTo key="one" to="/edit-finance-team-member/{$id}" params={{ id: member._id }}>
    {fullName(member)}
  </LinkTo>,
]

interface Props {
  title: string
  children: (member: StaffMember) => ReactNode
}

/** The two pages of a password reset are about the member whose id the address carries. */
export function PasswordResetPage({ title, children }: Props) {
  const { id } = useSearch({ strict: false }) as { id?: string }
  if (id) return <ResetOfMember id={id}>{children}</ResetOfMember>
  return (
    <Page title={title} trail={trail}>
      <EmptyState
        title="Whose password is it?"
        text="Open a team member and choose Send reset code."
        action={wayBack}
      />
    </Page>
  )
}

function ResetOfMember({ id, children }: Pick<Props, 'children'> & { id: string }) {
  const member = useQuery(read(staff.readStaff, { params: { id } }))
  return (
    <LoadedPage name="Team member" shape="form" query={member} trail={trail} wayBack={wayBack}>
      {children}
    </LoadedPage>
  )
}
