import { organizations } from '@hikmah/contract/organizations'
import { TaxStatus } from '@hikmah/contract/tax-status'
import { taxVerification } from '@hikmah/contract/tax-verification'
import { Kbd } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../kit/current-user.ts'
import { read } from '../kit/data.ts'
import { formatDate } from '../kit/dates.ts'
import { Icon } from '../kit/icons.tsx'
import { ButtonLink, LinkTo } from '../kit/LinkTo.tsx'
import { LoadFailure } from '../kit/ListStates.tsx'
import { LoadedPage } from '../kit/LoadedPage.tsx'
import { LoadingLines } from '../kit/LoadingLines.tsx'
import { notifySuccess } from '../kit/notify.ts'
import { PageTitle, PageTrail, SectionHead } from '../kit/Page.tsx'
import { useShortcut } from '../kit/shortcuts.ts'
import { plural } from '../kit/texts.ts'
import classes from './desk.module.css'
import { ReviewDocuments } from './ReviewDocuments.tsx'
import { ReviewFacts } from './ReviewFacts.tsx'
import { ReviewHistory } from './ReviewHistory.tsx'
import { ReviewQueue } from './ReviewQueue.tsx'
import { compareFacts, isSame, latestSubmission } from './review-facts.ts'
import { TaxDecisionForm } from './TaxDecisionForm.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Handed over by the organization's page, so that the desk paints at once. It is read again all the same. */
    taxStatus?: TaxStatus
  }
}

const route = getRouteApi('/console/varify-ein/{$orgId}')
const QUEUE = { sort: 'waitingSince', page: 1, limit: 100 } as const
const trail = [
  <LinkTo key="reviews" to="/reviews">
    Reviews
  </LinkTo>,
]

/** The queue, the queue's place of the open review, and how to move in it. */
function useQueue(orgId: string) {
  const navigate = route.useNavigate()
  const queue = useQuery(read(taxVerification.listTaxReviews, { query: QUEUE }))
  const reviews = queue.data?.data ?? []
  const place = reviews.findIndex(({ organizationId }) => organizationId === orgId)
  const idAt = (index: number) => reviews[index]?.organizationId
  const open = (id: string | undefined) => id && void navigate({ to: '/varify-ein/{$orgId}', params: { orgId: id } })
  return {
    queue,
    place,
    before: place > 0 ? idAt(place - 1) : undefined,
    next: idAt(place + 1),
    /** After the last one it begins again with those that were skipped. */
    following: idAt(place + 1) ?? reviews.find(({ organizationId }) => organizationId !== orgId)?.organizationId,
    open,
    navigate,
  }
}

