import { hardware } from '@hikmah/contract/hardware/calls'
import { organizations } from '@hikmah/contract/organizations/calls'
import type { Permission } from '@hikmah/contract/permissions'
import { staff } from '@hikmah/contract/staff/calls'
import { taxVerification } from '@hikmah/contract/tax-verification/calls'
import type { LinkProps } from '@tanstack/react-router'
import type { ArrivalKind } from '../communication/arrivals.ts'
import type { EndpointRef } from '../kit/api/api.ts'
import type { IconName } from '../kit/icons/icons.tsx'

export interface NavigationItem {
  label: string
  icon: IconName
  /** Where it leads. In organization mode the organization's id fills `$id` and `$orgId`. */
  to?: LinkProps['to']
  /** Other addresses that belong to it, as the pages of its rows. */
  covers?: RegExp
  /** Why it leads nowhere yet, in plain words. */
  comesWith?: string
  /** Hidden from who may not open it. */
  permission?: Permission
  /** A list whose total stands beside the label. */
  counts?: EndpointRef
  /** What waits here to be answered; how much of it stands beside the label. */
  waits?: readonly ArrivalKind[]
}

export interface NavigationGroup {
  label?: string
  items: NavigationItem[]
}

export type NavigationMode = 'normal' | 'organization' | 'communication'

/** The one table of the side navigation. */
export const navigation: Record<NavigationMode, NavigationGroup[]> = {
  normal: [
    {
      items: [
        {
          label: 'Dashboard',
          icon: 'dashboard',
          permission: 'dashboard.read',
          to: '/dashboard',
        },
        {
          label: 'Reviews',
          icon: 'checklist',
          permission: 'tax-verification.read',
          counts: taxVerification.listTaxReviews,
          to: '/reviews',
          covers: /^\/varify-/,
        },
        {
          label: 'Communication',
          icon: 'speech',
          permission: 'communication.read',
          waits: ['demoRequests', 'contactInquiries'],
          to: '/communication',
        },
      ],
    },
    {
      label: 'Manage',
      items: [
        { label: 'Orders', icon: 'receipt', comesWith: 'Comes with orders' },
        {
          label: 'Organization',
          icon: 'dome',
          permission: 'organizations.read',
          counts: organizations.listOrganizations,
          to: '/admin-organization',
        },
        { label: 'Products', icon: 'box', comesWith: 'Comes with the product catalogue' },
        {
          label: 'Hardware/Devices',
          icon: 'device',
          permission: 'hardware.read',
          counts: hardware.listDevices,
          to: '/hardware',
          covers: /^\/(add-hardware|(edit-hardware|hardware-details)\/)/,
        },
      ],
    },
    {
      label: 'Promotion',
      items: [
        { label: 'Campaign', icon: 'megaphone', comesWith: 'Comes with campaigns' },
        { label: 'Ads', icon: 'tag', comesWith: 'Comes with campaigns' },
      ],
    },
    {
      label: 'Accounts',
      items: [
        { label: 'Finance', icon: 'bank', comesWith: 'Comes with payments and finance' },
        {
          label: 'Team Members',
          icon: 'people',
          permission: 'staff.read',
          counts: staff.listStaff,
          to: '/team-members',
          covers: /^\/(team-members\/|(add|edit)-finance-team-member|verify-team-member-code)/,
        },
        { label: 'Manage Roles', icon: 'key', permission: 'roles.read', to: '/roles' },
        { label: 'Audit', icon: 'shield', permission: 'audit.read', to: '/audit' },
      ],
    },
  ],
  organization: [
    {
      items: [
        {
          label: 'Org Overview',
          icon: 'dome',
          permission: 'organizations.read',
          to: '/organization-detail-{$id}',
          covers: /^\/(organization-activity|add-team-member|edit-organization-detail)-/,
        },
        { label: 'Plans', icon: 'tag', comesWith: 'Comes with organization plans' },
        {
          label: 'Hardware',
          icon: 'device',
          permission: 'hardware.read',
          to: '/assign-hardware/$id',
          covers: /^\/select-hardware\//,
        },
        { label: 'Orders', icon: 'receipt', comesWith: 'Comes with orders' },
      ],
    },
  ],
  communication: [
    {
      items: [
        {
          label: 'Contact Us',
          icon: 'speech',
          permission: 'communication.read',
          waits: ['contactInquiries'],
          to: '/communication/contact-us',
          covers: /^\/communication\/contact-us-/,
        },
        {
          label: 'Demo Request',
          icon: 'mail',
          permission: 'communication.read',
          waits: ['demoRequests'],
          to: '/communication',
          covers: /^\/request-/,
        },
      ],
    },
  ],
}

const organizationPaths =
  /organization-detail|organization-activity|select-hardware|assign-hardware|add-team-member|plans|orgorders/
// At the start of the address: elsewhere the words may belong to something else.
const communicationPaths = /^\/(communication|request|contact)/

export function navigationMode(path: string): NavigationMode {
  if (organizationPaths.test(path)) return 'organization'
  return communicationPaths.test(path) ? 'communication' : 'normal'
}
