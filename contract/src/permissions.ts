import { capitalized } from './words.ts'
export const staffRoles = ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'] as const
export type StaffRole = (typeof staffRoles)[number]

export const isStaffRole = (value: unknown): value is StaffRole => staffRoles.some((role) => role === value)

export const roleLabels: Record<StaffRole, string> = {
  hikmah_owner: 'Owner',
  hikmah_admin: 'Admin',
  hikmah_manager: 'Manager',
}

const everybody = staffRoles
const ownersAndAdmins = ['hikmah_owner', 'hikmah_admin'] as const
const owners = ['hikmah_owner'] as const

/**
 * The closed list of permissions and who holds each. The server enforces it, the console hides by it. What each is called
 * stands in permission-words.ts, which the console does not load.
 */
export const permissions = {
  'session.own': everybody,
  'dashboard.read': everybody,
  'organizations.read': everybody,
  'organizations.invite': ownersAndAdmins,
  'organizations.update': ownersAndAdmins,
  'organizations.change-status': ownersAndAdmins,
  'tax-verification.read': everybody,
  'tax-verification.decide': ownersAndAdmins,
  'irs-registry.read': ownersAndAdmins,
  'irs-registry.import': owners,
  'organization-team.read': everybody,
  'organization-team.manage': ownersAndAdmins,
  'media.read': everybody,
  'media.upload': everybody,
  'media.delete': ownersAndAdmins,
  'mails.read': ownersAndAdmins,
  'mails.resend': ownersAndAdmins,
  'hardware.read': everybody,
  'hardware.manage': everybody,
  'hardware.lock': ownersAndAdmins,
  'hardware.delete': ownersAndAdmins,
  'products.read': everybody,
  'products.manage': everybody,
  'products.price': ownersAndAdmins,
  'payment-account.read': ownersAndAdmins,
  'campaigns.read': everybody,
  'campaigns.manage': ownersAndAdmins,
  'orders.read': everybody,
  'orders.manage': ownersAndAdmins,
  'billing.read': everybody,
  'billing.manage': ownersAndAdmins,
  'finance.read': ownersAndAdmins,
  'payments.read': ownersAndAdmins,
  'payments.manage': ownersAndAdmins,
  'communication.read': everybody,
  'communication.respond': everybody,
  'communication.delete': ownersAndAdmins,
  'staff.read': everybody,
  'staff.invite': ownersAndAdmins,
  'staff.update': ownersAndAdmins,
  'staff.reset-password': owners,
  'staff.unlock': owners,
  'staff.end-sessions': owners,
  'profile.update-others': owners,
  'roles.read': everybody,
  'audit.read': ownersAndAdmins,
  'audit.export': owners,
} as const satisfies Record<string, readonly StaffRole[]>

export type Permission = keyof typeof permissions
export const isPermission = (text: string): text is Permission => Object.hasOwn(permissions, text)

/**
 * `public` needs no token; `organization` takes an organization's own token instead of a staff token, `device` the key of
 * a device in the header `deviceKey`.
 */
export type Access = Permission | 'public' | 'organization' | 'device'

export const can = (role: StaffRole, permission: Permission): boolean =>
  (permissions[permission] as readonly StaffRole[]).includes(role)

/**
 * What an audit entry may be about, and the permission needed to see it on the dashboard. With null it appears in the
 * trail only.
 */
export const auditEntities = {
  application: 'products.read',
  audit: null,
  campaign: 'campaigns.read',
  'contact-inquiry': 'communication.read',
  'canned-reply': 'communication.read',
  'demo-request': 'communication.read',
  device: 'hardware.read',
  dispute: 'billing.read',
  integration: 'products.read',
  invite: 'organizations.read',
  invoice: 'billing.read',
  'irs-registry': 'irs-registry.read',
  mail: null,
  media: 'media.read',
  member: 'organization-team.read',
  order: 'orders.read',
  organization: 'organizations.read',
  'payment-customer': 'payments.read',
  person: null,
  'plan-subscription': 'billing.read',
  staff: null,
  'tax-review': 'tax-verification.read',
} as const satisfies Record<string, Permission | null>

