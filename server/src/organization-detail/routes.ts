import { organizations } from '@hikmah/contract/organizations/endpoints'
import { can } from '@hikmah/contract/permissions'
import type { House } from '../house.ts'
import { noteEinsRead } from '../kit/audit/audit.ts'
import type { Serve } from '../kit/http/serve.ts'
import { listCorrespondence } from './list-correspondence.ts'
import { readOrganization } from './queries.ts'
import { changeOrganizationStatus, previewOrganizationLetters, updateOrganization } from './update-organization.ts'

export function organizationDetailRoutes(serve: Serve, house: House) {
  serve(organizations.readOrganization, async ({ params, actor }) => {
    const organization = await readOrganization(house.db, params.id, house.clock.now())
    await noteEinsRead(house, actor, [{ ...organization.taxIdStatus, organizationId: params.id }])
    return organization
  })
  serve(organizations.listCorrespondence, ({ params, query, actor }) =>
    listCorrespondence(house.db, params.id, query.limit, { withEmails: can(actor.role, 'mails.read') }),
  )
  serve(organizations.updateOrganization, ({ params, body, actor }) =>
    updateOrganization(house, actor, params.id, body),
  )
  serve(organizations.previewOrganizationLetters, ({ params, body }) =>
    previewOrganizationLetters(house, params.id, body),
  )
  serve(organizations.changeOrganizationStatus, ({ params, body, actor }) =>
    changeOrganizationStatus(house, actor, params.id, body),
  )
}
