import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../kit/api/api.ts'
import { currentUser } from '../kit/api/current-user.ts'
import { goToSignIn, local } from '../kit/api/session.ts'

/**
 * Nobody stays without a session. Nothing waits for it: the user, the page and its data are requested at once, and the
 * frame shows until they are loaded. A session that ends later is renewed in place: see SignInAgain.
 */
export function requireSession({ context: { queryClient } }: { context: { queryClient: QueryClient } }): void {
  if (!local.get('authToken')) goToSignIn()
  queryClient.ensureQueryData(currentUser).catch((failure: unknown) => {
    if (failure instanceof ApiError && failure.code === 'UNAUTHENTICATED') goToSignIn()
  })
}
