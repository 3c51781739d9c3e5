import type { ReactNode } from 'react'
import { LinkTo } from '../kit/page/LinkTo.tsx'

/** To the list of all campaigns. */
export const CampaignsLink = ({ children = 'Campaign' }: { children?: ReactNode }) => (
  <LinkTo to="/campaign">{children}</LinkTo>
)

export const CampaignLink = ({ id, children }: { id: string; children: ReactNode }) => (
  <LinkTo to="/campaign-details" search={{ id }}>
    {children}
  </LinkTo>
)
