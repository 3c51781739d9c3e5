import { agreements } from '@hikmah/contract/agreements'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { listAgreements } from './queries.ts'
import { recordAgreement } from './record-agreement.ts'

export function agreementRoutes(serve: Serve, house: House) {
  serve(agreements.listAgreements, ({ params, query }) => listAgreements(house.db, params.id, query))
  serve(agreements.recordAgreement, ({ params, body, actor }) => recordAgreement(house, actor, params.id, body.logType))
}
