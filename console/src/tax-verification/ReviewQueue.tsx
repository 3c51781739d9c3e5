import { verdictGroupNames, verdictGroups } from '@hikmah/contract/irs-registry/words'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { organizationName } from '@hikmah/contract/organizations/words'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { TaxReview } from '@hikmah/contract/tax-verification/schemas'
import {
  decisionFields,
  LONG_WAIT,
  MINE,
  NO_PAPER,
  PAPERS_ARRIVED,
  REVIEWS_WAITING,
  WAITING_FOR_PAPERS,
  waitingKindNames,
} from '@hikmah/contract/tax-verification/words'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { read } from '../kit/api/data.ts'
import frame from '../kit/desk/desk.module.css'
import rail from '../kit/desk/rail.module.css'
import { findBeside, useKeptInView, useTurns } from '../kit/desk/turns.ts'
import { FilterChip } from '../kit/display/FilterChip.tsx'
import { ChoiceField } from '../kit/field/TextField.tsx'
import { ageText, countText, initials, timeUntil } from '../kit/format/texts.ts'
import { Age } from '../kit/format/When.tsx'
import { Icon, type IconName } from '../kit/icons/icons.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { Deferred, LinkTo } from '../kit/page/Page.tsx'
import desk from './desk.module.css'
import classes from './queue.module.css'
import { listOfQueue, openReviewAt, type QueueSearch, queueSearch, readQueue } from './queue-search.ts'
import { AskedForPapers, BlockedMark, isLongWait, missingText, VerdictBadge, waitsFor } from './ReviewBadges.tsx'

const route = getRouteApi('/console/varify-ein/{$orgId}')

const idsOf = (reviews: TaxReview[]) => reviews.map(({ organizationId }) => organizationId)

type Queue = ReturnType<typeof useQueue>

/** The queue in its order, the place of the open review in it, and how to move on. J and K do so too. */
export function useQueue(orgId: string) {
  const navigate = useNavigate()
  const search = queueSearch(route.useSearch())
  const client = useQueryClient()
  const query = readQueue(search)
  const queue = useQuery(query)
  const reviews = queue.data?.data ?? []
  const place = reviews.findIndex(({ organizationId }) => organizationId === orgId)
  const next = findBeside(idsOf(reviews), orgId, 1)

  // The next one is there when it is opened.
  useEffect(() => {
    if (!next) return
    void client.prefetchQuery(read(taxVerification.readTaxStatus, { params: { orgId: next } }))
    void client.prefetchQuery(read(organizations.readOrganization, { params: { id: next } }))
  }, [client, next])

  const { openNext } = useTurns({
    what: 'review',
    current: orgId,
    // Fast reviewers move on before the queue is loaded.
    load: async () => idsOf((queue.data ?? (await client.ensureQueryData(query))).data),
    open: (id) => navigate(openReviewAt(id, search)),
  })
  return {
    queue,
    search,
    place,
    total: queue.data?.meta.total,
    row: reviews[place],
    before: findBeside(idsOf(reviews), orgId, -1),
    next,
    openNext,
  }
}

export function ReviewQueue({ orgId, queue: { queue, search } }: { orgId: string; queue: Queue }) {
  const { data, error, refetch } = queue
  const reviews = data?.data
  const total = data?.meta.total ?? 0
  const { status } = search
  const isForPapers = status === 'papers'
  return (
    <nav className={desk.queue} aria-label={REVIEWS_WAITING}>
      <div className={`${frame.band} ${desk.band}`}>
        <h2>
          {isForPapers ? WAITING_FOR_PAPERS : REVIEWS_WAITING}{' '}
          {data && <span className={rail.count}>{countText(total)}</span>}
        </h2>
        <div className={`${frame.sub} ${desk.sub}`}>
          {isForPapers ? <span>Ends first</span> : <QueueOrder orgId={orgId} search={search} />}
          <QueueRecord orgId={orgId} search={search} />
        </div>
        <QueueFilters orgId={orgId} search={search} />
      </div>
      {error && !reviews && <LoadFailure what="The queue" error={error} onRetry={refetch} />}
      {!reviews && !error && (
        <div className={rail.pad}>
          <LoadingLines name="the queue" />
        </div>
      )}
      {reviews?.length === 0 && (
        <p className={rail.none}>
          No reviews waiting.{' '}
          <LinkTo to="/reviews" search={{ view: 'decided' }}>
            See what was decided
          </LinkTo>
        </p>
      )}
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
        <p className={rail.none}>
          <LinkTo to="/reviews" search={listOfQueue(search)}>
            {`and ${countText(total - reviews.length)} more`}
          </LinkTo>
        </p>
      )}
    </nav>
  )
}

