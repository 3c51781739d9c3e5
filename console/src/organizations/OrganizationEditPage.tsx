import { organizations } from '@hikmah/contract/organizations/endpoints'
import { organizationName } from '@hikmah/contract/organizations/words'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMay } from '../kit/api/current-user.ts'
import { read } from '../kit/api/data.ts'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { NotAllowed } from '../kit/page/NotAllowed.tsx'
import { Page } from '../kit/page/Page.tsx'
import { OrganizationForm } from './OrganizationForm.tsx'
import { OrganizationLink, OrganizationsLink } from './OrganizationLink.tsx'

/** /edit-organization-detail-{id} */
export function OrganizationEditPage() {
  const { id } = useParams({ from: '/console/edit-organization-detail-{$id}' })
  const mayEdit = useMay('organizations.update')
  const query = useQuery(read(organizations.readOrganization, { params: { id } }))
  const up = <OrganizationsLink key="organizations" />
  return (
    <LoadedPage name="Organization" shape="form" query={query} trail={[up]} wayBack={up}>
      {(organization) => (
        <Page
          title="Edit organization"
          sub={organizationName(organization.orgName)}
          trail={[
            up,
            <OrganizationLink key="organization" id={id}>
              {organizationName(organization.orgName)}
            </OrganizationLink>,
          ]}
        >
          {mayEdit ? (
            <OrganizationForm key={id} organization={organization} />
          ) : (
            <NotAllowed
              reason="Only owners and admins can edit organizations"
              wayBack={<OrganizationLink id={id}>Go to {organizationName(organization.orgName)}</OrganizationLink>}
            />
          )}
        </Page>
      )}
    </LoadedPage>
  )
}
