import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import { ConsoleLayout } from './app/ConsoleLayout.tsx'
import { PageFailure } from './app/PageFailure.tsx'
import { PageNotFound } from './app/PageNotFound.tsx'
import { requireSession } from './app/require-session.ts'

/*
 * THE SITEMAP: every address of the console and its screen. The four public pages (/login, /otp, /accept-invite,
 * /accept-team-invite) are in app/start-public.tsx, because they do without the router.
 */

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()()

/** Everything behind the sign-in, in the frame. */
const console = createRoute({
  getParentRoute: () => root,
  id: 'console',
  component: ConsoleLayout,
  beforeLoad: requireSession,
})

const sessions = createRoute({
  getParentRoute: () => console,
  path: '/sessions',
  component: lazyRouteComponent(() => import('./sign-in/SessionList.tsx'), 'SessionList'),
})

const HOME = '/dashboard'

/** Any other address opens the dashboard. */
const unknown = createRoute({
  getParentRoute: () => console,
  path: '$',
  beforeLoad: ({ location }) => {
    if (location.pathname === HOME) throw notFound()
    throw redirect({ href: HOME, replace: true })
  },
})

const home = createRoute({
  getParentRoute: () => console,
  path: '/',
  beforeLoad: () => {
    throw redirect({ href: HOME, replace: true })
  },
})

const routeTree = root.addChildren([console.addChildren([sessions, home, unknown])])

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