/** The email and card of a payer are shown only to those who may manage billing. */
export const maySeePayer = (role: StaffRole) => can(role, 'billing.manage')

/** Roles that may not decide on an EIN see only its last digits. */
export const mustMaskEin = (role: StaffRole) => !can(role, 'tax-verification.decide')

/** What such a role edits itself is shown to it as it is: masked, it would be saved so. Devices have serial numbers. */
const editedByAll: readonly Access[] = ['hardware.read', 'hardware.manage', 'products.read', 'products.manage']

/** Whether the texts of an answer have their EINs masked, wherever people wrote them. */
export const masksEins = (role: StaffRole, allow: Access) => mustMaskEin(role) && !editedByAll.includes(allow)

/** What a permission allows, for the page of roles, where its own name would not say it as plainly. */
const permissionWords: Partial<Record<Permission, string>> = {
  'session.own': 'Own profile, password and sessions',
  'dashboard.read': 'View the dashboard',
  'organizations.read': 'View organizations and invites',
  'organizations.invite': 'Invite, re-invite and revoke invites',
  'organizations.update': 'Edit an organization',
  'organizations.change-status': 'Approve or block an organization',
  'tax-verification.read': 'View tax reviews (the EIN masked for managers)',
  'tax-verification.decide': 'Decide on EIN and tax exemption',
  'irs-registry.read': 'View IRS files',
  'irs-registry.import': 'Import IRS files',
  'organization-team.read': 'View organization members',
  'organization-team.manage': 'Add, edit and remove organization members',
  'media.read': 'View the media library',
  'media.upload': 'Upload images',
  'media.delete': 'Delete images',
  'mails.read': 'View emails and their delivery',
  'mails.resend': 'Send an email again',
  'hardware.read': 'View devices and their connections',
  'hardware.manage': 'Add, edit, assign and unassign devices',
  'hardware.lock': 'Lock devices or mark them lost',
  'hardware.delete': 'Delete devices',
  'products.read': 'View applications and integrations',
  'products.manage': 'Add applications and integrations and edit their words, images and features',
  'products.price': 'Set prices, plans and provider ids, put products on sale, sort and delete them',
  'payment-account.read': 'View an organization’s payment account',
  'campaigns.read': 'View campaigns',
  'campaigns.manage': 'Import, edit, compare and delete campaigns',
  'orders.read': 'View orders (no email or card for managers)',
  'orders.manage': 'Add, change, assign and cancel orders',
  'billing.read': 'View plans, invoices and receipts (no email or card for managers)',
  'billing.manage': 'Change, cancel and resume plans, and download invoices',
  'finance.read': 'View revenue and what is overdue',
  'payments.read': 'View payment comparisons',
  'payments.manage': 'Link payment customers and compare all records',
  'communication.read': 'View demo requests and contact inquiries',
  'communication.respond': 'Respond to and assign demo requests and contact inquiries',
  'communication.delete': 'Delete and restore demo requests and contact inquiries, erase a person',
  'staff.read': 'View team members (no phone or address for managers)',
  'staff.invite': 'Invite and verify admins and managers',
  'staff.update': 'Change role and access (admins: managers only)',
  'staff.reset-password': 'Reset a team member’s password',
  'staff.unlock': 'Unlock a locked account',
  'staff.end-sessions': 'Sign a team member out everywhere',
  'profile.update-others': 'Edit other people’s profiles',
  'roles.read': 'View what each role can do',
  'audit.read': 'Read and verify the audit trail',
  'audit.export': 'Export the audit trail',
}

/** In the words above; `announcements.manage` would read “Manage announcements”. */
export function permissionText(permission: Permission): string {
  const [feature = '', verb = ''] = permission.replaceAll('-', ' ').split('.')
  return permissionWords[permission] ?? `${capitalized(verb)} ${feature}`
}
