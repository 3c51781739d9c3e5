import { profile } from '@hikmah/contract/profile/endpoints'
import type { House } from '../house.ts'
import type { Identify, Serve } from '../kit/http/serve.ts'
import { changePassword, updateProfile } from './update-profile.ts'

export function profileRoutes(serve: Serve, house: House, identify: Identify['staff']) {
  serve(profile.updateProfile, ({ params, body, actor }) => updateProfile(house, actor, params.id, body))
  serve(profile.changePassword, async ({ body, actor, request }) => {
    const { token } = request.headers
    const signedIn = typeof token === 'string' ? await identify(token, request) : undefined
    return changePassword(house, actor, signedIn, body)
  })
}
