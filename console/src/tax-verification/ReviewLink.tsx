import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { ageOf } from '../kit/format/dates.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { ButtonLink } from '../kit/page/LinkTo.tsx'

/** "Review, 6 d waiting"; nothing when nothing waits. The status is passed on, so that the desk paints at once. */
export function ReviewLink({ orgId, taxStatus }: { orgId: string; taxStatus: TaxStatus }) {
  const { waitingSince } = taxStatus
  if (!waitingSince) return null
  const age = ageOf(waitingSince)
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
