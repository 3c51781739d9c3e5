import type { Campaign } from '@hikmah/contract/campaigns/schemas'
import { useEffect, useRef } from 'react'
import type { ApiError } from '../kit/api/api.ts'
import { LinkTo } from '../kit/page/LinkTo.tsx'

interface Props {
  failure: ApiError
  campaign: Campaign
}

/** The code already belongs to this campaign: offer to open it, with the usual question about unsaved input. */
export function ImportedAlready({ failure: { message, requestId }, campaign }: Props) {
  const open = useRef<HTMLAnchorElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same answer to another try takes the focus again
  useEffect(() => open.current?.focus(), [requestId])
  return (
    <span>
      {message}{' '}
      <LinkTo ref={open} to="/campaign-details" search={{ id: campaign._id }} underline="always">
        Open {campaign.code}
      </LinkTo>
    </span>
  )
}
