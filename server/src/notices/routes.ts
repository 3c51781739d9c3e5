import { profile } from '@hikmah/contract/profile/endpoints'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { readPreferences } from './queries.ts'
import { updatePreferences } from './update-preferences.ts'

export function noticeRoutes(serve: Serve, house: House) {
  serve(profile.readPreferences, async ({ actor }) => ({ data: await readPreferences(house.db, actor.id) }))
  serve(profile.updatePreferences, async ({ body, actor }) => ({ data: await updatePreferences(house, actor, body) }))
}
