import type { TaxEvent } from '@hikmah/contract/tax-verification/schemas'
import { Timeline, type TimelineItem } from '../kit/display/Timeline.tsx'
import { plural } from '../kit/format/texts.ts'
import { SectionHead } from '../kit/page/Page.tsx'
import classes from './desk.module.css'

const signs: Record<TaxEvent['status'], Pick<TimelineItem, 'glyph' | 'tone'>> = {
  Submitted: { glyph: 'up' },
  Resubmitted: { glyph: 'up' },
  Pending: { glyph: 'half', tone: 'warning' },
  Approved: { glyph: 'check', tone: 'success' },
  Rejected: { glyph: 'cross', tone: 'danger' },
}

/** Every step of the review, newest first. A status that went back to Pending was opened again. */
export function ReviewHistory({ events }: { events: TaxEvent[] }) {
  return (
    <section aria-label="History">
      <SectionHead title="History">
        <span className={classes.quiet}>{plural(events.length, 'event')}</span>
      </SectionHead>
      {events.length === 0 && <p className={classes.nothing}>Nothing was submitted or decided yet.</p>}
      <div className={classes.timeline}>
        <Timeline
          items={events.toReversed().map((event) => ({
            key: event._id,
            ...signs[event.status],
            title: `${event.eventType} ${event.status === 'Pending' ? 'reopened' : event.status}`,
            at: event.submittedAt,
            by: event.by,
            text: <Messages event={event} />,
          }))}
        />
      </div>
    </section>
  )
}

function Messages({ event }: { event: TaxEvent }) {
  // The reviewer is named beside the time already.
  const said = event.messages.filter(({ title }) => title !== 'Reviewer')
  if (said.length === 0) return null
  return said.map(({ title, message }) => (
    <p key={title} className={classes.said}>
      <span className={classes.quiet}>{title}:</span> {message}
    </p>
  ))
}
