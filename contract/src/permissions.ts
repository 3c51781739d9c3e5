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
  'demo-request': 'communication.read',
  device: 'hardware.read',
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
  'plan-subscription': 'billing.read',
  staff: null,
  'tax-review': 'tax-verification.read',
} as const satisfies Record<string, Permission | null>

/** The e-mail and card of a payer are shown only to those who may manage billing. */
export const maySeePayer = (role: StaffRole) => can(role, 'billing.manage')

/** Roles that may not decide on an EIN see only its last digits. */
export const mustMaskEin = (role: StaffRole) => !can(role, 'tax-verification.decide')

/** What such a role edits itself is shown to it as it is: masked, it would be saved so. Devices have serial numbers. */
const editedByAll: readonly Access[] = ['hardware.read', 'hardware.manage', 'products.read', 'products.manage']

/** Whether the texts of an answer have their EINs masked, wherever people wrote them. */
export const masksEins = (role: StaffRole, allow: Access) => mustMaskEin(role) && !editedByAll.includes(allow)
