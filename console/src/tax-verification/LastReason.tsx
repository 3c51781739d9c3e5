import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { AskedForPapers } from './AskedForPapers.tsx'
import { REJECTION_REASON, SaidReason } from './SaidReason.tsx'

/** Why the organization has to submit again: what was asked for and has not come, else why it was rejected last. */
export function LastReason({ taxStatus: { askedAt, requests, events, taxIdEinDetail, taxExemptDetail } }: Props) {
  const request = askedAt && requests.findLast(({ status }) => status === 'Asked')
  const isRejected = taxIdEinDetail.status === 'Rejected' || taxExemptDetail.status === 'Rejected'
  const rejection =
    isRejected && events.findLast(({ status, messages }) => status === 'Rejected' && messages.length > 0)
  return (
    <div>
      {request && (
        <>
          <AskedForPapers at={askedAt} />
          <SaidReason title="Reason" {...request} />
        </>
      )}
      {!request && rejection && (
        <SaidReason
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
