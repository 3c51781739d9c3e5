import { organizations } from '@hikmah/contract/organizations/endpoints'
import { organizationName } from '@hikmah/contract/organizations/words'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../kit/api/current-user.ts'
import { read } from '../kit/api/data.ts'
import { Deferred } from '../kit/page/Deferred.tsx'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { LoadingLines } from '../kit/page/LoadingLines.tsx'
import { PageTrail } from '../kit/page/Page.tsx'
import { DecisionWaiting } from './decision/DecisionHead.tsx'
import classes from './desk.module.css'
import { OpenReview } from './OpenReview.tsx'
import { ReviewDocuments } from './papers/ReviewDocuments.tsx'
import { QueueStrip, ReviewHead } from './ReviewHead.tsx'
import { ReviewHistory } from './ReviewHistory.tsx'
import { ReviewQueue } from './ReviewQueue.tsx'
import { useQueue } from './use-queue.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Passed on by the organization's page, so that the desk paints at once. It is read again anyway. */
    taxStatus?: TaxStatus
  }
}

// The browser keeps it across reloads, so its shape may be outdated.
const isTaxStatus = (handed: TaxStatus | undefined): handed is TaxStatus =>
  Array.isArray(handed?.events) &&
  Array.isArray(handed.requests) &&
  Array.isArray(handed.documents) &&
  'waitingSince' in handed &&
  'earlier' in handed

const route = getRouteApi('/console/varify-ein/{$orgId}')
const trail = [
  <LinkTo key="reviews" to="/reviews">
    Reviews
  </LinkTo>,
]

/** The review desk: what waits, what was submitted, and the decision. */
export function TaxReviewPage() {
  const { orgId } = route.useParams()
  const search = route.useSearch()
  const handed = useLocation({ select: ({ state }) => (isTaxStatus(state.taxStatus) ? state.taxStatus : undefined) })
  const mayDecide = useMay('tax-verification.decide')
  const review = useQuery({
    ...read(taxVerification.readTaxStatus, { params: { orgId } }),
    placeholderData: handed && { data: handed, meta: undefined },
  })
  const organization = useQuery(read(organizations.readOrganization, { params: { id: orgId } }))
  const queue = useQueue(orgId)
  const [saves, setSaves] = useState(0)

  if (review.error?.status === 404 || review.error?.status === 400) {
    const wayBack = <LinkTo to="/reviews">Go to the reviews</LinkTo>
    return (
      <LoadedPage name="Organization" query={review} trail={trail} wayBack={wayBack}>
        {() => null}
      </LoadedPage>
    )
  }

  const taxStatus = review.data?.data
  const org = organization.data?.data
  const known = org ?? queue.row
  const orgName = known ? organizationName(known.orgName) : 'Review'
  const failure = review.error ?? organization.error
  return (
    <div className={classes.desk} data-part={search.part ?? 'facts'}>
      <PageTrail title={orgName} trail={trail} />
      <ReviewQueue orgId={orgId} queue={queue} />
      <QueueStrip {...queue} />
      <ReviewHead orgId={orgId} orgName={orgName} taxStatus={taxStatus} queue={queue} mayClaim={mayDecide} />
      {/* The passed-on status may be old, and a decision is bound to a version. */}
      {taxStatus && !review.isPlaceholderData ? (
        <OpenReview
          key={`${orgId} ${saves}`}
          orgId={orgId}
          orgName={orgName}
          org={org}
          taxStatus={taxStatus}
          mayDecide={mayDecide}
          onSaved={() => setSaves(saves + 1)}
          openNext={queue.openNext}
        />
      ) : (
        <>
          <section className={classes.facts} aria-label="Facts">
            {failure ? (
              <LoadFailure
                what="The review"
                error={failure}
                onRetry={() => [review.refetch(), organization.refetch()]}
              />
            ) : (
              <LoadingLines name="the review" />
            )}
          </section>
          <aside className={classes.decision} aria-label="Decision">
            <DecisionWaiting isComing={!failure} />
          </aside>
        </>
      )}
      {taxStatus && (
        <Deferred>
          <div className={classes.papers}>
            <ReviewDocuments orgId={orgId} taxStatus={taxStatus} />
            <ReviewHistory taxStatus={taxStatus} />
          </div>
        </Deferred>
      )}
    </div>
  )
}
