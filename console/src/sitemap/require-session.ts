import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../kit/api/api.ts'
import { currentUser } from '../kit/api/current-user.ts'
import { goToSignIn, local } from '../kit/api/session.ts'

/** Nobody passes without a session. A session that ends later is renewed in place: see SignInAgain. */
export async function requireSession({ context: { queryClient } }: { context: { queryClient: QueryClient } }) {
  if (!local.get('authToken')) return leave()
  try {
    await queryClient.ensureQueryData(currentUser)
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'UNAUTHENTICATED') return leave()
    throw failure
  }
}

function leave(): Promise<void> {
  goToSignIn()
  // The page is being replaced; nothing of the console may show before that.
  return new Promise(() => {})
}
