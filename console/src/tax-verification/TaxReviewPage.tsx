import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { organizationName } from '@hikmah/contract/organizations/words'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { skipToken, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { call } from '../kit/api/api.ts'
import { read, useMay } from '../kit/api/data.ts'
import frame from '../kit/desk/desk.module.css'
import { useIsNarrow } from '../kit/display/viewport.ts'
import { countText } from '../kit/format/texts.ts'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { Deferred, PageTrail } from '../kit/page/Page.tsx'
import { DecisionWaiting } from './decision/DecisionHead.tsx'
import { useLastAct } from './decision/last-act.ts'
import { TaxDecisionForm } from './decision/TaxDecisionForm.tsx'
import { type Decision, type DecisionProps, useTaxDecision } from './decision/use-tax-decision.ts'
import classes from './desk.module.css'
import { changedFacts } from './facts/ChangesSince.tsx'
import { IrsFacts, type LookedUp, useEvidence } from './facts/IrsFacts.tsx'
import { compareWithIrs, findSimilarName, summarizeDifferences } from './facts/irs-facts.ts'
import type { Claims } from './facts/irs-record.ts'
import { countSteps, ReviewsLink } from './ReviewBadges.tsx'
import { ReviewHead } from './ReviewHead.tsx'
import { QueueStrip, ReviewQueue, useQueue } from './ReviewQueue.tsx'

// After the facts and the questions, which come first.
const OrganizationDuplicates = lazy(() =>
  import('../duplicates/DuplicatesPanel.tsx').then(({ DuplicatesPanel, duplicatesQuery }) => ({
    default: ({ org }: { org: Organization }) => <DuplicatesPanel {...duplicatesQuery(org)} />,
  })),
)
const ReviewHistory = lazy(() => import('./papers/ReviewHistory.tsx').then((it) => ({ default: it.ReviewHistory })))
const PaperColumn = lazy(() => import('./papers/PaperColumn.tsx').then((it) => ({ default: it.PaperColumn })))

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
  Array.isArray(handed.holders) &&
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
  const desk = useLastAct(queue.search)
  const triedAt = useRef<number>(undefined)
  const [saves, setSaves] = useState(0)
  const [isLarger, setLarger] = useState(false)

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
  const place = queue.place < 0 ? undefined : `${queue.place + 1} of ${queue.total}`
  return (
    <div
      className={`${frame.desk} ${classes.desk}`}
      data-part={search.part ?? 'facts'}
      data-larger={isLarger || undefined}
    >
      <PageTrail title={orgName} trail={trail} />
      <ReviewQueue orgId={orgId} queue={queue} />
      <QueueStrip {...queue} />
      <ReviewHead orgId={orgId} orgName={orgName} taxStatus={taxStatus} mayClaim={mayDecide} />
      {/* The passed-on status may be old, and a decision is bound to a version. */}
      {taxStatus && !review.isPlaceholderData ? (
        <OpenReview
          key={`${orgId} ${saves} ${desk.undosOf(orgId)}`}
          orgId={orgId}
          orgName={orgName}
          org={org}
          taxStatus={taxStatus}
          mayDecide={mayDecide}
          desk={desk}
          triedAt={triedAt}
          place={place}
          isLarger={isLarger}
          onLarger={setLarger}
          onSaved={() => setSaves(saves + 1)}
          openNext={queue.openNext}
        />
      ) : (
        <>
          <div className={classes.evidence}>
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
          </div>
          <aside className={classes.decision} aria-label="Decision">
            <DecisionWaiting isComing={!failure} place={place} />
          </aside>
        </>
      )}
    </div>
  )
}

interface OpenProps extends Omit<DecisionProps, 'isApproved'> {
  org: Organization | undefined
  place: string | undefined
  isLarger: boolean
  onLarger: (isLarger: boolean) => void
  onSaved: () => unknown
  openNext: () => unknown
}

/** The facts next to the IRS record, the paper, and the decision: an EIN typed there is looked up here. */
function OpenReview(props: OpenProps) {
  const { orgId, org, taxStatus, mayDecide, desk, place, isLarger, onLarger, onSaved, openNext } = props
  const search = route.useSearch()
  const decision = useTaxDecision({ ...props, isApproved: org?.orgStatus === 'approved' })
  const { ein, isAsking } = decision.values
  const [isLetterShown, setLetterShown] = useState(false)
  const isNarrow = useIsNarrow()
  const lookedUp = useEvidence(taxStatus, org, ein)
  const navigate = useNavigate()
  function readLetter() {
    setLetterShown(true)
    // On a small screen the parts stand alone.
    if (isNarrow) void navigate({ to: '.', search: { ...search, part: 'documents' }, resetScroll: false })
  }
  useRecord(decision, lookedUp)
  useReportOpen(orgId, taxStatus, mayDecide)

  const changed = org ? changedFacts(taxStatus, org) : []
  const { evidence, isTyped, isChecking } = lookedUp
  const claims: Claims | undefined = org && {
    ...org,
    ein: isTyped ? ein : taxStatus.taxIdEin,
    taxExempt: taxStatus.taxExempt,
  }
  const comparison = claims && compareWithIrs(claims, evidence)
  return (
    <>
      <DeskParts
        differences={comparison ? summarizeDifferences(comparison) : ''}
        documents={taxStatus.documents.length + taxStatus.earlier.documents}
        events={countSteps(taxStatus)}
      />
      <div className={classes.evidence}>
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
              <Suspense>{org && <OrganizationDuplicates org={org} />}</Suspense>
            </>
          ) : (
            <LoadingLines name="the review" />
          )}
        </section>
        <Suspense>
          <ReviewHistory taxStatus={taxStatus} />
        </Suspense>
      </div>
      <Suspense fallback={<section className={classes.paper} aria-label="Submitted documents" />}>
        <PaperColumn
          orgId={orgId}
          org={org}
          taxStatus={taxStatus}
          decision={decision}
          isLetterShown={isAsking || isLetterShown}
          onPaper={() => setLetterShown(false)}
          isLarger={isLarger}
          onLarger={onLarger}
        />
      </Suspense>
      <aside className={classes.decision} aria-label="Decision">
        <Deferred instead={<DecisionWaiting isComing place={place} />}>
          <TaxDecisionForm
            decision={decision}
            org={org}
            irsName={comparison && !isTyped ? findSimilarName(comparison) : undefined}
            taxStatus={taxStatus}
            changed={changed.map(({ field }) => field)}
            lookedUp={lookedUp}
            desk={desk}
            place={place}
            onRead={readLetter}
            onSaved={onSaved}
            openNext={openNext}
          />
        </Deferred>
      </aside>
    </>
  )
}

/** The record that the decision is compared with follows the EIN in the field. */
function useRecord({ lookedUp: tell, state }: Decision, { evidence, isTyped, isChecking }: LookedUp) {
  const { holders } = state.base
  const told = useEffectEvent(tell)
  useLayoutEffect(() => {
    if (!isChecking) told({ verdict: evidence, holders: isTyped ? [] : holders })
  }, [evidence, holders, isTyped, isChecking])
}

/** Tells the server that this reviewer is looking at this version, so that it can time the decision. */
function useReportOpen(orgId: string, { version, waitingSince }: TaxStatus, mayDecide: boolean) {
  const isTimed = mayDecide && waitingSince !== null
  useQuery({
    queryKey: [taxVerification.openTaxReview.path, orgId, version],
    queryFn: isTimed ? () => call(taxVerification.openTaxReview, { params: { orgId } }, { isQuiet: true }) : skipToken,
    // Once for each look at a version, and no matter if it fails.
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  })
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
