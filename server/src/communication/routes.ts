import { communication } from '@hikmah/contract/communication/endpoints'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { readArrivals } from './queries.ts'

export function communicationRoutes(serve: Serve, { db }: House) {
  serve(communication.readArrivals, async () => ({ data: await readArrivals(db) }))
}
