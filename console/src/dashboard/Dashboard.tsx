import { invites } from '@hikmah/contract/invites/calls'
import { organizations } from '@hikmah/contract/organizations/calls'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { InviteOrganizationLink } from '../invites/InviteOrganizationLink.tsx'
import { InvitesPanel } from '../invites/InvitesPanel.tsx'
import { read } from '../kit/api/data.ts'
import { clearFailures } from '../kit/feedback/notify.ts'
import { Page } from '../kit/page/Page.tsx'
import { PageTabs } from '../kit/page/PageTabs.tsx'
import { OrganizationsPanel } from '../organizations/OrganizationsPanel.tsx'
import { DashboardCards } from './DashboardCards.tsx'

const oneRow = { query: { limit: 1 } }

/** Opening it clears the failures of what one did before. */
export function Dashboard() {
  const search = useSearch({ from: '/console/dashboard' })
  const navigate = useNavigate()
  const organizationCount = useQuery(read(organizations.listOrganizations, oneRow)).data?.meta.counts.all
  const inviteCount = useQuery(read(invites.listInvites, oneRow)).data?.meta.counts.all
  useEffect(clearFailures, [])

  return (
    <Page title="Dashboard" action={<InviteOrganizationLink />}>
      <DashboardCards />
      <PageTabs
        label="Lists"
        tabs={[
          { value: '0', label: 'ORGANIZATION', count: organizationCount },
          { value: '1', label: 'INVITED ORGANIZATION', count: inviteCount },
        ]}
        value={search.tab ?? '0'}
        onChange={(tab) => navigate({ to: '/dashboard', search: { tab }, resetScroll: false })}
      >
        {search.tab === '1' ? <InvitesPanel search={search} /> : <OrganizationsPanel search={search} />}
      </PageTabs>
    </Page>
  )
}
