import { hardware } from '@hikmah/contract/hardware/endpoints'
import { DevicesQuery } from '@hikmah/contract/hardware/schemas'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import { pageOf, searchOf } from '../kit/list/list-search.ts'
import { consoleRoute } from '../sitemap/console-route.ts'

export const hardwareScreens = [
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/hardware',
    validateSearch: searchOf(DevicesQuery),
    component: lazyRouteComponent(() => import('./HardwareList.tsx'), 'HardwareList'),
    staticData: {
      asks: ({ search }) => [read(hardware.listDevices, { query: pageOf(search) })],
      items: [
        { group: 'Manage', label: 'Hardware/Devices', icon: 'device', permission: 'hardware.read', counts: 'devices' },
      ],
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/add-hardware',
    component: lazyRouteComponent(() => import('./HardwareForms.tsx'), 'AddHardware'),
    staticData: {
      actions: [{ label: 'Add hardware/device', icon: 'plus', permission: 'hardware.manage' }],
      under: 'Hardware/Devices',
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/edit-hardware/$id',
    component: lazyRouteComponent(() => import('./HardwareForms.tsx'), 'EditHardware'),
    staticData: { under: 'Hardware/Devices' },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/hardware-details/$id',
    component: lazyRouteComponent(() => import('./HardwareDetails.tsx'), 'HardwareDetails'),
    staticData: {
      asks: ({ params: { id = '' } }) => [read(hardware.readDevice, { params: { id } })],
      finds: { device: ({ _id }) => `/hardware-details/${_id}` },
      under: 'Hardware/Devices',
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/assign-hardware/$id',
    validateSearch: searchOf(DevicesQuery),
    component: lazyRouteComponent(() => import('./AssignedHardware.tsx'), 'AssignedHardware'),
    staticData: {
      asks: async ({ params: { id = '' }, search }) => [
        read(organizations.readOrganization, { params: { id } }),
        (await import('./AssignedHardware.tsx')).readDevicesOf(id, search),
      ],
      mode: 'organization',
      items: [
        {
          mode: 'organization',
          label: 'Hardware',
          icon: 'device',
          permission: 'hardware.read',
          organizationCounts: 'devices',
        },
      ],
    },
  }),
  createRoute({
    getParentRoute: () => consoleRoute,
    path: '/select-hardware/$id',
    component: lazyRouteComponent(() => import('./SelectHardware.tsx'), 'SelectHardware'),
    staticData: { mode: 'organization', under: 'Hardware' },
  }),
] as const
