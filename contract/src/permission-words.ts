import type { Permission } from './permissions.ts'

/** What a permission allows, for the page of roles, where its own name would not say it as plainly. */
const permissionWords: Partial<Record<Permission, string>> = {
  'session.own': 'Own profile, password and sessions',
  'dashboard.read': 'See the dashboard',
  'organizations.read': 'See organizations and invites',
  'organizations.invite': 'Invite, re-invite and revoke invites',
  'organizations.update': 'Edit an organization',
  'organizations.change-status': 'Approve or block an organization',
  'tax-verification.read': 'See tax reviews (the EIN masked for managers)',
  'tax-verification.decide': 'Decide on EIN and tax exemption',
  'irs-registry.read': 'See which files of the IRS are in place',
  'irs-registry.import': 'Import IRS files',
  'organization-team.read': 'See team members of organizations',
  'organization-team.manage': 'Add, edit and remove team members of organizations',
  'media.read': 'See the media library',
  'media.upload': 'Upload images',
  'media.delete': 'Delete images',
  'mails.read': 'See e-mails and their delivery',
  'mails.resend': 'Send an e-mail again',
  'hardware.read': 'See devices and their connections',
  'hardware.manage': 'Add, edit, assign and unassign devices',
  'hardware.lock': 'Set or lift the statuses Locked and Lost',
  'hardware.delete': 'Delete devices',
  'products.read': 'See applications and integrations',
  'products.manage': 'Add applications and integrations and edit their words, images and features',
  'products.price': 'Set prices, plans and provider ids, put products on sale, sort and delete them',
  'payment-account.read': 'See the payment account of an organization',
  'campaigns.read': 'See campaigns',
  'campaigns.manage': 'Import, edit, compare and delete campaigns',
  'orders.read': 'See orders (no e-mail or card for managers)',
  'orders.manage': 'Add, change, assign and cancel orders',
  'billing.read': 'See plans, invoices and receipts of organizations (no e-mail or card for managers)',
  'billing.manage': 'Change, cancel and resume plans, and download invoices',
  'finance.read': 'See revenue and what is overdue',
  'payments.read': 'See how our records and those of the payment provider agree',
  'payments.manage': 'Link customers of the payment provider and compare all records',
  'communication.read': 'See demo requests and contact inquiries',
  'communication.respond': 'Respond to and assign demo requests and contact inquiries',
  'communication.delete': 'Delete and restore demo requests and contact inquiries',
  'staff.read': 'See console team members (no phone and address for managers)',
  'staff.invite': 'Invite and verify admins and managers',
  'staff.update': 'Change role and access (admins only those of managers)',
  'staff.reset-password': 'Reset the password of a team member',
  'staff.unlock': 'Unlock a locked account',
  'staff.end-sessions': 'Sign a team member out everywhere',
  'profile.update-others': 'Edit the profile of a team member',
  'roles.read': 'See what each role may do',
  'audit.read': 'Read and verify the audit trail',
  'audit.export': 'Export the audit trail',
}

/** In the words above; `announcements.manage` would read “Manage announcements”. */
export function permissionText(permission: Permission): string {
  const [feature = '', verb = ''] = permission.replaceAll('-', ' ').split('.')
  return permissionWords[permission] ?? `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${feature}`
}
