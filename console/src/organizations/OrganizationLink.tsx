import { organizationName } from '@hikmah/contract/organizations/words'
import type { ReactNode } from 'react'
import { LinkTo } from '../kit/page/LinkTo.tsx'

/** To the list of all organizations. */
export const OrganizationsLink = ({ children = 'Organization' }: { children?: ReactNode }) => (
  <LinkTo to="/admin-organization">{children}</LinkTo>
)

interface Props {
  id: string
  /** 0 ORG DETAIL, 1 TEAM MEMBERS, 2 VERIFICATION, 3 LOGS. */
  tab?: 0 | 1 | 2 | 3
  children: ReactNode
}

export const OrganizationLink = ({ id, tab, children }: Props) => (
  <LinkTo
    to="/organization-detail-{$id}"
    params={{ id }}
    search={{ tab }}
    title={typeof children === 'string' ? children : undefined}
  >
    {children}
  </LinkTo>
)

/** The trail of a page about one organization. */
export const organizationTrail = (id: string, orgName: string) => [
  <OrganizationsLink key="all" />,
  <OrganizationLink key="one" id={id}>
    {organizationName(orgName)}
  </OrganizationLink>,
]
