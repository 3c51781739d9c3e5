import { AgreementsQuery, agreements, agreementTypes } from '@hikmah/contract/agreements'
import { consolePaths } from '@hikmah/contract/console-paths'
import { hardware } from '@hikmah/contract/hardware/endpoints'
import { type DeviceRow, listedStatus } from '@hikmah/contract/hardware/schemas'
import { integrations } from '@hikmah/contract/integrations'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { AgreementLog, Organization } from '@hikmah/contract/organizations/schemas'
import { billingMarkLabels, isBlocked, organizationName } from '@hikmah/contract/organizations/words'
import type { TaxEvent, TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { reviewNames, taxEventTypes } from '@hikmah/contract/tax-verification/words'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, linkOptions, Navigate } from '@tanstack/react-router'
import { Fragment, lazy, type ReactNode, Suspense } from 'react'
import { read, useMay } from '../kit/api/data.ts'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { type SummaryCard, SummaryCards } from '../kit/display/SummaryCards.tsx'
import { Email } from '../kit/format/breakable.tsx'
import { When } from '../kit/format/When.tsx'
import { type Column, ListTable, useList } from '../kit/list/ListTable.tsx'
import { ListToolbar } from '../kit/list/ListToolbar.tsx'
import { type ListSearch, pageOf, searchOf } from '../kit/list/list-search.ts'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { Page, SectionHead } from '../kit/page/Page.tsx'
import { PageTabs } from '../kit/page/PageTabs.tsx'
import { MembersPanel, TEAM_MEMBERS } from '../organization-team/MembersPanel.tsx'
import { ApproveOrganization } from '../organizations/ApprovalPanel.tsx'
import { OrganizationsLink, organizationsWayBack } from '../organizations/OrganizationLink.tsx'
import { OrganizationStatusBadge } from '../organizations/OrganizationStatusBadge.tsx'
import { PapersLinkPanel } from '../papers-link/PapersLinkPanel.tsx'
import { TaxStatusBadge } from '../tax-verification/ReviewBadges.tsx'
import { ReviewLink, TaxStatusPanel } from '../tax-verification/TaxStatusPanel.tsx'
import { ORG_DETAIL, OrganizationFacts } from './OrganizationFacts.tsx'
import classes from './organization.module.css'

const OrganizationDisputesLink = lazy(() =>
  import('../disputes/OpenDisputesLink.tsx').then((it) => ({ default: it.OrganizationDisputesLink })),
)

const CustomerPanel = lazy(() => import('../customer/CustomerPanel.tsx').then((it) => ({ default: it.CustomerPanel })))

const PaymentAccountPanel = lazy(() =>
  import('../payment-account/PaymentAccountPanel.tsx').then((it) => ({ default: it.PaymentAccountPanel })),
)

const FORMAT = 'MMMM Do YYYY, h:mm:ss a'
const text = (words: string) => <span title={words}>{words || '–'}</span>

const columns: Column<AgreementLog>[] = [
  {
    header: 'User',
    sort: 'user',
    cell: ({ user }) => (
      <b>
        <Email>{user}</Email>
      </b>
    ),
    narrow: 'title',
  },
  {
    header: 'Type',
    cell: ({ logType }) => (
      <StatusBadge tone="success" bare>
        {logType}
      </StatusBadge>
    ),
    width: 100,
    narrow: 'badge',
  },
  {
    header: 'Time',
    sort: 'createdAt',
    cell: ({ createdAt }) => (
      <span className={classes.moment}>
        <When at={createdAt} as={FORMAT} age />
      </span>
    ),
    width: 264,
    narrow: 'sub',
    narrowCell: ({ createdAt, ipAddress, browser, operatingSystem, device, log }) => (
      <span className={classes.log}>
        <When at={createdAt} as={FORMAT} />
        <br />
        {[ipAddress, browser, operatingSystem, device, log].filter(Boolean).join(', ')}
      </span>
    ),
  },
  { header: 'IP', cell: ({ ipAddress }) => text(ipAddress), width: 108 },
  { header: 'Browser', cell: ({ browser }) => text(browser), width: 92 },
  { header: 'OS', cell: ({ operatingSystem }) => text(operatingSystem), width: 104 },
  { header: 'Device', cell: ({ device }) => text(device), width: 80 },
  { header: 'Log', cell: ({ log }) => <span className={classes.log}>{text(log)}</span> },
]

