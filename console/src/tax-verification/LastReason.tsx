import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { AskedForPapers } from './AskedForPapers.tsx'
import { REJECTION_REASON, ReasonText } from './ReasonText.tsx'

/** Why the organization has to submit again: an open request for papers, else the last rejection. */
export function LastReason({ taxStatus: { askedAt, requests, events, taxIdEinDetail, taxExemptDetail } }: Props) {
  // An undone request does not count.
  const request = askedAt && requests.findLast(({ status, at }) => status === 'Asked' && at <= Date.parse(askedAt))
  const rejected: string[] = [
    ...(taxIdEinDetail.status === 'Rejected' ? ['EIN/Tax ID'] : []),
    ...(taxExemptDetail.status === 'Rejected' ? ['Tax exemptions'] : []),
  ]
  // Only of what is rejected now. An event that undoes or keeps a decision has no reason.
  const rejection = events.findLast(
    ({ eventType, status, reasonCode, messages }) =>
      status === 'Rejected' &&
      rejected.includes(eventType) &&
      (reasonCode !== null || messages.some(({ title }) => title === REJECTION_REASON)),
  )
  return (
    <div>
      {request && (
        <>
          <AskedForPapers at={askedAt} />
          <ReasonText title="Reason" {...request} />
        </>
      )}
      {!request && rejection && (
        <ReasonText
          title={REJECTION_REASON}
          {...rejection}
          reason={rejection.messages.find(({ title }) => title === REJECTION_REASON)?.message ?? ''}
        />
      )}
    </div>
  )
}

interface Props {
  taxStatus: TaxStatus
}
