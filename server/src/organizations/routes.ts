import { editOrganization } from '@hikmah/contract/edit-organization'
import { organizations } from '@hikmah/contract/organizations'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { serveList } from '../kit/list/serve-list.ts'
import { changeOrganizationStatus } from './change-organization-status.ts'
import { readDashboardCards } from './dashboard-cards.ts'
import { listOrganizations, readOrganization, streamOrganizations } from './queries.ts'
import { seesMaskedEin } from './rules.ts'
import { updateOrganization } from './update-organization.ts'

export function organizationRoutes(serve: Serve, house: House) {
  const { db, clock, change } = house
  serveList(serve, change, organizations.listOrganizations, {
    entity: 'organization',
    entityName: 'All organizations',
    page: ({ query }) => listOrganizations(db, query),
    whole: () => ({ data: streamOrganizations(db) }),
  })
  serve(organizations.readOrganization, async ({ params, actor }) => ({
    data: await readOrganization(db, params.id, { maskEin: seesMaskedEin(actor.role) }),
  }))
  serve(organizations.readDashboardCards, async ({ query }) => ({
    data: await readDashboardCards(db, clock.now(), query.tz ?? 'UTC'),
  }))
  serve(editOrganization.updateOrganization, ({ params, body, actor }) =>
    updateOrganization(house, actor, params.id, body),
  )
  serve(editOrganization.changeOrganizationStatus, ({ params, body, actor }) =>
    changeOrganizationStatus(house, actor, params.id, body),
  )
}
