import { irsRegistry } from '@hikmah/contract/irs-registry/endpoints'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { listImports, listKeptSources, presentImport, readImport } from './imports.ts'
import { checkRegistry } from './queries.ts'
import { cancelImport, sendPart, startImport } from './send-import.ts'

export function irsRegistryRoutes(serve: Serve, house: House) {
  const { db, clock } = house
  serve(irsRegistry.listRegistrySources, () => listKeptSources(db, clock.now()))
  serve(irsRegistry.listRegistryImports, ({ query }) => listImports(db, query, clock.now()))
  serve(irsRegistry.startRegistryImport, ({ actor, body }) => startImport(house, actor, body))
  serve(irsRegistry.readRegistryImport, async ({ params }) =>
    presentImport(await readImport(db, params.id), clock.now()),
  )
  serve(irsRegistry.sendRegistryPart, ({ actor, params, query, request }) =>
    sendPart(house, actor, params.id, query, request),
  )
  serve(irsRegistry.cancelRegistryImport, ({ actor, params }) => cancelImport(house, actor, params.id))
  serve(irsRegistry.checkRegistry, ({ body }) => checkRegistry(house, body))
}
