import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { DashboardCards as Figures } from '@hikmah/contract/organizations/schemas'
import { useQuery } from '@tanstack/react-query'
import { type LinkProps, linkOptions } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import { outlineOf, type SummaryCard, SummaryCards } from '../kit/display/SummaryCards.tsx'
import { ownZone } from '../kit/format/dates.ts'
import { countText, plural } from '../kit/format/texts.ts'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import classes from './DashboardCards.module.css'

const LABELS = ['New Org', 'Onboarding', 'Active Org', 'Reviews waiting', 'Invited']
const DAY = 86_400_000
/** A review that has waited longer than this needs attention. */
const PATIENCE_DAYS = 5

/** Five figures, each the way to the list of what it counts. */
export function DashboardCards() {
  const { data, error, refetch } = useQuery(read(organizations.readDashboardCards, { query: { tz: ownZone() } }))
  if (error && !data) return <LoadFailure what="Figures" error={error} onRetry={refetch} />
  return <SummaryCards label="Summary" cards={data ? cardsOf(data.data) : LABELS.map(outlineOf)} />
}

function cardsOf({ newOrgsCard, onBoardingCard, activeCard, reviewsCard, inviteCard }: Figures): SummaryCard[] {
  const oldest = reviewsCard.oldestSubmittedAt
  const days = oldest ? Math.floor((Date.now() - new Date(oldest).getTime()) / DAY) : 0
  const isLate = days > PATIENCE_DAYS
  return [
    {
      label: 'New Org',
      value: countText(newOrgsCard.data),
      change: { percent: newOrgsCard.percentage, rising: 'success' },
      text: `vs last month, ${countText(newOrgsCard.previous)}`,
      link: listOf(newOrgsCard),
    },
    {
      label: 'Onboarding',
      value: countText(onBoardingCard.data),
      change: { percent: onBoardingCard.percentage },
      text: `vs last month, ${countText(onBoardingCard.previous)}`,
      link: listOf(onBoardingCard),
    },
    {
      label: 'Active Org',
      value: countText(activeCard.data),
      change: { percent: activeCard.percentage, rising: 'success' },
      text: `vs last year, ${countText(activeCard.previous)}`,
      link: listOf(activeCard),
    },
    {
      label: 'Reviews waiting',
      value: countText(reviewsCard.data),
      change: { percent: reviewsCard.percentage, rising: isLate ? 'warning' : undefined },
      text: (
        <>
          vs last week, {countText(reviewsCard.previous)}
          {oldest && <span className={isLate ? classes.late : undefined}>, oldest {plural(days, 'day')}</span>}
        </>
      ),
      link: linkOptions({ to: '/reviews' }),
    },
    {
      label: 'Invited',
      value: countText(inviteCard.data),
      text: `${inviteCard.percentage}% accepted from invites in ${new Date().getFullYear()}`,
      link: listOf(inviteCard),
    },
  ]
}

type Card = Figures['newOrgsCard']

/** The card says itself which list it counts; the address reads it as text. */
const listOf = ({ list }: Card) => ({ to: '/dashboard', search: list, resetScroll: false }) as LinkProps
