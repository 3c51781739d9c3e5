import { organizations } from '@hikmah/contract/organizations/endpoints'
import { organizationName } from '@hikmah/contract/organizations/words'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMay } from '../kit/api/current-user.ts'
import { read } from '../kit/api/data.ts'
import { EmptyState } from '../kit/page/ListStates.tsx'
import { Page } from '../kit/page/Page.tsx'
import { OrganizationLink, OrganizationsLink } from '../organizations/OrganizationLink.tsx'
import { AuditTrail } from './AuditTrail.tsx'
import { useVerifyTrail } from './verify-trail.tsx'

const route = getRouteApi('/console/organization-activity-{$id}')

/** Everything that happened to one organization, newest first. */
export function ActivityPage() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const mayRead = useMay('audit.read')
  const { data } = useQuery(read(organizations.readOrganization, { params: { id } }))
  const name = data && organizationName(data.data.orgName)
  const verify = useVerifyTrail()
  return (
    <Page
      title="Activity"
      action={mayRead && verify.button}
      sub={data && `Everything that happened to ${name}, newest first.`}
      trail={[
        <OrganizationsLink key="all" />,
        name && (
          <OrganizationLink key="one" id={id}>
            {name}
          </OrganizationLink>
        ),
      ].filter(Boolean)}
    >
      {mayRead ? (
        <>
          {verify.verdict}
          <AuditTrail search={search} organization={id} empty="Changes to this organization are recorded here." />
        </>
      ) : (
        <EmptyState
          title="The activity is for owners and admins"
          text="Your role cannot read the audit trail."
          action={<OrganizationLink id={id}>Go to the organization</OrganizationLink>}
        />
      )}
    </Page>
  )
}
