import type { TaxReview } from '@hikmah/contract/tax-verification/schemas'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ApiError } from '../kit/api/api.ts'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { ageOf } from '../kit/format/dates.ts'
import { countText } from '../kit/format/texts.ts'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/LoadingLines.tsx'
import classes from './desk.module.css'

const LONG_MS = 5 * 86_400_000

interface Props {
  query: UseQueryResult<{ data: TaxReview[]; meta: { total: number } }, ApiError>
}

const howMany = (reviews: TaxReview[], field: 'einStatus' | 'exemptStatus') =>
  reviews.filter((review) => review[field] === 'Pending').length

/** The reviews that wait, oldest first, beside the one that lies open. */
export function ReviewQueue({ query: { data, error, refetch } }: Props) {
  const reviews = data?.data
  const total = data?.meta.total ?? 0
  return (
    <nav className={classes.queue} aria-label="Reviews waiting">
      <div className={classes.band}>
        <h2>Reviews waiting {data && <span className={classes.count}>{countText(total)}</span>}</h2>
        <p className={classes.sub}>
          <span>Oldest first</span>
          {reviews && total === reviews.length && (
            <span>
              EIN {howMany(reviews, 'einStatus')}, exemption {howMany(reviews, 'exemptStatus')}
            </span>
          )}
        </p>
      </div>
      {error && !reviews && <LoadFailure what="The queue" error={error} onRetry={refetch} />}
      {!reviews && !error && (
        <div className={classes.pad}>
          <LoadingLines name="The queue" />
        </div>
      )}
      {reviews?.length === 0 && <p className={classes.none}>No review waits.</p>}
      <ul>
        {reviews?.map((review) => (
          <li key={review.organizationId}>
            <QueueItem review={review} />
          </li>
        ))}
      </ul>
      {reviews && total > reviews.length && (
        <p className={classes.none}>
          <LinkTo to="/reviews">and {countText(total - reviews.length)} more</LinkTo>
        </p>
      )}
    </nav>
  )
}

function QueueItem({ review }: { review: TaxReview }) {
  const { organizationId, orgName, cityState, waitingSince } = review
  const isOld = waitingSince !== null && Date.now() - new Date(waitingSince).getTime() >= LONG_MS
  return (
    <Link
      to="/varify-ein/{$orgId}"
      params={{ orgId: organizationId }}
      className={classes.item}
      activeProps={{ 'aria-current': 'page' }}
    >
      <span className={classes.line}>
        <b>{orgName}</b>
        <span className={classes.age} data-old={isOld || undefined}>
          {waitingSince && ageOf(waitingSince)}
        </span>
      </span>
      <span className={classes.line}>
        <StatusBadge tone="pending" bare>
          {waitsFor(review)}
        </StatusBadge>
        <span className={classes.place}>{cityState}</span>
      </span>
    </Link>
  )
}

function waitsFor({ einStatus, exemptStatus }: TaxReview): string {
  if (einStatus === 'Pending' && exemptStatus === 'Pending') return 'EIN, exemption'
  return einStatus === 'Pending' ? 'EIN' : 'Exemption'
}
