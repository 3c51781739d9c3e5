export const staffRoles = ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'] as const
export type StaffRole = (typeof staffRoles)[number]

export const isStaffRole = (value: unknown): value is StaffRole => staffRoles.some((role) => role === value)

export const roleLabels: Record<StaffRole, string> = {
  hikmah_owner: 'Owner',
  hikmah_admin: 'Admin',
  hikmah_manager: 'Manager',
}

/** The closed list of permissions and who holds each. The server enforces it, the console hides by it. */
export const permissions = {
  'session.own': {
    description: 'Own profile, password and sessions',
    roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'],
  },
  'dashboard.read': { description: 'See the dashboard', roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'] },
  'organizations.read': {
    description: 'See organizations and invites',
    roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'],
  },
  'organizations.invite': {
    description: 'Invite, re-invite and revoke invites',
    roles: ['hikmah_owner', 'hikmah_admin'],
  },
  'organizations.update': { description: 'Edit an organization', roles: ['hikmah_owner', 'hikmah_admin'] },
  'organizations.change-status': {
    description: 'Approve or block an organization',
    roles: ['hikmah_owner', 'hikmah_admin'],
  },
  'tax-verification.read': {
    description: 'See tax reviews (the EIN masked for managers)',
    roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'],
  },
  'tax-verification.decide': {
    description: 'Decide on EIN and tax exemption',
    roles: ['hikmah_owner', 'hikmah_admin'],
  },
  'organization-team.read': {
    description: 'See team members of organizations',
    roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'],
  },
  'organization-team.manage': {
    description: 'Add, edit and remove team members of organizations',
    roles: ['hikmah_owner', 'hikmah_admin'],
  },
  'media.read': { description: 'See the media library', roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'] },
  'media.upload': { description: 'Upload images', roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'] },
  'media.delete': { description: 'Delete images', roles: ['hikmah_owner', 'hikmah_admin'] },
  'mails.read': { description: 'See mails and their delivery', roles: ['hikmah_owner', 'hikmah_admin'] },
  'mails.resend': { description: 'Send a mail again', roles: ['hikmah_owner', 'hikmah_admin'] },
  'hardware.read': {
    description: 'See devices and their connections',
    roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'],
  },
  'hardware.manage': {
    description: 'Add, edit, assign and take back devices',
    roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'],
  },
  'hardware.lock': { description: 'Set or lift the statuses Locked and Lost', roles: ['hikmah_owner', 'hikmah_admin'] },
  'hardware.delete': { description: 'Delete devices', roles: ['hikmah_owner', 'hikmah_admin'] },
  'products.read': {
    description: 'See applications and integrations',
    roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'],
  },
  'products.manage': {
    description: 'Add applications and integrations and edit their words, images and features',
    roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'],
  },
  'products.price': {
    description: 'Set prices, plans and provider ids, put products on sale, sort and delete them',
    roles: ['hikmah_owner', 'hikmah_admin'],
  },
  'communication.read': {
    description: 'See demo requests and contact inquiries',
    roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'],
  },
  'communication.respond': {
    description: 'Respond to and assign demo requests and contact inquiries',
    roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'],
  },
  'communication.delete': {
    description: 'Delete and restore demo requests and contact inquiries',
    roles: ['hikmah_owner', 'hikmah_admin'],
  },
  'staff.read': {
    description: 'See the console team (no phone and address for managers)',
    roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'],
  },
  'staff.invite': { description: 'Invite and verify admins and managers', roles: ['hikmah_owner', 'hikmah_admin'] },
  'staff.update': {
    description: 'Change role and access (an admin those of managers only)',
    roles: ['hikmah_owner', 'hikmah_admin'],
  },
  'staff.reset-password': { description: 'Reset the password of a team member', roles: ['hikmah_owner'] },
  'staff.unlock': { description: 'Unlock a locked account', roles: ['hikmah_owner'] },
  'staff.end-sessions': { description: 'Sign a team member out everywhere', roles: ['hikmah_owner'] },
  'profile.update-others': { description: 'Edit the profile of a team member', roles: ['hikmah_owner'] },
  'roles.read': { description: 'See what each role may do', roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'] },
  'audit.read': { description: 'Read and verify the audit trail', roles: ['hikmah_owner', 'hikmah_admin'] },
  'audit.export': { description: 'Export the audit trail', roles: ['hikmah_owner'] },
} as const satisfies Record<string, { description: string; roles: readonly StaffRole[] }>

export type Permission = keyof typeof permissions
export const isPermission = (text: string): text is Permission => Object.hasOwn(permissions, text)

/**
 * `public` needs no token; `organization` takes an organization's own token instead of a staff token, `device` the key of
 * a device in the header `deviceKey`.
 */
export type Access = Permission | 'public' | 'organization' | 'device'

export const can = (role: StaffRole, permission: Permission): boolean =>
  (permissions[permission].roles as readonly StaffRole[]).includes(role)

/** People who may not decide on an EIN see only its end. */
export const mustMaskEin = (role: StaffRole) => !can(role, 'tax-verification.decide')
