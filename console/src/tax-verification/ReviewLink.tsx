import type { TaxStatus } from '@hikmah/contract/tax-status'
import { ageOf } from '../kit/dates.ts'
import { Icon } from '../kit/icons.tsx'
import { ButtonLink } from '../kit/LinkTo.tsx'

/** Since when the oldest undecided submission waits. */
function waitingSince({ taxIdEinDetail, taxExemptDetail }: TaxStatus): string | undefined {
  return [taxIdEinDetail, taxExemptDetail]
    .flatMap(({ status, submittedAt }) => (status === 'Pending' && submittedAt ? [submittedAt] : []))
    .sort()[0]
}

/** "Review, 6 d waiting"; nothing when nothing waits. The status goes along, so that the desk paints at once. */
export function ReviewLink({ orgId, taxStatus }: { orgId: string; taxStatus: TaxStatus }) {
  const since = waitingSince(taxStatus)
  if (!since) return null
  const age = ageOf(since)
  return (
    <ButtonLink
      to="/varify-ein/{$orgId}"
      params={{ orgId }}
      state={{ taxStatus }}
      leftSection={<Icon name="checklist" />}
    >
      Review, {age === 'now' ? 'new' : `${age} waiting`}
    </ButtonLink>
  )
}
