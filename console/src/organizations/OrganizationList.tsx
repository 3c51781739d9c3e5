import { organizations } from '@hikmah/contract/organizations/calls'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { InviteOrganizationLink } from '../invites/InviteOrganizationLink.tsx'
import { read } from '../kit/api/data.ts'
import { Page } from '../kit/page/Page.tsx'
import { OrganizationsPanel } from './OrganizationsPanel.tsx'

export function OrganizationList() {
  const search = useSearch({ from: '/console/admin-organization' })
  const all = useQuery(read(organizations.listOrganizations, { query: { limit: 1 } }))
  return (
    <Page title="Organization" count={all.data?.meta.counts.all} action={<InviteOrganizationLink />}>
      <OrganizationsPanel search={search} />
    </Page>
  )
}
