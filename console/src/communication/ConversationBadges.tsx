import { type DemoRequestRow, isProspect } from '@hikmah/contract/communication/endpoints'
import {
  applicationCode,
  type ConversationStatus,
  demoRequestStatuses,
  inquiryStatuses,
  statusFacts,
} from '@hikmah/contract/communication/schemas'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { formatDate } from '../kit/format/dates.ts'

const toChoice = <S extends ConversationStatus>(value: S) => ({ value, label: value, tone: statusFacts[value].tone })
export const demoStatusChoices = demoRequestStatuses.map(toChoice)
export const inquiryStatusChoices = inquiryStatuses.map(toChoice)

export const ConversationStatusBadge = ({ status }: { status: ConversationStatus }) => (
  <StatusBadge tone={statusFacts[status].tone}>{status}</StatusBadge>
)

export const SpamChip = ({ bare }: { bare?: boolean }) => (
  <StatusBadge tone="failed" bare={bare}>
    Suspected spam
  </StatusBadge>
)

export const DemoRequestChips = ({ request, bare }: { request: DemoRequestRow; bare?: boolean }) => (
  <>
    {isProspect(request) && (
      <StatusBadge tone="pending" bare={bare}>
        PROSPECT
      </StatusBadge>
    )}
    {request.spam && <SpamChip bare={bare} />}
  </>
)

export const applicationCodes = (applications: string[]) => [...new Set(applications.map(applicationCode))].join(' ')

/** Nov 24, 2026: a day in the visitor's calendar, which no zone may shift. */
export const scheduledDay = (date: string) => date && formatDate(`${date}T00:00`, 'll')
