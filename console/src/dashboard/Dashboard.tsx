import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { DashboardCards as Figures } from '@hikmah/contract/organizations/schemas'
import { useQuery } from '@tanstack/react-query'
import { linkOptions, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { BillingWaitingLink, readBillingWaiting } from '../customer/BillingWaitingLink.tsx'
import { invitesLink, organizationsLink } from '../dashboard-stats/FigureLink.tsx'
import { OpenDisputesLink, readOpenDisputes } from '../disputes/OpenDisputesLink.tsx'
import { InviteOrganizationLink } from '../invites/InviteOrganizationLink.tsx'
import { InvitesCount, InvitesPanel } from '../invites/InvitesPanel.tsx'
import { read, useMay } from '../kit/api/data.ts'
import { countCard, SummaryCards, shareText } from '../kit/display/SummaryCards.tsx'
import { clearFailures } from '../kit/feedback/messages.tsx'
import { serverNow } from '../kit/format/server-time.ts'
import { countText, ownZone, plural } from '../kit/format/texts.ts'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { ButtonLink, Page } from '../kit/page/Page.tsx'
import { PageTabs } from '../kit/page/PageTabs.tsx'
import { OrganizationsCount, OrganizationsPanel } from '../organizations/OrganizationsPanel.tsx'
import { navigationCounts } from '../sitemap/navigation-counts.ts'

// Asked together with the lists (screens.ts), which their lines would move if they came later.
export { readBillingWaiting, readOpenDisputes }

// Only a new console shows them.
const FirstSteps = lazy(() => import('./FirstSteps.tsx').then((it) => ({ default: it.FirstSteps })))

/** For the list that is not open, only its count is fetched. */
const oneRow = { limit: 1 }

export function Dashboard() {
  const search = useSearch({ from: '/console/dashboard' })
  const navigate = useNavigate()
  useEffect(clearFailures, [])
  const isEmpty = useQuery({ ...navigationCounts, select: ({ data }) => data.organizations === 0 }).data
  const maySetUp = useMay('irs-registry.import')

  return (
    <Page
      title="Dashboard"
      action={
        <>
          <ButtonLink variant="default" to="/dashboard-stats">
            Dashboard stats
          </ButtonLink>
          <InviteOrganizationLink variant={isEmpty && maySetUp ? 'default' : 'filled'} />
        </>
      }
    >
      {isEmpty && maySetUp && (
        <Suspense>
          <FirstSteps />
        </Suspense>
      )}
      <DashboardCards />
      <OpenDisputesLink />
      <BillingWaitingLink />
      <PageTabs
        label="Lists"
        tabs={[
          {
            value: '0',
            label: 'ORGANIZATION',
            count: <OrganizationsCount search={search.tab === '1' ? oneRow : search} />,
          },
          {
            value: '1',
            label: 'INVITED ORGANIZATION',
            count: <InvitesCount search={search.tab === '1' ? search : oneRow} />,
          },
        ]}
        value={search.tab ?? '0'}
        onChange={(tab) => navigate({ to: '/dashboard', search: { tab }, resetScroll: false })}
      >
        {search.tab === '1' ? <InvitesPanel search={search} /> : <OrganizationsPanel search={search} />}
      </PageTabs>
    </Page>
  )
}

const DAY = 86_400_000
/** A review that has waited longer than this needs attention. */
const PATIENCE_DAYS = 5

export function DashboardCards() {
  const { data, error, refetch } = useQuery(read(organizations.readDashboardCards, { query: { tz: ownZone() } }))
  if (error && !data) return <LoadFailure what="Figures" error={error} onRetry={refetch} />
  return <SummaryCards label="Summary" cards={summaryCards(data?.data ?? {})} />
}

function summaryCards({ newOrgsCard, onBoardingCard, activeCard, reviewsCard, inviteCard }: Partial<Figures>) {
  const oldest = reviewsCard?.oldestSubmittedAt
  const days = oldest ? Math.floor((serverNow() - new Date(oldest).getTime()) / DAY) : 0
  const isLate = days > PATIENCE_DAYS
  const sinceLast = (span: string) => (previous: string) => `vs last ${span}, ${previous}`
  const reviewsText = (previous: string) => (
    <>
      vs last week, {previous}
      {oldest && <span className={isLate ? 'late' : undefined}>, oldest {plural(days, 'day')}</span>}
    </>
  )
  return [
    { ...countCard('New Org', newOrgsCard, sinceLast('month'), 'success'), link: organizationsCardLink(newOrgsCard) },
    { ...countCard('Onboarding', onBoardingCard, sinceLast('month')), link: organizationsCardLink(onBoardingCard) },
    { ...countCard('Active Org', activeCard, sinceLast('year'), 'success'), link: organizationsCardLink(activeCard) },
    {
      ...countCard('Reviews waiting', reviewsCard, reviewsText, isLate ? 'warning' : undefined),
      link: reviewsCard && linkOptions({ to: '/reviews' }),
    },
    {
      label: 'Invited',
      ...(inviteCard && {
        value: countText(inviteCard.data),
        text: `sent in ${new Date(serverNow()).getFullYear()}, ${shareText(inviteCard)} accepted`,
      }),
      link: inviteCard && { ...invitesLink(inviteCard), resetScroll: false },
    },
  ]
}

const organizationsCardLink = (card: Figures['newOrgsCard'] | undefined) =>
  card && { ...organizationsLink(card), resetScroll: false }
