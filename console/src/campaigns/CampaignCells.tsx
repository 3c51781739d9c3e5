import { type DisplayStatus, displayStatusTones } from '@hikmah/contract/campaigns'
import type { ReactNode } from 'react'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { LinkTo } from '../kit/page/Page.tsx'

export const ADD_CAMPAIGN = 'Add New Campaign'

export const campaignsTrail = [
  <LinkTo key="all" to="/campaign">
    Campaign
  </LinkTo>,
]
export const campaignsWayBack = <LinkTo to="/campaign">Go to the campaigns</LinkTo>

export const CampaignLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <LinkTo to="/campaign-details" search={{ id }}>
    {children}
  </LinkTo>
)

export const CampaignStatusBadge = ({ status, bare }: { status: DisplayStatus; bare?: boolean }) => (
  <StatusBadge tone={displayStatusTones[status]} bare={bare}>
    {status}
  </StatusBadge>
)

export const MAY_NOT_CHANGE = 'Only owners and admins can change campaigns'
/** Times of the provider are in seconds. */
export const toMilliseconds = (seconds: number) => seconds * 1000
