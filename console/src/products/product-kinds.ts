import { applications } from '@hikmah/contract/applications/endpoints'
import { consolePaths } from '@hikmah/contract/console-paths'
import { integrations } from '@hikmah/contract/integrations'
import { applicationStatuses, integrationStatuses } from '@hikmah/contract/plans'

/** What differs between the two kinds of products. */
export const productKinds = {
  application: {
    name: 'Applications',
    list: applications.listApplications,
    sort: applications.sortApplications,
    update: applications.updateApplication,
    statuses: applicationStatuses,
    editTo: consolePaths.application,
  },
  integration: {
    name: 'Integrations',
    list: integrations.listIntegrations,
    sort: integrations.sortIntegrations,
    update: integrations.updateIntegration,
    statuses: integrationStatuses,
    editTo: consolePaths.integration,
  },
}

export type ProductKind = keyof typeof productKinds
