import { PageQuery } from '@hikmah/contract/common'
import { IRS_REGISTRY } from '@hikmah/contract/irs-registry/words'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

export const irsRegistryScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/irs-registry',
    validateSearch: searchOf(PageQuery),
    component: lazyRouteComponent(() => import('./RegistryPage.tsx'), 'RegistryPage'),
    staticData: {
      asksWith: 'irs-registry.read',
      asks: async () => [(await import('./RegistryPage.tsx')).readSources],
      items: [{ group: 'Accounts', label: IRS_REGISTRY, icon: 'document', permission: 'irs-registry.read' }],
    },
  }),
] as const
