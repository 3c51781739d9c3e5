import type { DashboardStats, StatsFigure } from '@hikmah/contract/dashboard-stats'
import { formatMoney } from '@hikmah/contract/money'
import type { LinkProps } from '@tanstack/react-router'
import { outlineOf, type SummaryCard, SummaryCards } from '../kit/display/SummaryCards.tsx'
import { ageOf } from '../kit/format/dates.ts'
import { countText } from '../kit/format/texts.ts'
import { ordersLink } from './orders-link.ts'
import classes from './stats.module.css'

interface Props {
  /** Undefined while they load. */
  stats: DashboardStats | undefined
  /** Those of the period before, while the new ones come. */
  isStale: boolean
}

/** Two strips of figures, each the way to the list of what it counts. */
export const StatsStrips = ({ stats, isStale }: Props) => (
  <div className={classes.strips} data-stale={isStale || undefined} aria-busy={isStale || !stats}>
    <SummaryCards
      isHeaded
      label="Organizations"
      cards={stats ? organizationCards(stats) : outlinesOf('New org', 'Onboarding', 'Active organizations', 'Invited')}
    />
    <SummaryCards
      isHeaded
      label="Orders"
      cards={
        stats ? orderCards(stats) : outlinesOf('New orders', 'Completed orders', 'Pending orders', 'Total order amount')
      }
    />
  </div>
)

const outlinesOf = (...labels: string[]) => labels.map(outlineOf)

const organizationCards = ({ organizations: it }: DashboardStats): SummaryCard[] => [
  { ...cardOf('New org', it.newOrg, 'success'), link: dashboardLink(it.newOrg) },
  { ...cardOf('Onboarding', it.onboarding), link: dashboardLink(it.onboarding) },
  { ...cardOf('Active organizations', it.active, 'success'), link: dashboardLink(it.active) },
  { ...cardOf('Invited', it.invited, 'success'), link: dashboardLink(it.invited) },
]

function orderCards({ orders: it }: DashboardStats): SummaryCard[] {
  const pending = cardOf('Pending orders', it.pending, 'warning')
  const { oldestAt } = it.pending
  return [
    { ...cardOf('New orders', it.newOrders, 'success'), link: ordersLink(it.newOrders.list) },
    { ...cardOf('Completed orders', it.completed, 'success'), link: ordersLink(it.completed.list) },
    {
      ...pending,
      text: oldestAt ? `${pending.text}, oldest ${ageOf(oldestAt)}` : pending.text,
      link: ordersLink(it.pending.list),
    },
    { ...amountCard(it.totalAmount), link: ordersLink(it.totalAmount.list) },
  ]
}

type Compared = Pick<StatsFigure, 'data' | 'previous' | 'percentage'>
type Rising = 'success' | 'warning'

const cardOf = (label: string, { data, previous, percentage }: Compared, rising?: Rising) => ({
  label,
  value: countText(data),
  change: { percent: percentage, rising },
  text: `vs ${countText(previous)} before`,
})

/** The currency of most orders first; any other on a line of its own, as amounts of two currencies are never added up. */
function amountCard({ amounts }: DashboardStats['orders']['totalAmount']): SummaryCard {
  const [first = { currency: 'usd', data: 0, previous: 0, percentage: 0 }, ...others] = amounts
  return {
    label: 'Total order amount',
    value: formatMoney(first.data, first.currency),
    change: { percent: first.percentage, rising: 'success' },
    text: (
      <>
        vs {formatMoney(first.previous, first.currency)} before
        {others.map(({ currency, data, previous }) => (
          <span key={currency} className={classes.other}>
            {formatMoney(data, currency)}, vs {formatMoney(previous, currency)} before
          </span>
        ))}
      </>
    ),
  }
}

/** The card says itself which list it counts; the address reads it as text. */
const dashboardLink = ({ list }: StatsFigure) => ({ to: '/dashboard', search: list }) as LinkProps