function QueueItem({ review, search, isOpen }: { search: QueueSearch; review: TaxReview; isOpen: boolean }) {
  const link = useKeptInView(isOpen)
  const {
    organizationId,
    orgName,
    cityState,
    waitingSince,
    claimedBy,
    irsChanged,
    askedAt,
    linkEndsAt,
    papersArrivedAt,
  } = review
  const notes = [papersArrivedAt && PAPERS_ARRIVED, irsChanged && waitsFor(review), missingText(review)].filter(Boolean)
  // "Flint, MI": where there is little room, the state alone.
  const [, city = '', state = cityState] = /^(.*, )([^,]+)$/.exec(cityState) ?? []
  return (
    <Link
      ref={link}
      {...openReviewAt(organizationId, search)}
      className={rail.item}
      activeProps={{ 'aria-current': 'page' }}
    >
      <span className={rail.line}>
        <b title={orgName}>
          <bdi translate="no">{organizationName(orgName)}</bdi>
        </b>
        {claimedBy && (
          <span className={rail.claimed} title={`Claimed by ${claimedBy}`}>
            <span className="spoken">Claimed by {claimedBy}</span>
            <span aria-hidden="true">{initials(claimedBy)}</span>
          </span>
        )}
        <span className={rail.age} data-old={isLongWait(waitingSince) || undefined}>
          <Age text={waitingSince ? ageText(waitingSince) : linkEndsAt ? timeUntil(linkEndsAt) : ''} />
        </span>
      </span>
      <span className={rail.line}>
        <VerdictBadge outcome={review.outcome} bare />
        <span className={rail.cut} title={cityState}>
          <span className={classes.town}>{city}</span>
          {state}
        </span>
      </span>
      {notes.length > 0 && <small>{notes.join(' · ')}</small>}
      {review.isBlocked && <BlockedMark />}
      {waitingSince && <AskedForPapers at={askedAt} />}
    </Link>
  )
}

const queueOrders = { waitingSince: 'Oldest first', '-waitingSince': 'Newest first', orgName: 'By name' }

function QueueOrder({ orgId, search }: { orgId: string; search: QueueSearch }) {
  const navigate = useNavigate()
  return (
    <ChoiceField
      className={rail.order}
      size="xs"
      aria-label="Order of the queue"
      data={Object.entries(queueOrders).map(([value, label]) => ({ value, label }))}
      value={search.sort ?? 'waitingSince'}
      onChange={({ currentTarget: { value } }) =>
        void navigate({
          ...openReviewAt(orgId, queueSearch({ ...search, sort: value })),
          replace: true,
        })
      }
    />
  )
}

/** What else narrows the queue, as the list did from which it was opened. */
function QueueFilters({ orgId, search }: { orgId: string; search: QueueSearch }) {
  const navigate = useNavigate()
  const { status, q } = search
  const filters: Partial<Record<keyof QueueSearch, string>> = {
    ...(status && status !== 'waiting' && status !== 'papers' && { status: `${waitingKindNames[status]} only` }),
    ...(search.mine && { mine: MINE }),
    ...(search.noPaper && { noPaper: NO_PAPER }),
    ...(search.longWait && { longWait: LONG_WAIT }),
    ...(search.against && { against: decisionFields.against }),
    ...(q && { q: `“${q}”` }),
  }
  if (Object.keys(filters).length === 0) return null
  return (
    <div className={classes.filters}>
      {Object.entries(filters).map(([name, label]) => (
        <FilterChip
          key={name}
          onRemove={() => navigate({ ...openReviewAt(orgId, { ...search, [name]: undefined }), replace: true })}
        >
          {label}
        </FilterChip>
      ))}
    </div>
  )
}

const records = [
  { value: '', label: 'All records' },
  ...verdictGroups.map((value) => ({ value, label: verdictGroupNames[value] })),
]

function QueueRecord({ orgId, search }: { orgId: string; search: QueueSearch }) {
  const navigate = useNavigate()
  return (
    <ChoiceField
      className={rail.order}
      size="xs"
      aria-label="IRS record of the queue"
      data={records}
      value={search.record ?? ''}
      onChange={({ currentTarget: { value } }) =>
        void navigate({ ...openReviewAt(orgId, queueSearch({ ...search, record: value || undefined })), replace: true })
      }
    />
  )
}

/** The queue in one line, where there is no room for it beside the review. */
export function QueueStrip({ queue: { error, refetch }, place, total, search, before, next }: Queue) {
  const { sort = 'waitingSince', status } = search
  if (error && total === undefined) {
    return (
      <div className={rail.strip}>
        <LoadFailure what="The queue" error={error} onRetry={refetch} />
      </div>
    )
  }
  return (
    <nav className={rail.strip} aria-label="Place in the queue">
      {total !== undefined && (
        <LinkTo to="/reviews" search={listOfQueue(search)}>
          {place < 0 ? `${total} waiting` : `${place + 1} of ${total}`}
        </LinkTo>
      )}
      <small className={rail.sorted}>{status === 'papers' ? 'ends first' : queueOrders[sort].toLowerCase()}</small>
      <Turn id={before} search={search} label="Previous review" icon="up" />
      <Turn id={next} search={search} label="Next review" icon="down" />
    </nav>
  )
}

interface TurnProps {
  search: QueueSearch
  id: string | undefined
  label: string
  icon: IconName
}

const Turn = ({ id, search, label, icon }: TurnProps) =>
  id ? (
    <Link {...openReviewAt(id, search)} className={rail.turn} aria-label={label} title={label}>
      <Icon name={icon} />
    </Link>
  ) : (
    <span className={rail.turn} />
  )
