import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { InviteOrganizationLink } from '../invites/InviteOrganizationLink.tsx'
import { InvitesCount, InvitesPanel } from '../invites/InvitesPanel.tsx'
import { clearFailures } from '../kit/feedback/notify.ts'
import { ButtonLink } from '../kit/page/LinkTo.tsx'
import { Page } from '../kit/page/Page.tsx'
import { PageTabs } from '../kit/page/PageTabs.tsx'
import { OrganizationsCount, OrganizationsPanel } from '../organizations/OrganizationsPanel.tsx'
import { DashboardCards } from './DashboardCards.tsx'

/** For the list that is not open, only its count is fetched. */
const oneRow = { limit: 1 }

/** Opening it clears earlier failure messages. */
export function Dashboard() {
  const search = useSearch({ from: '/console/dashboard' })
  const navigate = useNavigate()
  useEffect(clearFailures, [])

  return (
    <Page
      title="Dashboard"
      action={
        <>
          <ButtonLink variant="default" to="/dashboard-stats">
            Dashboard stats
          </ButtonLink>
          <InviteOrganizationLink />
        </>
      }
    >
      <DashboardCards />
      <PageTabs
        label="Lists"
        tabs={[
          {
            value: '0',
            label: 'ORGANIZATION',
            count: <OrganizationsCount search={search.tab === '1' ? oneRow : search} />,
          },
          {
            value: '1',
            label: 'INVITED ORGANIZATION',
            count: <InvitesCount search={search.tab === '1' ? search : oneRow} />,
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
