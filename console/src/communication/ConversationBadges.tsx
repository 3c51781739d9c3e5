import { type DemoRequestRow, type InquiryRow, isProspect } from '@hikmah/contract/communication/endpoints'
import {
  applicationCode,
  type ConversationStatus,
  demoRequestStatuses,
  inquiryStatuses,
  statusFacts,
} from '@hikmah/contract/communication/schemas'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { formatDate } from '../kit/format/texts.ts'

const toChoice = <S extends ConversationStatus>(value: S) => ({ value, label: value, tone: statusFacts[value].tone })
export const demoStatusChoices = demoRequestStatuses.map(toChoice)
export const inquiryStatusChoices = inquiryStatuses.map(toChoice)

export const ConversationStatusBadge = ({ status }: { status: ConversationStatus }) => (
  <StatusBadge tone={statusFacts[status].tone}>{status}</StatusBadge>
)

export const ConversationChips = ({ row, bare }: { row: DemoRequestRow | InquiryRow; bare?: boolean }) => (
  <>
    {'schedule' in row && isProspect(row) && (
      <StatusBadge tone="pending" bare={bare}>
        PROSPECT
      </StatusBadge>
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
