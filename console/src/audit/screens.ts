import { AuditKind } from '@hikmah/contract/audit-kinds'
import { Text } from '@hikmah/contract/common'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { idParams, searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

/** A day, or a minute of it, in the reader's own zone. */
const DayOrMinute = z.union([z.iso.date(), z.iso.datetime({ local: true, precision: -1 })])

/** What the address of a trail may carry: the person, the kind of act, and the days or moments. */
const ActivitySearch = z.object({
  actor: Text(254),
  kind: AuditKind,
  against: z.literal('1'),
  /** By the name that they have today, as a link to them is read later. */
  days: z.enum(['today', 'yesterday', 'last-7', 'last-30']),
  from: DayOrMinute,
  to: DayOrMinute,
})

export const AuditSearch = ActivitySearch.extend({ entity: Text(50), id: Text(64) })
export type AuditSearch = Partial<z.output<typeof AuditSearch>>

export const auditScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/audit',
    validateSearch: searchOf(AuditSearch),
    component: lazyRouteComponent(() => import('./AuditPages.tsx'), 'AuditPage'),
    staticData: { items: [{ group: 'Accounts', label: 'Audit', icon: 'shield', permission: 'audit.read' }] },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/retention',
    component: lazyRouteComponent(() => import('./RetentionPage.tsx'), 'RetentionPage'),
    staticData: {
      actions: [{ label: 'Data retention, erase a person', icon: 'shield', permission: 'audit.read' }],
      under: 'Audit',
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/organization-activity-{$id}',
    params: idParams('id'),
    validateSearch: searchOf(ActivitySearch),
    component: lazyRouteComponent(() => import('./AuditPages.tsx'), 'ActivityPage'),
    staticData: { mode: 'organization', under: 'Org Overview' },
  }),
] as const
