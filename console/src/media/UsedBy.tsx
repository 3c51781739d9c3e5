import { consolePaths } from '@hikmah/contract/console-paths'
import type { MediaUse } from '@hikmah/contract/media'
import { useCurrentUser } from '../kit/api/current-user.ts'
import { AddressTo } from '../kit/page/AddressTo.tsx'
import classes from './media.module.css'

/** The kinds the server names, and where the console shows them. */
const places: Record<string, { what: string; address: (id: string) => string }> = {
  organization: { what: 'Organization', address: consolePaths.organization },
  device: { what: 'Device', address: (id) => `/hardware-details/${id}` },
  application: { what: 'Application', address: consolePaths.application },
  integration: { what: 'Integration', address: consolePaths.integration },
  campaign: { what: 'Campaign', address: consolePaths.campaign },
  staff: { what: 'Team member', address: (id) => `/edit-finance-team-member/${id}` },
}

/** The wizards, which open the reader's own draft. */
const ownDrafts: Record<string, string> = {
  'application-draft': consolePaths.addApplication,
  'integration-draft': consolePaths.addIntegration,
}

/** Everything that shows an image, each a link, but for the drafts of others. */
export function UsedBy({ users }: { users: MediaUse[] }) {
  const { _id: me } = useCurrentUser()
  return (
    <ul className={classes.users} aria-label="Used by">
      {users.map(({ entity, id, name }) => {
        const place = places[entity]
        const address = place?.address(id) ?? (id === me ? ownDrafts[entity] : undefined)
        return (
          <li key={`${entity} ${id}`}>
            {place && <small>{place.what} </small>}
            {address ? <AddressTo to={address}>{name}</AddressTo> : name}
          </li>
        )
      })}
    </ul>
  )
}
