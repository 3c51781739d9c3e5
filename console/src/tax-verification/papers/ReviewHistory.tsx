import {
  rejectionReason,
  type TaxEvent,
  type TaxRequest,
  type TaxStatus,
} from '@hikmah/contract/tax-verification/schemas'
import { decisionFields, messageTitles } from '@hikmah/contract/tax-verification/words'
import { Timeline, type TimelineItem } from '../../kit/display/Timeline.tsx'
import { plural } from '../../kit/format/texts.ts'
import { SectionHead } from '../../kit/page/Page.tsx'
import { countSteps } from '../ReviewBadges.tsx'
import { ReasonText, Said } from '../ReviewLetter.tsx'
import { AgainstText } from './AgainstRecord.tsx'

const signs: Record<TaxEvent['status'], Pick<TimelineItem, 'glyph' | 'tone'>> = {
  Submitted: { glyph: 'up' },
  Resubmitted: { glyph: 'up' },
  Pending: { glyph: 'half', tone: 'warning' },
  Approved: { glyph: 'check', tone: 'success' },
  Rejected: { glyph: 'cross', tone: 'danger' },
  Changed: { glyph: 'half', tone: 'warning' },
}

const AGAINST = { glyph: 'unequal', tone: 'danger' } as const

const requestSigns = {
  Asked: { glyph: 'envelope', tone: 'warning', title: 'Asked for a new submission' },
  Undone: { glyph: 'returned', title: 'Request for a new submission undone' },
} satisfies Record<TaxRequest['status'], Partial<TimelineItem>>

/** Newest first. A status that went back to Pending was reopened; a request for papers changes none, so is no event. */
export function ReviewHistory({ taxStatus }: { taxStatus: TaxStatus }) {
  const { events, requests, earlier } = taxStatus
  const before = earlier.events + earlier.requests
  const items = [...events.map(eventItem), ...requests.map(requestItem)].sort((a, b) => a.at - b.at)
  return (
    <section aria-label="History">
      <SectionHead title="History">
        <span className="fine">{plural(countSteps(taxStatus), 'event')}</span>
      </SectionHead>
      {items.length === 0 && <p className="nothing">Nothing has been submitted or decided yet.</p>}
      <Timeline items={items.toReversed()} />
      {before > 0 && <p className="nothing">{plural(before, 'earlier event')} in the audit trail.</p>}
    </section>
  )
}

// The reviewer is already named next to the time.
const shownApart: string[] = [messageTitles.reviewer, messageTitles.rejectionReason]

const eventItem = (event: TaxEvent) => ({
  key: event._id,
  ...(event.against ? AGAINST : signs[event.status]),
  title: `${event.eventType} ${event.status === 'Pending' ? 'reopened' : event.status}${event.against ? ' against the record' : ''}`,
  at: event.submittedAt,
  by: event.by,
  text: (
    <>
      <ReasonText title={messageTitles.rejectionReason} {...event} reason={rejectionReason(event)} />
      {event.messages
        .filter(({ title }) => !shownApart.includes(title))
        .map(({ title, message }) => (
          <Said key={title} title={title} text={message} />
        ))}
      {event.against && <AgainstText against={event.against} evidence={event.evidence} />}
    </>
  ),
})

const requestItem = (request: TaxRequest) => ({
  key: request._id,
  ...requestSigns[request.status],
  at: request.at,
  by: request.by,
  text: (
    <>
      <ReasonText title={decisionFields.reason} {...request} />
      {request.message !== '' && <Said title={decisionFields.message} text={request.message} />}
    </>
  ),
})