/** The review desk: what waits, what was submitted, and the decision. */
export function TaxReviewPage() {
  const { orgId } = route.useParams()
  const handed = useLocation({ select: ({ state }) => TaxStatus.safeParse(state.taxStatus).data })
  const mayDecide = useMay('tax-verification.decide')
  const review = useQuery({
    ...read(taxVerification.readTaxStatus, { params: { orgId } }),
    placeholderData: handed && { data: handed, meta: undefined },
  })
  const organization = useQuery(read(organizations.readOrganization, { params: { id: orgId } }))
  const { queue, place, before, next, following, open, navigate } = useQueue(orgId)
  const [saves, setSaves] = useState(0)
  useShortcut('j', 'Next review', () => open(next))
  useShortcut('k', 'Review before', () => open(before))

  const status = review.error?.status
  if (status === 404 || status === 400) {
    return (
      <LoadedPage
        name="Organization"
        query={review}
        trail={trail}
        wayBack={<LinkTo to="/reviews">Go to the reviews</LinkTo>}
      >
        {() => null}
      </LoadedPage>
    )
  }

  function openNext() {
    if (following) return open(following)
    notifySuccess('No review waits any more')
    return navigate({ to: '/reviews' })
  }

  const taxStatus = review.data?.data
  const org = organization.data?.data
  const queued = queue.data?.data[place]
  const orgName = org?.orgName || queued?.orgName || 'Review'
  const total = queue.data?.meta.total
  const failure = review.error ?? organization.error
  const facts = taxStatus && org && compareFacts(taxStatus, org)
  const compared = facts?.filter((fact) => fact.submitted !== undefined) ?? []
  const differing = compared.filter((fact) => !isSame(fact)).length

  return (
    <div className={classes.desk}>
      <PageTrail title={orgName} trail={trail} />
      <ReviewQueue reviews={queue.data?.data} total={total} error={queue.error} onRetry={queue.refetch} />
      <nav className={classes.strip} aria-label="Place in the queue">
        <LinkTo to="/reviews">Reviews waiting</LinkTo>
        <span className={classes.quiet}>{place < 0 ? `${total ?? 0} in all` : `${place + 1} of ${total}`}</span>
        <Turn id={before} label="Before" />
        <Turn id={next} label="Next" />
      </nav>
      <header className={classes.head}>
        <div>
          <PageTitle key={orgId} title={orgName} className={classes.title} />
          <p className={classes.sub}>{taxStatus && <SubmittedLine taxStatus={taxStatus} />}</p>
        </div>
        {place >= 0 && (
          <span className={classes.place}>
            {place + 1} of {total}
          </span>
        )}
        <ButtonLink
          variant="default"
          size="xs"
          to="/organization-detail-{$id}"
          params={{ id: orgId }}
          rightSection={<Icon name="open" size={14} />}
        >
          Open organization
        </ButtonLink>
      </header>
      <section className={classes.facts} aria-label="Facts">
        <SectionHead title="Facts">
          {compared.length > 0 && (
            <span className={classes.quiet}>{differing > 0 ? plural(differing, 'difference') : 'No difference'}</span>
          )}
        </SectionHead>
        {facts ? (
          <ReviewFacts facts={facts} />
        ) : failure ? (
          <LoadFailure what="The review" error={failure} onRetry={() => [review.refetch(), organization.refetch()]} />
        ) : (
          <LoadingLines name="The review" />
        )}
      </section>
      <aside className={classes.decision} aria-label="Decision">
        <div className={classes.band}>
          <h2>Decision</h2>
          <p className={classes.sub}>EIN and tax exemption</p>
        </div>
        {taxStatus && !review.isPlaceholderData ? (
          <TaxDecisionForm
            key={`${orgId} ${saves}`}
            orgId={orgId}
            orgName={orgName}
            admin={org?.orgAdmin ?? ''}
            taxStatus={taxStatus}
            mayDecide={mayDecide}
            onSaved={() => setSaves(saves + 1)}
            openNext={openNext}
          />
        ) : (
          !failure && <LoadingLines name="The decision" />
        )}
        <p className={classes.keys}>
          {mayDecide && (
            <>
              <span>
                <Kbd>A</Kbd> approve
              </span>
              <span>
                <Kbd>R</Kbd> reject
              </span>
            </>
          )}
          <span>
            <Kbd>J</Kbd> <Kbd>K</Kbd> next, back
          </span>
        </p>
      </aside>
      {taxStatus && (
        <div className={classes.papers}>
          <ReviewDocuments orgId={orgId} taxStatus={taxStatus} />
          <ReviewHistory events={taxStatus.events} />
        </div>
      )}
    </div>
  )
}

function SubmittedLine({ taxStatus }: { taxStatus: TaxStatus }) {
  const last = latestSubmission(taxStatus)
  if (!last) return 'Nothing was submitted by the organization'
  return `${last.status} ${formatDate(last.submittedAt, 'MMM DD, YYYY, hh:mm A')} by ${last.by}`
}

function Turn({ id, label }: { id: string | undefined; label: string }) {
  if (!id) return null
  return (
    <ButtonLink variant="default" size="xs" to="/varify-ein/{$orgId}" params={{ orgId: id }}>
      {label}
    </ButtonLink>
  )
}
