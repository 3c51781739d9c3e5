import type { ResponseEntry } from '@hikmah/contract/communication/schemas'
import { MailStatusBadge } from '../invites/MailStatusBadge.tsx'
import { Timeline, type TimelineItem } from '../kit/display/Timeline.tsx'
import { breakable } from '../kit/format/breakable.tsx'
import { glyphOfTone, type Tone } from '../kit/icons/glyphs.tsx'
import { RichText } from '../kit/rich-text/RichText.tsx'
import classes from './communication.module.css'

interface Props {
  /** Oldest first. */
  entries: ResponseEntry[]
  toneOf: (status: string) => Tone
  /** The one who asked, to whom notes are mailed. */
  email: string
  visitor: string
  createdAt: string
}

/** The responses and their authors, newest first, down to the day it was received. */
export function ResponseTimeline({ entries, toneOf, email, visitor, createdAt }: Props) {
  const items: TimelineItem[] = entries
    .map((entry, i) => ({
      key: `${i} ${entry.createdAt}`,
      glyph: entry.fromWebsite ? ('envelope' as const) : glyphOfTone[toneOf(entry.status)],
      title: entry.fromWebsite
        ? 'Sent again from the website'
        : [entry.status, entry.assignee].filter(Boolean).join(' · '),
      at: entry.createdAt,
      by: entry.fromWebsite ? `from ${entry.reviewedBy}` : `by ${entry.reviewedBy}`,
      text: (entry.note || entry.mailStatus) && (
        <>
          {entry.note && <RichText value={entry.note} />}
          {entry.mailStatus && (
            <span className={classes.mail}>
              <MailStatusBadge status={entry.mailStatus} /> to {breakable(email)}
            </span>
          )}
        </>
      ),
    }))
    .reverse()
  const arrived: TimelineItem = {
    key: 'arrived',
    glyph: 'envelope',
    title: 'Received from the website',
    at: createdAt,
    by: `from ${visitor}`,
  }
  return <Timeline items={[...items, arrived]} />
}

/** Polls while an e-mail is queued. */
export const mailWait = (entries: ResponseEntry[] | undefined) =>
  entries?.some(({ mailStatus }) => mailStatus === 'queued') ? 5_000 : false
