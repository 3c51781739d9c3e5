import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { read } from '../kit/api/data.ts'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { OrganizationsLink, organizationsWayBack } from './OrganizationLink.tsx'

interface Props {
  id: string
  shape?: 'form'
  children: (organization: Organization) => ReactNode
}

/** A page about one organization, once that is loaded. */
export const OrganizationPanel = ({ id, shape, children }: Props) => (
  <LoadedPage
    name="Organization"
    shape={shape}
    query={useQuery(read(organizations.readOrganization, { params: { id } }))}
    trail={[<OrganizationsLink key="all" />]}
    wayBack={organizationsWayBack}
  >
    {children}
  </LoadedPage>
)
