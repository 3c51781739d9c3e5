import { consolePaths } from '@hikmah/contract/console-paths'
import { hardware } from '@hikmah/contract/hardware/endpoints'
import { integrations } from '@hikmah/contract/integrations'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { organizationName } from '@hikmah/contract/organizations/words'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useMay } from '../kit/api/current-user.ts'
import { read } from '../kit/api/data.ts'
import { SummaryCards } from '../kit/display/SummaryCards.tsx'
import { When } from '../kit/format/When.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { Page } from '../kit/page/Page.tsx'
import { PageTabs } from '../kit/page/PageTabs.tsx'
import { MembersPanel } from '../organization-team/MembersPanel.tsx'
import { OrganizationsLink } from '../organizations/OrganizationLink.tsx'
import { OrganizationStatusBadge } from '../organizations/OrganizationStatusBadge.tsx'
import { PaymentAccountPanel } from '../payment-account/PaymentAccountPanel.tsx'
import { ReviewLink, TaxStatusPanel } from '../tax-verification/TaxStatusPanel.tsx'
import { AgreementLogs } from './AgreementLogs.tsx'
import { countWaiting, summaryCards } from './glance.tsx'
import { OrganizationFacts } from './OrganizationFacts.tsx'

const route = getRouteApi('/console/organization-detail-{$id}')
const trail = [<OrganizationsLink key="organizations" />]

/** One organization with everything that belongs to it, in four tabs. */
export function OrganizationPage() {
  const { id } = route.useParams()
  const organization = useQuery(read(organizations.readOrganization, { params: { id } }))
  // The customer's list of integrations leads to this address with an integration's id.
  const integration = useQuery({
    ...read(integrations.readIntegration, { params: { id } }),
    enabled: organization.error?.status === 404,
  })
  if (integration.data && !organization.data) return <Navigate to={consolePaths.integration(id)} replace />
  return (
    <LoadedPage
      name="Organization"
      shape="detail"
      query={organization}
      trail={trail}
      wayBack={<OrganizationsLink>Go to the organizations</OrganizationsLink>}
    >
      {(data) => <OrganizationDetail organization={data} />}
    </LoadedPage>
  )
}

function OrganizationDetail({ organization }: { organization: Organization }) {
  const search = route.useSearch()
  const { tab = 0 } = search
  const navigate = route.useNavigate()
  const { _id, orgName, orgStatus, createdAt, orgAdmin, orgAddress, taxIdStatus, memberCounts } = organization
  const devices = useQuery({
    ...read(hardware.listOrganizationDevices, { params: { orgId: _id }, query: {} }),
    enabled: useMay('hardware.read'),
  })
  const place = [orgAddress.city, orgAddress.state].filter(Boolean).join(', ')
  const waiting = countWaiting(taxIdStatus)
  const panels = [
    <OrganizationFacts key="0" organization={organization} />,
    <MembersPanel key={`1 ${_id}`} orgId={_id} orgName={orgName} search={search} />,
    <Fragment key="2">
      <PaymentAccountPanel orgId={_id} />
      <TaxStatusPanel orgId={_id} taxStatus={taxIdStatus} />
    </Fragment>,
    <AgreementLogs key={`3 ${_id}`} orgId={_id} search={search} />,
  ]

  return (
    <Page
      title={organizationName(orgName)}
      badge={<OrganizationStatusBadge status={orgStatus} />}
      sub={
        <>
          Joined <When at={createdAt} />.{orgAdmin && ` Admin ${orgAdmin}.`} {place}
        </>
      }
      action={<ReviewLink orgId={_id} taxStatus={taxIdStatus} />}
      trail={trail}
    >
      <SummaryCards small label="At a glance" cards={summaryCards(organization, devices.data?.data)} />
      <PageTabs
        label="Parts of the organization"
        value={String(tab)}
        onChange={(to) => void navigate({ search: { tab: Number(to) }, resetScroll: false })}
        tabs={[
          { value: '0', label: 'ORG DETAIL' },
          { value: '1', label: 'TEAM MEMBERS', count: memberCounts.active + memberCounts.inactive },
          { value: '2', label: 'VERIFICATION', count: waiting > 0 ? `${waiting} waiting` : undefined },
          { value: '3', label: 'LOGS', count: organization.registration.agreement.total },
        ]}
      >
        {panels[tab]}
      </PageTabs>
    </Page>
  )
}
