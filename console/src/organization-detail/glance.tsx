import type { Organization } from '@hikmah/contract/organizations'
import type { TaxEvent, TaxStatus } from '@hikmah/contract/tax-status'
import type { ReactNode } from 'react'
import type { SummaryCard } from '../kit/SummaryCards.tsx'
import { When } from '../kit/When.tsx'
import { TaxStatusBadge } from '../tax-verification/TaxStatusBadge.tsx'

const isWaiting = ({ status }: TaxStatus['taxIdEinDetail']) => status === 'Pending'

/** How many of the two reviews wait for a decision. */
export const waitingReviews = ({ taxIdEinDetail, taxExemptDetail }: TaxStatus) =>
  [taxIdEinDetail, taxExemptDetail].filter(isWaiting).length

/** The strip of facts under the head of the page. */
export function glanceAt({ taxIdStatus, memberCounts }: Organization): SummaryCard[] {
  const { taxIdEin, taxIdEinDetail, taxExempt, taxExemptDetail, events } = taxIdStatus
  return [
    {
      label: 'Tax ID/EIN',
      value: (
        <>
          {taxIdEin || '–'}
          <TaxStatusBadge kind="ein" status={taxIdEinDetail.status} />
        </>
      ),
      text: lastStep(taxIdEinDetail, events, 'EIN/Tax ID'),
    },
    {
      label: 'Tax Exemption',
      value: (
        <>
          {taxExempt ? '501(c)(3)' : '–'}
          <TaxStatusBadge kind="exemption" status={taxExemptDetail.status} />
        </>
      ),
      text: lastStep(taxExemptDetail, events, 'Tax exemptions'),
    },
    {
      label: 'Team members',
      value: memberCounts.active + memberCounts.inactive,
      text: `${memberCounts.active} Active, ${memberCounts.inactive} Inactive`,
    },
  ]
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
