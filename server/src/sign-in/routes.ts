import { signIn } from '@hikmah/contract/sign-in/endpoints'
import type { House } from '../house.ts'
import type { Identify, Serve } from '../kit/http/serve.ts'
import { listLiveSessions, presentUser, readStaff } from './queries.ts'
import { signInRemembered } from './remembered-login.ts'
import { sendCode } from './send-code.ts'
import { logout, logoutAll, revokeSession, verifyCode } from './verify-code.ts'

export function signInRoutes(serve: Serve, house: House, identify: Identify['staff']) {
  const { db, clock } = house
  serve(signIn.authenticateWithPassword, ({ body, actor }) => sendCode(house, actor, body))
  serve(signIn.authenticate, ({ body, actor, reply }) => verifyCode(house, actor, body, reply))
  serve(signIn.authenticateWithRememberMe, ({ body, actor, request, reply }) =>
    signInRemembered(house, actor, body, request, reply),
  )
  serve(signIn.getCurrentUser, async ({ actor }) => presentUser(await readStaff(db, actor.id)))
  serve(signIn.logout, async ({ actor, request, reply }) => {
    const { token } = request.headers
    const signedIn = typeof token === 'string' ? await identify(token, request) : undefined
    await logout(house, signedIn ?? actor, request, reply)
  })
  serve(signIn.logoutAll, ({ actor }) => logoutAll(house, actor))
  serve(signIn.listSessions, ({ actor }) => listLiveSessions(db, actor.id, actor.sessionId, clock.now()))
  serve(signIn.revokeSession, ({ actor, params }) => revokeSession(house, actor, params.id))
}
