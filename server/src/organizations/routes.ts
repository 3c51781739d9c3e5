import { organizations } from '@hikmah/contract/organizations/endpoints'
import { mustMaskEin } from '@hikmah/contract/permissions'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { serveList } from '../kit/list/read-page.ts'
import { readDashboardCards } from './dashboard-cards.ts'
import { findDuplicates } from './find-duplicates.ts'
import { matchLogos } from './match-logos.ts'
import { listOrganizations, streamOrganizations } from './queries.ts'

export function organizationRoutes(serve: Serve, house: House) {
  const { db, clock, change } = house
  serveList(serve, change, organizations.listOrganizations, {
    entity: 'organization',
    entityName: 'All organizations',
    page: ({ query, actor }) => listOrganizations(db, query, { maskEin: mustMaskEin(actor.role) }),
    whole: () => streamOrganizations(db),
  })
  serve(organizations.findDuplicates, ({ query, actor }) =>
    findDuplicates(house, query, { maskEin: mustMaskEin(actor.role) }),
  )
  serve(organizations.matchLogos, ({ body }) => matchLogos(db, body.files))
  serve(organizations.readDashboardCards, ({ query }) => readDashboardCards(db, clock.now(), query.tz ?? 'UTC'))
}
