import { organizations } from '@hikmah/contract/organizations/endpoints'
import { organizationName } from '@hikmah/contract/organizations/words'
import { useQuery } from '@tanstack/react-query'
import { read } from '../kit/api/data.ts'
import { ageOf, formatDate } from '../kit/format/dates.ts'
import { titleCount } from '../kit/list/counts.ts'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import { OrganizationLink } from '../organizations/OrganizationLink.tsx'
import { OrganizationStatusBadge } from '../organizations/OrganizationStatusBadge.tsx'
import { NEWEST, Recent } from './Recent.tsx'
import classes from './stats.module.css'

export function RecentOrganizations() {
  const query = useQuery(read(organizations.listOrganizations, { query: { page: 1, limit: NEWEST } }))
  return (
    <Recent
      title="Recent Organizations"
      all={
        <LinkTo
          className={classes.all}
          to="/admin-organization"
          aria-label={`All ${titleCount(query.data?.meta) ?? ''} organizations`}
        >
          All {titleCount(query.data?.meta)}
        </LinkTo>
      }
      query={query}
      none="No organizations yet"
      rowKey={({ _id }) => _id}
    >
      {({ _id, orgName, orgAddress: { city, state }, orgStatus, createdAt }) => (
        <>
          <div>
            <OrganizationLink id={_id}>{organizationName(orgName)}</OrganizationLink>
            <div className={classes.sub}>{[city, state, formatDate(createdAt, 'll')].filter(Boolean).join(', ')}</div>
          </div>
          <div className={classes.end}>
            {ageOf(createdAt)}
            <OrganizationStatusBadge status={orgStatus} bare />
          </div>
        </>
      )}
    </Recent>
  )
}
