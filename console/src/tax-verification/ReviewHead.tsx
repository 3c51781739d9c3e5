import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { newestSubmission } from '@hikmah/contract/tax-verification/words'
import { Link } from '@tanstack/react-router'
import { formatDate } from '../kit/format/dates.ts'
import { Icon, type IconName } from '../kit/icons/icons.tsx'
import { ButtonLink, LinkTo } from '../kit/page/LinkTo.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { PageTitle } from '../kit/page/Page.tsx'
import { queueOrders } from './QueueOrder.tsx'
import { ClaimBadge, ReviewClaim } from './ReviewClaim.tsx'
import classes from './ReviewHead.module.css'
import { deskOf, type useQueue } from './use-queue.ts'

type Queue = ReturnType<typeof useQueue>

/** The queue in one line, where there is no room for it beside the review. */
export function QueueStrip({ queue: { error, refetch }, place, total, search, before, next }: Queue) {
  const { sort = 'waitingSince' } = search
  if (error && total === undefined) {
    return (
      <div className={classes.strip}>
        <LoadFailure what="The queue" error={error} onRetry={refetch} />
      </div>
    )
  }
  return (
    <nav className={classes.strip} aria-label="Place in the queue">
      {total !== undefined && (
        <LinkTo to="/reviews">{place < 0 ? `${total} waiting` : `${place + 1} of ${total}`}</LinkTo>
      )}
      <span className={classes.quiet}>{queueOrders[sort].toLowerCase()}</span>
      <Turn id={before} search={search} label="Previous review" icon="up" />
      <Turn id={next} search={search} label="Next review" icon="down" />
    </nav>
  )
}

interface TurnProps extends Pick<Queue, 'search'> {
  id: string | undefined
  label: string
  icon: IconName
}

function Turn({ id, search, label, icon }: TurnProps) {
  if (!id) return <span className={classes.turn} />
  return (
    <Link {...deskOf(id, search)} className={classes.turn} aria-label={label} title={label}>
      <Icon name={icon} />
    </Link>
  )
}

interface Props {
  orgId: string
  orgName: string
  taxStatus: TaxStatus | undefined
  queue: Queue
  mayClaim: boolean
}

/** The head of the open review: whose it is, and when it was submitted. */
export function ReviewHead({ orgId, orgName, taxStatus, queue: { place, total }, mayClaim }: Props) {
  return (
    <header className={classes.head}>
      <PageTitle key={orgId} title={orgName} className={classes.title} />
      <p className={classes.sub}>
        <span>{taxStatus && submissionText(taxStatus)}</span>
        {mayClaim && taxStatus?.claim && <ClaimBadge claim={taxStatus.claim} />}
      </p>
      {place >= 0 && (
        <span className={classes.place}>
          {place + 1} of {total}
        </span>
      )}
      {mayClaim && taxStatus && <ReviewClaim key={`claim of ${orgId}`} orgId={orgId} claim={taxStatus.claim} />}
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
  )
}

function submissionText(taxStatus: TaxStatus): string {
  const last = newestSubmission(taxStatus)
  if (!last) return 'Nothing was submitted by the organization'
  return `${last.status} ${formatDate(last.submittedAt, 'MMM DD, YYYY, hh:mm A')} by ${last.by}`
}
