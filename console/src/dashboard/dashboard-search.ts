import { inviteSearch } from '@hikmah/contract/invites/search'
import { organizationSearch } from '@hikmah/contract/organizations/search'
import { searchOf } from '../kit/list/list-search.ts'

const organizationsTab = searchOf(organizationSearch)
const invitesTab = searchOf(inviteSearch)

/** The tab decides whose list the rest of the address is about. */
export const dashboardSearch = (raw: Record<string, unknown>) =>
  String(raw.tab) === '1'
    ? { ...invitesTab(raw), tab: '1' as const }
    : { ...organizationsTab(raw), ...(raw.tab !== undefined && { tab: '0' as const }) }
