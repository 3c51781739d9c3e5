import type { ArrivalKind, NavigationCounts, OrganizationCounts } from '@hikmah/contract/navigation'
import type { Permission } from '@hikmah/contract/permissions'
import type { Found, FoundKind } from '@hikmah/contract/search'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { ApiError } from '../kit/api/api.ts'
import { currentUser, type PartQuery } from '../kit/api/data.ts'
import { goToSignIn, local } from '../kit/api/session.ts'
import type { IconName } from '../kit/icons/icons.tsx'

// The user, the page and its data are requested at once; the frame shows until they are loaded.
function requireSession({ context: { queryClient } }: { context: { queryClient: QueryClient } }): void {
  if (!local.get('authToken')) goToSignIn()
  queryClient.ensureQueryData(currentUser).catch((failure: unknown) => {
    if (failure instanceof ApiError && failure.code === 'UNAUTHENTICATED') goToSignIn()
  })
}

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()()

/** The parent of every screen. Its component is set in routes.tsx: the frame must not be loaded before the screens. */
export const consoleRoute = createRoute({
  getParentRoute: () => root,
  id: 'console',
  beforeLoad: requireSession,
})

/** A screen's address as the router knows it before the screen is loaded. */
type Match = { params: Record<string, string>; search: Record<string, unknown> }

export type NavigationMode = 'normal' | 'organization' | 'communication'

/** An item of the side navigation that leads to the screen which declares it. */
export interface NavigationItem {
  label: string
  icon: IconName
  /** The navigation it stands in; `normal` unless said. */
  mode?: NavigationMode
  /** The heading it stands under; none unless said. */
  group?: 'Manage' | 'Promotion' | 'Accounts'
  permission: Permission
  /** A list whose total stands beside the label. */
  counts?: Exclude<
    keyof NavigationCounts,
    ArrivalKind | 'mark' | 'release' | 'isSandbox' | 'isTestMode' | 'paymentsAwaySince'
  >
  /** In the navigation of an organization: what of it is counted next to the label. */
  organizationCounts?: keyof OrganizationCounts
  /** What is waiting here for a response; the count is shown next to the label. */
  waits?: readonly ArrivalKind[]
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Which navigation stands beside the screen; `normal` unless said. */
    mode?: NavigationMode
    /** A desk needs the width: the navigation beside it is folded to its icons. */
    isDesk?: boolean
    /** Whose organization's navigation it is, where the address does not say. */
    organizationId?: (match: Match) => PartQuery<string>
    items?: NavigationItem[]
    /**
     * The screen's first queries, under the same keys: fetched while the screen itself is loading, or once it is there. One
     * that is a promise holds up no other.
     */
    asks?: (match: Match) => unknown[] | Promise<unknown[]>
    /** What not everybody may do: its queries wait until it is known who asks. */
    asksWith?: Permission
    /** Which search results are shown here, each with its address. */
    finds?: Partial<Record<FoundKind, (found: Found) => string>>
    /** What to do here that the search over everything offers; the address needs no id. */
    actions?: Pick<NavigationItem, 'label' | 'icon' | 'permission'>[]
    /** The label of the item, in the same navigation, that a screen without one of its own belongs to. */
    under?: string
  }
}
