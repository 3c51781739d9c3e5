import { ApplicationsQuery } from '@hikmah/contract/applications/schemas'
import { IntegrationsQuery } from '@hikmah/contract/integrations'
import { searchOf } from '../kit/list/list-search.ts'

const applicationsTab = searchOf(ApplicationsQuery)
const integrationsTab = searchOf(IntegrationsQuery)

export type ApplicationsSearch = ReturnType<typeof applicationsTab> & { tab?: undefined }
export type IntegrationsSearch = ReturnType<typeof integrationsTab> & { tab: 'integrations' }

/** The tab decides whose list the rest of the address is about. */
export const productsSearch = (raw: Record<string, unknown>): ApplicationsSearch | IntegrationsSearch =>
  raw.tab === 'integrations'
    ? { ...integrationsTab(raw), tab: 'integrations' }
    : { ...applicationsTab(raw), ...(raw.tab !== undefined && { tab: undefined }) }

/** The server query. There are only tens of products: all matches are loaded at once and paged here. */
export const applicationsQuery = ({ q, status, archived }: ApplicationsSearch) => ({
  q,
  status,
  archived: archived ? 'true' : undefined,
})
export const integrationsQuery = ({ q, status }: IntegrationsSearch) => ({ q, status })