const types = agreementTypes.map((value) => ({ value, label: value }))
/** Its own part of the address, which it shares with the team. */
const ownSearch = searchOf(AgreementsQuery)

export function AgreementLogs({ orgId, search }: { orgId: string; search: ListSearch }) {
  const logs = useList(
    read(agreements.listAgreements, { params: { id: orgId }, query: pageOf(ownSearch({ ...search })) }),
  )
  return (
    <section aria-label="Agreements log">
      <SectionHead title="Agreements log" />
      <ListToolbar searchLabel="Search user, IP, browser" statuses={types} meta={logs.data?.meta} />
      <ListTable
        name="Agreements log"
        one="entry"
        many="entries"
        query={logs}
        columns={columns}
        rowKey={({ _id }) => _id}
        numbered={false}
        sortedBy="createdAt"
        isWide
        empty={{
          title: 'No agreements yet',
          text: 'The entries appear here once the organization accepts the agreement and the terms.',
        }}
      />
    </section>
  )
}

const route = getRouteApi('/console/organization-detail-{$id}')
const trail = [<OrganizationsLink key="organizations" />]

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
    <LoadedPage name="Organization" shape="detail" query={organization} trail={trail} wayBack={organizationsWayBack}>
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
    <MembersPanel key={`1 ${_id}`} orgId={_id} orgName={orgName} isBlocked={isBlocked(orgStatus)} search={search} />,
    <Fragment key="2">
      <Suspense>
        <PaymentAccountPanel orgId={_id} />
      </Suspense>
      <TaxStatusPanel orgId={_id} taxStatus={taxIdStatus} />
      <PapersLinkPanel organization={organization} />
    </Fragment>,
    <AgreementLogs key={`3 ${_id}`} orgId={_id} search={search} />,
    <Suspense key="4">
      <CustomerPanel organization={organization} />
    </Suspense>,
  ]

  return (
    <Page
      title={organizationName(orgName)}
      badge={
        <>
          <OrganizationStatusBadge status={orgStatus} />
          {organization.billingMarks.map((mark) => (
            <StatusBadge key={mark} tone={mark === 'past-due' ? 'failed' : 'warning'}>
              {billingMarkLabels[mark]}
            </StatusBadge>
          ))}
        </>
      }
      sub={
        <>
          Joined <When at={createdAt} />.{orgAdmin && ` Admin ${orgAdmin}.`} {place}
        </>
      }
      action={
        <>
          <ReviewLink orgId={_id} taxStatus={taxIdStatus} />
          <ApproveOrganization organization={organization} />
        </>
      }
      trail={trail}
    >
      <SummaryCards small label="At a glance" cards={summaryCards(organization, devices.data?.data)} />
      <Suspense>
        <OrganizationDisputesLink orgId={_id} />
      </Suspense>
      <PageTabs
        label="Parts of the organization"
        value={String(tab)}
        onChange={(to) => void navigate({ search: { tab: Number(to) }, resetScroll: false })}
        tabs={[
          { value: '0', label: ORG_DETAIL },
          { value: '1', label: TEAM_MEMBERS, count: memberCounts.active + memberCounts.inactive },
          { value: '2', label: 'VERIFICATION', count: waiting > 0 ? `${waiting} waiting` : undefined },
          { value: '3', label: 'LOGS', count: organization.registration.agreement.total },
          { value: '4', label: 'CUSTOMER' },
        ]}
      >
        {panels[tab]}
      </PageTabs>
    </Page>
  )
}

export const countWaiting = ({ taxIdEinDetail, taxExemptDetail }: TaxStatus) =>
  [taxIdEinDetail, taxExemptDetail].filter(({ status }) => status === 'Pending').length

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

function countByStatus(devices: Pick<DeviceRow, 'status'>[]): string {
  const counts = new Map<string, number>()
  for (const { status } of devices) {
    const shown = listedStatus(status, true)
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
