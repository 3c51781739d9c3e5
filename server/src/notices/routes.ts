import { profile } from '@hikmah/contract/profile/endpoints'
import type { House } from '../house.ts'
import type { Serve } from '../kit/http/serve.ts'
import { readPreferences } from './queries.ts'
import { updatePreferences } from './send-digests.ts'

export function noticeRoutes(serve: Serve, house: House) {
  serve(profile.readPreferences, ({ actor }) => readPreferences(house.db, actor.id))
  serve(profile.updatePreferences, ({ body, actor }) => updatePreferences(house, actor, body))
}
