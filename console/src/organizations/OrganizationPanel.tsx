import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { read } from '../kit/api/data.ts'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { OrganizationsLink } from './OrganizationLink.tsx'

/** A page about one organization, once that is loaded. */
export function OrganizationPanel({
  id,
  children,
}: {
  id: string
  children: (organization: Organization) => ReactNode
}) {
  const organization = useQuery(read(organizations.readOrganization, { params: { id } }))
  return (
    <LoadedPage
      name="Organization"
      query={organization}
      trail={[<OrganizationsLink key="all" />]}
      wayBack={<OrganizationsLink>Go to the organizations</OrganizationsLink>}
    >
      {children}
    </LoadedPage>
  )
}
