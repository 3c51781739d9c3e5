import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { InviteOrganizationLink } from '../invites/InviteOrganizationLink.tsx'
import { InvitesPanel } from '../invites/InvitesPanel.tsx'
import { useInvites } from '../invites/use-invites.ts'
import { clearFailures } from '../kit/feedback/notify.ts'
import { titleCount } from '../kit/list/counts.ts'
import { Page } from '../kit/page/Page.tsx'
import { PageTabs } from '../kit/page/PageTabs.tsx'
import { OrganizationsPanel } from '../organizations/OrganizationsPanel.tsx'
import { useOrganizations } from '../organizations/use-organizations.ts'
import { DashboardCards } from './DashboardCards.tsx'

/** Of the list that is not open, only how many there are is asked. */
const oneRow = { limit: 1 }

interface Of<List extends (search: never) => unknown> {
  search: Parameters<List>[0]
}

const OrganizationCount = ({ search }: Of<typeof useOrganizations>) => titleCount(useOrganizations(search).data?.meta)
const InviteCount = ({ search }: Of<typeof useInvites>) => titleCount(useInvites(search).data?.meta)

/** Opening it clears the failures of what one did before. */
export function Dashboard() {
  const search = useSearch({ from: '/console/dashboard' })
  const navigate = useNavigate()
  useEffect(clearFailures, [])

  return (
    <Page title="Dashboard" action={<InviteOrganizationLink />}>
      <DashboardCards />
      <PageTabs
        label="Lists"
        tabs={[
          {
            value: '0',
            label: 'ORGANIZATION',
            count: <OrganizationCount search={search.tab === '1' ? oneRow : search} />,
          },
          {
            value: '1',
            label: 'INVITED ORGANIZATION',
            count: <InviteCount search={search.tab === '1' ? search : oneRow} />,
          },
        ]}
        value={search.tab ?? '0'}
        onChange={(tab) => navigate({ to: '/dashboard', search: { tab }, resetScroll: false })}
      >
        {search.tab === '1' ? <InvitesPanel search={search} /> : <OrganizationsPanel search={search} />}
      </PageTabs>
    </Page>
  )
}
