import { MAY_NOT_INVITE_STAFF, type StaffMember, staff, staffStatuses, staffStatusFacts } from '@hikmah/contract/staff'
import { getRouteApi } from '@tanstack/react-router'
import { read, useMay } from '../kit/api/data.ts'
import { Avatar } from '../kit/display/Pictures.tsx'
import { GuardedLink } from '../kit/form/SubmitButton.tsx'
import { Email } from '../kit/format/breakable.tsx'
import { fullName, SEARCH_PEOPLE } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { type Column, chevronColumn, ListTable, titleCount, useList } from '../kit/list/ListTable.tsx'
import { ListToolbar } from '../kit/list/ListToolbar.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { Page } from '../kit/page/Page.tsx'
import { MenuLink } from '../kit/popup/Menu.tsx'
import { RowActions, RowLink, RowMenu } from '../kit/row/RowActions.tsx'
import { StaffRoleBadge, StaffStatusBadge, staffRole } from './StaffRoleBadge.tsx'
import classes from './staff.module.css'

const route = getRouteApi('/console/team-members')

const columns: Column<StaffMember>[] = [
  {
    header: 'Name',
    sort: 'name',
    narrow: 'title',
    cell: (member) => (
      <span className={classes.person}>
        <Avatar name={fullName(member)} image={member.imageDetails.image} />
        <b title={fullName(member)}>{fullName(member)}</b>
      </span>
    ),
  },
  {
    header: 'Email',
    sort: 'userName',
    narrow: 'sub',
    cell: ({ userName }) => <Email>{userName}</Email>,
  },
  {
    header: 'Role',
    sort: 'role',
    width: 92,
    narrow: 'end',
    cell: (member) => <StaffRoleBadge staffRole={staffRole(member)} />,
  },
  { header: 'Access', width: 164, narrow: 'badge', cell: (member) => <StaffStatusBadge {...member} /> },
  { header: 'Added', sort: 'createdAt', width: 152, cell: ({ createdAt }) => <When at={createdAt} age /> },
  chevronColumn(Action, true),
]

const statuses = staffStatuses.map((value) => ({ value, label: staffStatusFacts[value].label }))

export function StaffList() {
  const search = route.useSearch()
  const list = useList(read(staff.listStaff, { query: pageOf(search) }))
  const meta = list.data?.meta
  return (
    <Page
      title="Team Members"
      sub="Hikmah staff: the people who work in this console"
      count={titleCount(meta)}
      action={<InviteNew />}
    >
      <ListToolbar searchLabel={SEARCH_PEOPLE} statuses={statuses} meta={meta} />
      <ListTable
        name="Team members"
        one="team member"
        query={list}
        columns={columns}
        rowKey={({ _id }) => _id}
        empty={{ title: 'No team members', text: 'Invite the people who work in this console.', action: <InviteNew /> }}
      />
    </Page>
  )
}

const InviteNew = () => (
  <GuardedLink role="button" reason={!useMay('staff.invite') && MAY_NOT_INVITE_STAFF} to="/add-finance-team-member">
    <Icon name="plus" />
    &nbsp;Invite New
  </GuardedLink>
)

function Action(member: StaffMember) {
  const mayInvite = useMay('staff.invite')
  const mayUpdate = useMay('staff.update')
  const name = fullName(member)
  const verb = mayUpdate ? 'Edit' : 'see details'
  return (
    <RowActions>
      {mayInvite && member.status === 'unverified' && (
        <RowMenu name={name}>
          <MenuLink icon="key" to="/verify-team-member-code" search={{ userName: member.userName }}>
            Enter code
          </MenuLink>
        </RowMenu>
      )}
      <RowLink
        to="/edit-finance-team-member/{$id}"
        params={{ id: member._id }}
        aria-label={`${verb}, ${name}`}
        isWordSpoken
      >
        {verb}
      </RowLink>
    </RowActions>
  )
}
