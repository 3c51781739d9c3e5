import type { Campaign } from '@hikmah/contract/campaigns/schemas'
import { useEffect, useRef } from 'react'
import type { ApiError } from '../kit/api/api.ts'
import { LinkTo } from '../kit/page/LinkTo.tsx'

interface Props {
  failure: ApiError
  campaign: Campaign
}

/** The code is this campaign already. To edit it is the next thing to do. */
export function ImportedAlready({ failure: { message, requestId }, campaign }: Props) {
  const edit = useRef<HTMLAnchorElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same answer to another try takes the focus again
  useEffect(() => edit.current?.focus(), [requestId])
  return (
    <span>
      {message}{' '}
      <LinkTo ref={edit} to="/edit-campaign" search={{ id: campaign._id }} underline="always">
        Edit {campaign.code}
      </LinkTo>
    </span>
  )
}
