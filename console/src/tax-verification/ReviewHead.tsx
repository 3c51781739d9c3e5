import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { newestSubmission } from '@hikmah/contract/tax-verification/words'
import { formatDate } from '../kit/format/dates.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { ButtonLink, LinkTo } from '../kit/page/LinkTo.tsx'
import { PageTitle } from '../kit/page/Page.tsx'
import classes from './desk.module.css'
import type { useQueue } from './use-queue.ts'

type Queue = ReturnType<typeof useQueue>

/** The queue in one line, where there is no room for it beside the review. */
export function QueueStrip({ place, total = 0, before, next }: Queue) {
  return (
    <nav className={classes.strip} aria-label="Place in the queue">
      <LinkTo to="/reviews">Reviews waiting</LinkTo>
      <span className={classes.quiet}>{place < 0 ? `${total} in all` : `${place + 1} of ${total}`}</span>
      <Turn id={before} label="Before" />
      <Turn id={next} label="Next" />
    </nav>
  )
}

function Turn({ id, label }: { id: string | undefined; label: string }) {
  if (!id) return null
  return (
    <ButtonLink variant="default" size="xs" to="/varify-ein/{$orgId}" params={{ orgId: id }}>
      {label}
    </ButtonLink>
  )
}

interface Props {
  orgId: string
  orgName: string
  taxStatus: TaxStatus | undefined
  queue: Queue
}

/** Whose review lies open, and when it was handed in. */
export function ReviewHead({ orgId, orgName, taxStatus, queue: { place, total } }: Props) {
  return (
    <header className={classes.head}>
      <div>
        <PageTitle key={orgId} title={orgName} className={classes.title} />
        <p className={classes.sub}>{taxStatus && submissionText(taxStatus)}</p>
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
  )
}

function submissionText(taxStatus: TaxStatus): string {
  const last = newestSubmission(taxStatus)
  if (!last) return 'Nothing was submitted by the organization'
  return `${last.status} ${formatDate(last.submittedAt, 'MMM DD, YYYY, hh:mm A')} by ${last.by}`
}
