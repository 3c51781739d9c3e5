import { useSearch } from '@tanstack/react-router'
import { InviteOrganizationLink } from '../invites/InviteOrganizationLink.tsx'
import { titleCount } from '../kit/list/counts.ts'
import { Page } from '../kit/page/Page.tsx'
import { OrganizationsPanel } from './OrganizationsPanel.tsx'
import { useOrganizations } from './use-organizations.ts'

export function OrganizationList() {
  const search = useSearch({ from: '/console/admin-organization' })
  const { data } = useOrganizations(search)
  return (
    <Page title="Organization" count={titleCount(data?.meta)} action={<InviteOrganizationLink />}>
      <OrganizationsPanel search={search} />
    </Page>
  )
}
