import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { organizationName } from '@hikmah/contract/organizations/words'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { DuplicatesPanel, duplicatesQuery } from '../duplicates/DuplicatesPanel.tsx'
import { call } from '../kit/api/api.ts'
import { read, useMay } from '../kit/api/data.ts'
import { countText, plural } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { Deferred, PageTrail } from '../kit/page/Page.tsx'
import { DecisionWaiting } from './decision/DecisionFrame.tsx'
import { TaxDecisionForm } from './decision/TaxDecisionForm.tsx'
import { type DecisionProps, useTaxDecision } from './decision/use-tax-decision.ts'
import classes from './desk.module.css'
import { changedFacts } from './facts/ChangesSince.tsx'
import { IrsFacts, useEvidence } from './facts/IrsFacts.tsx'
import { compareWithIrs, summarizeDifferences } from './facts/irs-facts.ts'
import type { Claims } from './facts/irs-record.ts'
import { ReviewDocuments } from './papers/ReviewDocuments.tsx'
import { countSteps, ReviewHistory } from './papers/ReviewHistory.tsx'
import { queueSearch } from './queue-search.ts'
import { ReviewsLink } from './ReviewBadges.tsx'
import { ReviewHead } from './ReviewHead.tsx'
import { QueueStrip, ReviewQueue, useQueue } from './ReviewQueue.tsx'

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
const trail = [<ReviewsLink key="reviews">Reviews</ReviewsLink>]

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
    return (
      <LoadedPage name="Organization" query={review} trail={trail} wayBack={<ReviewsLink />}>
        {() => null}
      </LoadedPage>
    )
  }

  const taxStatus = review.data?.data
  const org = organization.data?.data
  const named = org ?? queue.row
  const orgName = named ? organizationName(named.orgName) : 'Review'
  const failure = review.error ?? organization.error
  return (
    <div className={classes.desk} data-part={search.part ?? 'facts'}>
      <PageTrail title={orgName} trail={trail} />
      <ReviewQueue orgId={orgId} queue={queue} />
      <QueueStrip {...queue} />
      <ReviewHead
        orgId={orgId}
        orgName={orgName}
        taxStatus={taxStatus}
        place={queue.place}
        total={queue.total}
        mayClaim={mayDecide}
      />
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

interface OpenProps extends Omit<DecisionProps, 'queue'> {
  org: Organization | undefined
  onSaved: () => unknown
  openNext: () => unknown
}

/** The facts next to the IRS record, and the decision: an EIN typed there is looked up here. */
function OpenReview({ orgId, orgName, org, taxStatus, mayDecide, onSaved, openNext }: OpenProps) {
  const search = route.useSearch()
  const decision = useTaxDecision({ orgId, orgName, taxStatus, queue: queueSearch(search), mayDecide })
  const { ein } = decision.values
  const lookedUp = useEvidence(taxStatus, org, ein)
  const { evidence, isTyped, isChecking } = lookedUp
  useReportOpen(orgId, taxStatus, mayDecide)

  const changed = org ? changedFacts(taxStatus, org) : []
  const claims: Claims | undefined = org && {
    ...org,
    ein: isTyped ? ein : taxStatus.taxIdEin,
    taxExempt: taxStatus.taxExempt,
  }
  return (
    <>
      <DeskParts
        differences={claims ? summarizeDifferences(compareWithIrs(claims, evidence)) : ''}
        documents={taxStatus.documents.length + taxStatus.earlier.documents}
        events={countSteps(taxStatus)}
      />
      <section className={classes.facts} aria-label="Facts">
        {claims ? (
          <>
            {isChecking ? (
              <LoadingLines name="the IRS record" />
            ) : (
              <IrsFacts
                claims={claims}
                lookedUp={lookedUp}
                taxStatus={taxStatus}
                changed={changed}
                mayCheck={mayDecide}
              />
            )}
            <Deferred>
              {org && <DuplicatesPanel {...duplicatesQuery(org)} />}
              {taxStatus.documents.length > 0 && (
                <Link to="." search={{ ...search, part: 'documents' }} resetScroll={false} className={classes.toPapers}>
                  <Icon name="document" />
                  {plural(taxStatus.documents.length, 'document')}
                  <Icon name="right" />
                </Link>
              )}
            </Deferred>
          </>
        ) : (
          <LoadingLines name="the review" />
        )}
      </section>
      <aside className={classes.decision} aria-label="Decision">
        <Deferred instead={<DecisionWaiting isComing />}>
          <TaxDecisionForm
            decision={decision}
            admin={org?.orgAdmin ?? ''}
            taxStatus={taxStatus}
            changed={changed.map(({ field }) => field)}
            lookedUp={lookedUp}
            onSaved={onSaved}
            openNext={openNext}
          />
        </Deferred>
      </aside>
    </>
  )
}

/** Tells the server that this reviewer is looking at this version, so that it can time the decision. */
function useReportOpen(orgId: string, { version, waitingSince }: TaxStatus, mayDecide: boolean) {
  const isTimed = mayDecide && waitingSince !== null
  const reported = useRef<number>(undefined)
  useEffect(() => {
    if (!isTimed || reported.current === version) return
    reported.current = version
    call(taxVerification.openTaxReview, { params: { orgId } }, { isQuiet: true }).catch(() => {})
  }, [orgId, version, isTimed])
}

function DeskParts({ differences, documents, events }: { differences: string; documents: number; events: number }) {
  const search = route.useSearch()
  const parts = [
    { part: 'facts', label: 'Facts', count: differences },
    { part: 'documents', label: 'Document', count: countText(documents) },
    { part: 'history', label: 'History', count: countText(events) },
  ] as const
  return (
    <nav className={classes.parts} aria-label="Parts of the review">
      {parts.map(({ part, label, count }) => (
        <Link
          key={part}
          to="."
          search={{ ...search, part: part === 'facts' ? undefined : part }}
          resetScroll={false}
          replace
          className={classes.part}
          activeOptions={{ explicitUndefined: true }}
        >
          {label} <span>{count}</span>
        </Link>
      ))}
    </nav>
  )
}
