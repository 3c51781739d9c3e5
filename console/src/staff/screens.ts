import { Text } from '@hikmah/contract/common'
import { StaffQuery, staff } from '@hikmah/contract/staff'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { read } from '../kit/api/data.ts'
import { idParams, OneRow, pageOf, searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

const VerifySearch = z.object({ userName: Text(254) })

export const staffScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/team-members',
    validateSearch: searchOf(StaffQuery),
    component: lazyRouteComponent(() => import('./StaffList.tsx'), 'StaffList'),
    staticData: {
      asks: ({ search }) => [read(staff.listStaff, { query: pageOf(search) })],
      finds: { staff: ({ detail }) => `/team-members?q=${encodeURIComponent(detail)}` },
      items: [{ group: 'Accounts', label: 'Team Members', icon: 'people', permission: 'staff.read', counts: 'staff' }],
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/add-finance-team-member',
    component: lazyRouteComponent(() => import('./StaffForms.tsx'), 'AddStaff'),
    staticData: {
      actions: [{ label: 'Add team member', icon: 'plus', permission: 'staff.invite' }],
      under: 'Team Members',
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/verify-team-member-code',
    validateSearch: searchOf(VerifySearch),
    component: lazyRouteComponent(() => import('./StaffCodePages.tsx'), 'VerifyStaff'),
    staticData: { under: 'Team Members' },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/edit-finance-team-member/{$id}',
    params: idParams('id'),
    component: lazyRouteComponent(() => import('./EditStaff.tsx'), 'EditStaff'),
    staticData: { under: 'Team Members' },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/team-members/reset-password-cod',
    validateSearch: searchOf(OneRow),
    component: lazyRouteComponent(() => import('./StaffCodePages.tsx'), 'ResetCode'),
    staticData: { under: 'Team Members' },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/team-members/reset-password',
    validateSearch: searchOf(OneRow),
    component: lazyRouteComponent(() => import('./StaffCodePages.tsx'), 'ResetPassword'),
    staticData: { under: 'Team Members' },
  }),
] as const
