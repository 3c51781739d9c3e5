import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { House } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { Serve } from '../kit/http/serve.ts'
import { isWholeListRequest } from '../kit/list/list.ts'
import { changeOrganizationStatus } from './change-organization-status.ts'
import { readDashboardCards } from './dashboard-cards.ts'
import { listOrganizations, readOrganization, streamOrganizations } from './queries.ts'
import { seesMaskedEin } from './rules.ts'
import { updateOrganization } from './update-organization.ts'

/** Taking the whole list away is worth a line in the audit trail. */
const allRead = {
  action: 'organization.list-exported',
  entity: 'organization',
  entityId: '',
  entityName: 'All organizations',
}

export function organizationRoutes(serve: Serve, house: House) {
  const { db, clock, change } = house
  serve(organizations.listOrganizations, async ({ query, actor }) => {
    if (!isWholeListRequest(query)) return listOrganizations(db, query)
    await change(actor, async (tx) => record(tx, allRead))
    return { data: streamOrganizations(db) }
  })
  serve(organizations.readOrganization, async ({ params, actor }) => ({
    data: await readOrganization(db, params.id, { maskEin: seesMaskedEin(actor.role) }),
  }))
  serve(organizations.readDashboardCards, async ({ query }) => ({
    data: await readDashboardCards(db, clock.now(), query.tz ?? 'UTC'),
  }))
  serve(organizations.updateOrganization, ({ params, body, actor }) =>
    updateOrganization(house, actor, params.id, body),
  )
  serve(organizations.changeOrganizationStatus, ({ params, body, actor }) =>
    changeOrganizationStatus(house, actor, params.id, body),
  )
}
