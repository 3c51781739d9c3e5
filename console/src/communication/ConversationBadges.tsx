import type { DemoRequestRow, InquiryRow } from '@hikmah/contract/communication/endpoints'
import {
  applicationCode,
  type ConversationStatus,
  demoRequestStatuses,
  inquiryStatuses,
  statusFacts,
} from '@hikmah/contract/communication/schemas'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { formatDate, joinByAnd } from '../kit/format/texts.ts'

const meanings: Record<ConversationStatus, string> = {
  New: 'Nobody has answered yet.',
  'In-progress': 'Somebody is working on it.',
  Scheduled: 'A day for the demo is agreed.',
  Closed: 'Put away without an answer, such as spam.',
  Done: 'Answered. A new message opens it again.',
}

const toChoice = <S extends ConversationStatus>(value: S, means: typeof meanings) => ({
  value,
  label: value,
  tone: statusFacts[value].tone,
  glyph: statusFacts[value].glyph,
  means: means[value],
})
// An answer alone agrees on no day, so an answered request may be new.
const demoMeanings = { ...meanings, New: 'No day for the demo is agreed yet.' }
export const demoStatusChoices = demoRequestStatuses.map((status) => toChoice(status, demoMeanings))
export const inquiryStatusChoices = inquiryStatuses.map((status) => toChoice(status, meanings))

export const ConversationStatusBadge = ({ status, bare }: { status: ConversationStatus; bare?: boolean }) => (
  <StatusBadge tone={statusFacts[status].tone} glyph={statusFacts[status].glyph} bare={bare}>
    {status}
  </StatusBadge>
)

/** What a PROSPECT still lacks: applications, schedule date, schedule time or queries. */
const prospectLacks = ({ applications, schedule, queries }: DemoRequestRow): string[] => [
  ...(applications.length === 0 ? ['applications'] : []),
  ...(schedule.date === '' ? ['a date'] : []),
  ...(schedule.time === '' ? ['a time'] : []),
  ...(queries.length === 0 ? ['queries'] : []),
]

const PROSPECT_MEANING = 'A prospect has not told everything yet.'

const describeProspect = (row: DemoRequestRow) => `${PROSPECT_MEANING} Still missing: ${joinByAnd(prospectLacks(row))}`

export const ConversationChips = ({ row, bare }: { row: DemoRequestRow | InquiryRow; bare?: boolean }) => (
  <>
    {'schedule' in row && prospectLacks(row).length > 0 && (
      <span title={describeProspect(row)}>
        <StatusBadge tone="pending" bare={bare}>
          PROSPECT
        </StatusBadge>
        <span className="spoken">. {describeProspect(row)}</span>
      </span>
    )}
    {row.spam && (
      <StatusBadge tone="failed" bare={bare}>
        Suspected spam
      </StatusBadge>
    )}
  </>
)

export const applicationCodes = (applications: string[]) => [...new Set(applications.map(applicationCode))].join(' ')

/** Nov 24, 2026: a day in the visitor's calendar, which no zone may shift. */
export const scheduledDay = (date: string) => date && formatDate(`${date}T00:00`, 'll')
