import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, notFound, redirect } from '@tanstack/react-router'
import { ConsoleLayout } from './app/ConsoleLayout.tsx'
import { PageFailure } from './app/PageFailure.tsx'
import { PageNotFound } from './app/PageNotFound.tsx'
import { parseSearch, stringifySearch } from './app/search-text.ts'
import { screens } from './screens.ts'
import { consoleRoute, root } from './sitemap/console-route.ts'

const HOME = '/dashboard'

const home = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ href: HOME, replace: true })
  },
})

/** Any other address opens the dashboard. */
const unknown = createRoute({
  getParentRoute: () => consoleRoute,
  path: '$',
  beforeLoad: ({ location }) => {
    if (location.pathname === HOME) throw notFound()
    throw redirect({ href: HOME, replace: true })
  },
})

const routeTree = root.addChildren([
  consoleRoute.update({ component: ConsoleLayout }).addChildren([...screens, home, unknown]),
])

export const createConsoleRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultErrorComponent: PageFailure,
    defaultNotFoundComponent: PageNotFound,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}
