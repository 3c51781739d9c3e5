import { InvitesQuery } from '@hikmah/contract/invites/endpoints'
import { OrganizationsQuery } from '@hikmah/contract/organizations/endpoints'
import { searchOf } from '../kit/list/list-search.ts'

const organizationsTab = searchOf(OrganizationsQuery)
const invitesTab = searchOf(InvitesQuery)

/** The tab decides whose list the rest of the address is about. */
export const dashboardSearch = (raw: Record<string, unknown>) =>
  String(raw.tab) === '1'
    ? { ...invitesTab(raw), tab: '1' as const }
    : { ...organizationsTab(raw), ...(raw.tab !== undefined && { tab: '0' as const }) }
