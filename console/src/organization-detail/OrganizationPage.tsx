import { AgreementsQuery, agreements, agreementTypes } from '@hikmah/contract/agreements'
import { consolePaths } from '@hikmah/contract/console-paths'
import { integrations } from '@hikmah/contract/integrations'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { AgreementLog, Organization } from '@hikmah/contract/organizations/schemas'
import {
  APPROVE_ORGANIZATION,
  billingMarkLabels,
  isBlocked,
  organizationName,
} from '@hikmah/contract/organizations/words'
import { describeStanding } from '@hikmah/contract/tax-verification/against-record'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { IRS_RECORD } from '@hikmah/contract/tax-verification/words'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { Fragment, lazy, Suspense } from 'react'
import { read, useMay } from '../kit/api/data.ts'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { Email } from '../kit/format/breakable.tsx'
import { When } from '../kit/format/When.tsx'
import { type Column, ListTable, useList } from '../kit/list/ListTable.tsx'
import { ListToolbar } from '../kit/list/ListToolbar.tsx'
import { type ListSearch, pageOf, searchOf } from '../kit/list/list-search.ts'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { Page, SectionHead } from '../kit/page/Page.tsx'
import { PageTabs } from '../kit/page/PageTabs.tsx'
import { MenuItem, MenuLink } from '../kit/popup/Menu.tsx'
import { MoreMenu } from '../kit/popup/MoreMenu.tsx'
import { MembersPanel, TEAM_MEMBERS } from '../organization-team/MembersPanel.tsx'
import { ApproveButton, useApproval, useMayApprove } from '../organizations/ApprovalPanel.tsx'
import { OrganizationsLink, organizationsWayBack } from '../organizations/OrganizationLink.tsx'
import { OrganizationStatusBadge } from '../organizations/OrganizationStatusBadge.tsx'
import { PapersLinkPanel } from '../papers-link/PapersLinkPanel.tsx'
import { ReviewLink, TaxStatusPanel } from '../tax-verification/TaxStatusPanel.tsx'
import { EditOrganization, ORG_DETAIL, OrganizationFacts, VERIFICATION } from './OrganizationFacts.tsx'
import classes from './organization.module.css'
import { SetupSteps } from './SetupSteps.tsx'

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
        <span className="capital">{logType}</span>
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
  {
    header: 'OS',
    cell: ({ operatingSystem }) => text(operatingSystem),
    width: 104,
  },
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
  const approval = useApproval(organization)
  const place = [orgAddress.city, orgAddress.state].filter(Boolean).join(', ')
  const waiting = countWaiting(taxIdStatus)
  const contradicted = describeStanding(taxIdStatus)
  const panels = [
    <OrganizationFacts key="0" organization={organization} />,
    <MembersPanel key={`1 ${_id}`} orgId={_id} orgName={orgName} isBlocked={isBlocked(orgStatus)} search={search} />,
    <Fragment key="2">
      <TaxStatusPanel orgId={_id} taxStatus={taxIdStatus} />
      <PapersLinkPanel organization={organization} />
      <Suspense>
        <PaymentAccountPanel orgId={_id} />
      </Suspense>
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
          Joined <When at={createdAt} />
          {orgAdmin && (
            <>
              {' · Admin '}
              <bdi>{orgAdmin}</bdi>
            </>
          )}
          {place && ` · ${place}`}
          {taxIdStatus.claim && (
            <>
              {' · claimed by '}
              <bdi>{taxIdStatus.claim.by}</bdi>
            </>
          )}
          {contradicted && (
            <>
              {' · '}
              <span className={classes.contradicted}>
                {IRS_RECORD}: {contradicted}
              </span>
            </>
          )}
        </>
      }
      action={<Acts organization={organization} approval={approval} />}
      trail={trail}
    >
      <SetupSteps organization={organization} onApprove={approval.ask} />
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
          { value: '2', label: VERIFICATION, count: waiting ? `${waiting} waiting` : undefined },
          { value: '3', label: 'LOGS', count: organization.registration.agreement.total },
          { value: '4', label: 'CUSTOMER' },
        ]}
      >
        {panels[tab]}
      </PageTabs>
    </Page>
  )
}

interface ActsProps {
  organization: Organization
  approval: ReturnType<typeof useApproval>
}

/** What is next is filled; what may be done at any time is in the menu. */
function Acts({ organization, approval }: ActsProps) {
  const { _id: id, taxIdStatus, orgStatus } = organization
  const mayApprove = useMayApprove(organization)
  const mayInvite = useMay('organization-team.manage')
  const mayAssign = useMay('hardware.manage') && !isBlocked(orgStatus)
  const waits = taxIdStatus.waitingSince !== null
  return (
    <div className={classes.acts} data-fills>
      <EditOrganization id={id} variant="default" />
      <ReviewLink orgId={id} taxStatus={taxIdStatus} />
      {mayApprove && !waits && <ApproveButton {...approval} />}
      {(mayInvite || mayAssign) && (
        <MoreMenu name="More for this organization">
          {mayApprove && waits && (
            <MenuItem icon="check" onClick={approval.ask}>
              {APPROVE_ORGANIZATION}
            </MenuItem>
          )}
          {mayInvite && (
            <MenuLink icon="people" to="/add-team-member-{$orgId}" params={{ orgId: id }}>
              Invite a team member
            </MenuLink>
          )}
          {mayAssign && (
            <MenuLink icon="device" to="/select-hardware/$id" params={{ id }}>
              Assign a device
            </MenuLink>
          )}
        </MoreMenu>
      )}
    </div>
  )
}

/** What waits for us: not while papers are awaited, and one where a later record speaks against what is decided. */
const countWaiting = ({ waitingSince, taxIdEinDetail, taxExemptDetail }: TaxStatus) =>
  waitingSince && (countPending(taxIdEinDetail, taxExemptDetail) || 1)

const countPending = (...details: TaxStatus['taxIdEinDetail'][]) =>
  details.filter(({ status }) => status === 'Pending').length
