import { applicationCode } from '@hikmah/contract/communication'
import {
  type DemoRequestRow,
  type DemoRequestStatus,
  demoRequestStatuses,
  isProspect,
} from '@hikmah/contract/demo-requests'
import { SpamChip } from '../communication/SpamChip.tsx'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { formatDate } from '../kit/format/dates.ts'
import type { Tone } from '../kit/icons/glyphs.tsx'

const tones: Record<DemoRequestStatus, Tone> = { New: 'invite', Scheduled: 'warning', Done: 'success' }

export const toneOfStatus = (status: string): Tone => tones[status as DemoRequestStatus] ?? 'pending'
export const demoStatuses = demoRequestStatuses.map((value) => ({ value, label: value, tone: tones[value] }))

export const DemoRequestStatusBadge = ({ status }: { status: DemoRequestStatus }) => (
  <StatusBadge tone={tones[status]}>{status}</StatusBadge>
)

/** PROSPECT while the request is incomplete, and a mark for suspected spam. */
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

export const requesterName = ({ name: { firstName, lastName } }: Pick<DemoRequestRow, 'name'>) =>
  `${firstName} ${lastName}`.trim()

export const codesOf = (applications: string[]) => [...new Set(applications.map(applicationCode))].join(' ')

/** Nov 24, 2026: a day in the visitor's calendar, which no zone may shift. */
export const dayText = (date: string) => date && formatDate(`${date}T00:00`, 'll')
