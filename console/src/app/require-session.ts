import type { QueryClient } from '@tanstack/react-query'
import type { ParsedLocation } from '@tanstack/react-router'
import { ApiError } from '../kit/api.ts'
import { currentUser } from '../kit/current-user.ts'
import { goToSignIn, local } from '../kit/session.ts'

interface Given {
  context: { queryClient: QueryClient }
  location: ParsedLocation
}

/** Nobody passes without a session. A session that ends later is renewed in place: see SignInAgain. */
export async function requireSession({ context: { queryClient }, location }: Given) {
  if (!local.get('authToken')) return leave(location)
  try {
    await queryClient.ensureQueryData(currentUser)
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'UNAUTHENTICATED') return leave(location)
    throw failure
  }
}

function leave({ href }: ParsedLocation): Promise<void> {
  goToSignIn(href)
  // The page is being replaced; nothing of the console may show before that.
  return new Promise(() => {})
}
