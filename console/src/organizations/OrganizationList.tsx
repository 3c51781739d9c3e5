import { useSearch } from '@tanstack/react-router'
import { InviteOrganizationLink } from '../invites/InviteOrganizationLink.tsx'
import { Page } from '../kit/page/Page.tsx'
import { OrganizationsCount, OrganizationsPanel } from './OrganizationsPanel.tsx'

/** /admin-organization */
export function OrganizationList() {
  const search = useSearch({ from: '/console/admin-organization' })
  return (
    <Page title="Organization" count={<OrganizationsCount search={search} />} action={<InviteOrganizationLink />}>
      <OrganizationsPanel search={search} />
    </Page>
  )
}
