import { type DeviceRow, shownStatus } from '@hikmah/contract/hardware/schemas'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import type { TaxEvent, TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { reviewNames, taxEventTypes } from '@hikmah/contract/tax-verification/words'
import { linkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SummaryCard } from '../kit/display/SummaryCards.tsx'
import { When } from '../kit/format/When.tsx'
import { TaxStatusBadge } from '../tax-verification/ReviewBadges.tsx'

/** How many of the two reviews wait for a decision. */
export const countWaiting = ({ taxIdEinDetail, taxExemptDetail }: TaxStatus) =>
  [taxIdEinDetail, taxExemptDetail].filter(({ status }) => status === 'Pending').length

/** The strip of facts under the head of the page. */
export function summaryCards(
  { _id, taxIdStatus, memberCounts }: Organization,
  devices: Pick<DeviceRow, 'status'>[] | undefined,
): SummaryCard[] {
  const { taxIdEin, taxIdEinDetail, taxExempt, taxExemptDetail, events } = taxIdStatus
  return [
    {
      label: reviewNames.ein,
      value: (
        <>
          {taxIdEin || '–'}
          <TaxStatusBadge kind="ein" status={taxIdEinDetail.status} />
        </>
      ),
      text: lastStep(taxIdEinDetail, events, taxEventTypes.ein),
    },
    {
      label: reviewNames.exemption,
      value: (
        <>
          {taxExemptDetail.status === 'Approved' ? 'Exempt' : taxExempt ? 'Claimed' : '–'}
          <TaxStatusBadge kind="exemption" status={taxExemptDetail.status} />
        </>
      ),
      text: lastStep(taxExemptDetail, events, taxEventTypes.exemption),
    },
    {
      label: 'Team members',
      value: memberCounts.active + memberCounts.inactive,
      text: `${memberCounts.active} Active, ${memberCounts.inactive} Inactive`,
    },
    {
      label: 'Hardware',
      value: devices?.length ?? '–',
      text: devices && countByStatus(devices),
      link: linkOptions({ to: '/assign-hardware/$id', params: { id: _id } }),
    },
  ]
}

/** `4 Active, 1 Shipped` */
function countByStatus(devices: Pick<DeviceRow, 'status'>[]): string {
  const counts = new Map<string, number>()
  for (const { status } of devices) {
    const shown = shownStatus(status, true)
    counts.set(shown, (counts.get(shown) ?? 0) + 1)
  }
  const parts = [...counts].sort(([, a], [, b]) => b - a).map(([status, count]) => `${count} ${status}`)
  return parts.join(', ') || 'none assigned'
}

function lastStep(
  { status, submittedAt, reviewedAt }: TaxStatus['taxIdEinDetail'],
  events: TaxEvent[],
  eventType: TaxEvent['eventType'],
): ReactNode {
  if (reviewedAt && status !== 'Pending') return <>reviewed {<When at={reviewedAt} />}</>
  if (!submittedAt) return 'nothing submitted'
  const isAgain = events.some((event) => event.eventType === eventType && event.status === 'Resubmitted')
  return (
    <>
      {isAgain ? 'resubmitted' : 'submitted'} <When at={submittedAt} />
    </>
  )
}
