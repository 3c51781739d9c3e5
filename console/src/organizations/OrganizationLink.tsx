import { organizationName } from '@hikmah/contract/organizations/words'
import type { ReactNode } from 'react'
import { LinkTo } from '../kit/page/Page.tsx'

export const OrganizationsLink = ({ children = 'Organization' }: { children?: ReactNode }) => (
  <LinkTo to="/admin-organization">{children}</LinkTo>
)

export const organizationsWayBack = <OrganizationsLink>Go to the organizations</OrganizationsLink>

/** The tabs: 0 ORG DETAIL, 1 TEAM MEMBERS, 2 VERIFICATION, 3 LOGS. */
export const OrganizationLink = ({ id, tab, children }: { id: string; tab?: 0 | 1 | 2 | 3; children: ReactNode }) => (
  <LinkTo
    to="/organization-detail-{$id}"
    params={{ id }}
    search={{ tab }}
    title={typeof children === 'string' ? children : undefined}
  >
    <bdi translate="no">{children}</bdi>
  </LinkTo>
)

export const organizationTrail = (id: string, orgName: string) => [
  <OrganizationsLink key="all" />,
  <OrganizationLink key="one" id={id}>
    {organizationName(orgName)}
  </OrganizationLink>,
]
