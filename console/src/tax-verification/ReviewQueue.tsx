import { organizationName } from '@hikmah/contract/organizations/words'
import type { TaxReview } from '@hikmah/contract/tax-verification/schemas'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ageOf } from '../kit/format/dates.ts'
import { countText } from '../kit/format/texts.ts'
import { Deferred } from '../kit/page/Deferred.tsx'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/LoadingLines.tsx'
import { AskedForPapers } from './AskedForPapers.tsx'
import desk from './desk.module.css'
import { QueueKind, QueueOrder } from './QueueOrder.tsx'
import classes from './ReviewQueue.module.css'
import { deskOf, type useQueue } from './use-queue.ts'
import { VerdictBadge } from './VerdictBadge.tsx'
import { missingText, waitsFor } from './waits-for.ts'

const LONG_MS = 5 * 86_400_000

interface Props {
  orgId: string
  queue: ReturnType<typeof useQueue>
}

/** The waiting reviews, in their order, next to the open one. */
export function ReviewQueue({ orgId, queue: { queue, search } }: Props) {
  const { data, error, refetch } = queue
  const reviews = data?.data
  const total = data?.meta.total ?? 0
  const counts = data?.meta.counts
  return (
    <nav className={desk.queue} aria-label="Reviews waiting">
      <div className={desk.band}>
        <h2>Reviews waiting {data && <span className={classes.count}>{countText(total)}</span>}</h2>
        <div className={desk.sub}>
          <QueueOrder orgId={orgId} search={search} />
          {search.status && search.status !== 'waiting' ? (
            <QueueKind orgId={orgId} search={search} />
          ) : (
            counts && (
              <span>
                EIN {countText(counts.ein ?? 0)}, exemption {countText(counts.exemption ?? 0)}
              </span>
            )
          )}
        </div>
      </div>
      {error && !reviews && <LoadFailure what="The queue" error={error} onRetry={refetch} />}
      {!reviews && !error && (
        <div className={classes.pad}>
          <LoadingLines name="the queue" />
        </div>
      )}
      {reviews?.length === 0 && <p className={classes.none}>No reviews waiting.</p>}
      {reviews && (
        <Deferred>
          <ul>
            {reviews.map((review) => (
              <li key={review.organizationId}>
                <QueueItem review={review} search={search} isOpen={review.organizationId === orgId} />
              </li>
            ))}
          </ul>
        </Deferred>
      )}
      {reviews && total > reviews.length && (
        <p className={classes.none}>
          <LinkTo to="/reviews">and {countText(total - reviews.length)} more</LinkTo>
        </p>
      )}
    </nav>
  )
}

interface ItemProps extends Pick<ReturnType<typeof useQueue>, 'search'> {
  review: TaxReview
  isOpen: boolean
}

function QueueItem({ review, search, isOpen }: ItemProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const router = useRouter()
  useEffect(() => {
    if (!isOpen) return
    const show = () => link.current?.scrollIntoView({ block: 'nearest' })
    show()
    // The router then scrolls the queue back to where it stood.
    return router.subscribe('onRendered', show)
  }, [isOpen, router])
  const { organizationId, orgName, cityState, waitingSince, claimedBy, irsChanged, askedAt } = review
  const isOld = waitingSince !== null && Date.now() - new Date(waitingSince).getTime() >= LONG_MS
  return (
    <Link
      ref={link}
      {...deskOf(organizationId, search)}
      className={classes.item}
      activeProps={{ 'aria-current': 'page' }}
    >
      <span className={classes.line}>
        <b title={orgName}>{organizationName(orgName)}</b>
        <span className={classes.age} data-old={isOld || undefined}>
          {waitingSince && ageOf(waitingSince)}
        </span>
      </span>
      <span className={classes.line}>
        <VerdictBadge outcome={review.outcome} bare />
        <span className={classes.city} title={cityState}>
          {cityState}
        </span>
      </span>
      {(claimedBy || review.missing.length > 0 || irsChanged) && (
        <span className={classes.more}>
          {[irsChanged && waitsFor(review), missingText(review), claimedBy && `Claimed by ${claimedBy}`]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
      <AskedForPapers at={askedAt} />
    </Link>
  )
}
