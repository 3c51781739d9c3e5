import { MediaQuery, media } from '@hikmah/contract/media'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import { pageOf, searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

export const mediaScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/media-library',
    validateSearch: searchOf(MediaQuery),
    component: lazyRouteComponent(() => import('./MediaLibrary.tsx'), 'MediaLibrary'),
    staticData: {
      asks: ({ search }) => [read(media.listMedia, { query: pageOf(search) })],
      items: [{ group: 'Manage', label: 'Media', icon: 'picture', permission: 'media.read' }],
    },
  }),
] as const
