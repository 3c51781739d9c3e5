import { ApplicationsQuery, applications } from '@hikmah/contract/applications'
import { consolePaths } from '@hikmah/contract/console-paths'
import { IntegrationsQuery, integrations } from '@hikmah/contract/integrations'
import { applicationStatuses, integrationStatuses } from '@hikmah/contract/plans'
import { searchOf } from '../kit/list/list-search.ts'

/** What differs between the two kinds of products. */
export const productKinds = {
  application: {
    name: 'Applications',
    list: applications.listApplications,
    sort: applications.sortApplications,
    update: applications.updateApplication,
    statuses: applicationStatuses,
    editTo: consolePaths.application,
    addTo: consolePaths.addApplication,
    addLabel: 'ADD APPLICATION',
  },
  integration: {
    name: 'Integrations',
    list: integrations.listIntegrations,
    sort: integrations.sortIntegrations,
    update: integrations.updateIntegration,
    statuses: integrationStatuses,
    editTo: consolePaths.integration,
    addTo: consolePaths.addIntegration,
    addLabel: 'ADD INTEGRATION',
  },
}

export type ProductKind = keyof typeof productKinds

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
