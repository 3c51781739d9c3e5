import './app/boot.ts'
import '@mantine/core/styles/Text.layer.css'
import '@mantine/core/styles/Anchor.layer.css'
import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Kbd.layer.css'
import './app/frame-outline.css'
import type { Permission } from '@hikmah/contract/permissions'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { PageLoading } from './app/PageStates.tsx'
import { StyledProvider } from './app/StyledProvider.tsx'
import { askToSignInAgain } from './kit/api/api.ts'
import { createQueryClient, currentUser, type read } from './kit/api/data.ts'
import { fetchAhead } from './kit/api/fetch-ahead.ts'
import { goToSignIn, isSignedIn } from './kit/api/session.ts'
import { keepFocus } from './kit/feedback/keep-focus.ts'
import { ConfirmDialog, clearFailures, prepareMessages, ToastHost } from './kit/feedback/messages.tsx'
import { createConsoleRouter } from './routes.tsx'
import { mayLeave } from './sign-in/session-end.tsx'

const PREPARE_MS = 10_000

/** Everything behind the sign-in: see routes.tsx. */
function start() {
  // Signing out in one tab signs out the others. What is unsaved there stays, behind the question who goes on with it.
  addEventListener('storage', ({ key, newValue }) => {
    if ((key !== 'authToken' && key !== null) || newValue) return
    if (mayLeave() || !askToSignInAgain()) location.replace('/login')
  })

  keepFocus()
  const queryClient = createQueryClient(clearFailures)
  const router = createConsoleRouter(queryClient)
  const mayAsk = (permission: Permission) =>
    queryClient.ensureQueryData(currentUser).then(
      ({ data }) => data.permissions.includes(permission),
      () => false,
    )
  router.subscribe('onBeforeLoad', async ({ toLocation }) => {
    const match = router.matchRoutes(toLocation).at(-1)
    const { asks, asksWith } = match?.staticData ?? {}
    if (!match || !asks || (asksWith && !(await mayAsk(asksWith)))) return
    for (const query of (await fetchAhead(async () => asks(match))) ?? []) {
      void fetchAhead(async () => queryClient.prefetchQuery((await query) as ReturnType<typeof read>))
    }
  })
  // The first page shows what it can at once. From there on a page stays until the next one is there.
  const { options } = router
  router.update({ ...options, defaultPendingComponent: PageLoading, defaultPendingMs: 0, defaultPendingMinMs: 0 })
  const stop = router.subscribe('onResolved', () => {
    router.update({ ...router.options, defaultPendingMs: 1000 })
    stop()
  })
  const root = createRoot(document.getElementById('root')!)
  // React draws a transition piece by piece and leaves the browser room in between.
  startTransition(() =>
    root.render(
      <StrictMode>
        <StyledProvider>
          <QueryClientProvider client={queryClient}>
            <ToastHost />
            <ConfirmDialog />
            <RouterProvider router={router} />
          </QueryClientProvider>
        </StyledProvider>
      </StrictMode>,
    ),
  )

  prepareLater()
}

/**
 * No page needs these at first; they are loaded later. Not while the server is down: after a failed import the browser
 * refuses it until the page is reloaded.
 */
function prepareLater() {
  setTimeout(async () => {
    const isServerThere = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (!isServerThere) return prepareLater()
    prepareMessages()
  }, PREPARE_MS)
}

if (isSignedIn()) start()
else goToSignIn()
