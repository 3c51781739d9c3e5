import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, notFound, redirect } from '@tanstack/react-router'
import { ConsoleLayout } from './app/ConsoleLayout.tsx'
import { PageFailure, PageNotFound } from './app/PageStates.tsx'
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

/** The address as plain text, `?q=123&page=2`: the schemas of the lists know what is a number. */
const parseSearch = (text: string) => Object.fromEntries(new URLSearchParams(text))

function stringifySearch(search: Record<string, unknown>): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') text.set(name, String(value))
  }
  return text.size > 0 ? `?${text}` : ''
}

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
