import { consolePaths } from '@hikmah/contract/console-paths'
import { hardware } from '@hikmah/contract/hardware/endpoints'
import { type DeviceRow, shownStatus } from '@hikmah/contract/hardware/schemas'
import { integrations } from '@hikmah/contract/integrations'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { organizationName } from '@hikmah/contract/organizations/words'
import type { TaxEvent, TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { reviewNames, taxEventTypes } from '@hikmah/contract/tax-verification/words'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, linkOptions, Navigate } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useMay } from '../kit/api/current-user.ts'
import { read } from '../kit/api/data.ts'
import { type SummaryCard, SummaryCards } from '../kit/display/SummaryCards.tsx'
import { When } from '../kit/format/When.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { Page } from '../kit/page/Page.tsx'
import { PageTabs } from '../kit/page/PageTabs.tsx'
import { MembersPanel } from '../organization-team/MembersPanel.tsx'
import { OrganizationsLink } from '../organizations/OrganizationLink.tsx'
import { OrganizationStatusBadge } from '../organizations/OrganizationStatusBadge.tsx'
import { PaymentAccountPanel } from '../payment-account/PaymentAccountPanel.tsx'
import { TaxStatusBadge } from '../tax-verification/ReviewBadges.tsx'
import { ReviewLink, TaxStatusPanel } from '../tax-verification/TaxStatusPanel.tsx'
import { AgreementLogs } from './AgreementLogs.tsx'
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

/** How many of the two reviews wait for a decision. */
export const countWaiting = ({ taxIdEinDetail, taxExemptDetail }: TaxStatus) =>
  [taxIdEinDetail, taxExemptDetail].filter(({ status }) => status === 'Pending').length

/** The strip of facts under the head of the page. */
export function summaryCards(
  { _id, taxIdStatus, memberCounts }: Organization,
  devices: Pick<DeviceRow, 'status'>[] | undefined,
): SummaryCard[] {
  const { taxIdEin, taxIdEinDetail, taxExempt, taxExemptDetail, events } = taxIdStatus
  return [
    {
      label: reviewNames.ein,
      value: (
        <>
          {taxIdEin || '–'}
          <TaxStatusBadge kind="ein" status={taxIdEinDetail.status} />
        </>
      ),
      text: lastStep(taxIdEinDetail, events, taxEventTypes.ein),
    },
    {
      label: reviewNames.exemption,
      value: (
        <>
          {taxExemptDetail.status === 'Approved' ? 'Exempt' : taxExempt ? 'Claimed' : '–'}
          <TaxStatusBadge kind="exemption" status={taxExemptDetail.status} />
        </>
      ),
      text: lastStep(taxExemptDetail, events, taxEventTypes.exemption),
    },
    {
      label: 'Team members',
      value: memberCounts.active + memberCounts.inactive,
      text: `${memberCounts.active} Active, ${memberCounts.inactive} Inactive`,
    },
    {
      label: 'Hardware',
      value: devices?.length ?? '–',
      text: devices && countByStatus(devices),
      link: linkOptions({ to: '/assign-hardware/$id', params: { id: _id } }),
    },
  ]
}

/** `4 Active, 1 Shipped` */
function countByStatus(devices: Pick<DeviceRow, 'status'>[]): string {
  const counts = new Map<string, number>()
  for (const { status } of devices) {
    const shown = shownStatus(status, true)
    counts.set(shown, (counts.get(shown) ?? 0) + 1)
  }
  const parts = [...counts].sort(([, a], [, b]) => b - a).map(([status, count]) => `${count} ${status}`)
  return parts.join(', ') || 'none assigned'
}

function lastStep(
  { status, submittedAt, reviewedAt }: TaxStatus['taxIdEinDetail'],
  events: TaxEvent[],
  eventType: TaxEvent['eventType'],
): ReactNode {
  if (reviewedAt && status !== 'Pending') return <>reviewed {<When at={reviewedAt} />}</>
  if (!submittedAt) return 'nothing submitted'
  const isAgain = events.some((event) => event.eventType === eventType && event.status === 'Resubmitted')
  return (
    <>
      {isAgain ? 'resubmitted' : 'submitted'} <When at={submittedAt} />
    </>
  )
}
