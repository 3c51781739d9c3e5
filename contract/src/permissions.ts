import { z } from 'zod'

export const StaffRole = z.enum(['hikmah_owner', 'hikmah_admin', 'hikmah_manager'])
export type StaffRole = z.infer<typeof StaffRole>

export const roleLabels: Record<StaffRole, string> = {
  hikmah_owner: 'Owner',
  hikmah_admin: 'Admin',
  hikmah_manager: 'Manager',
}

/** The closed list of permissions and who holds each. The server enforces it, the console hides by it. */
export const permissions = {
  'session.own': {
    says: 'Own profile, password and sessions',
    roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'],
  },
  'dashboard.read': { says: 'See the dashboard', roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'] },
  'organizations.read': {
    says: 'See organizations and invites',
    roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'],
  },
  'organizations.invite': { says: 'Invite, re-invite and revoke invites', roles: ['hikmah_owner', 'hikmah_admin'] },
  'organizations.update': { says: 'Edit an organization', roles: ['hikmah_owner', 'hikmah_admin'] },
  'organizations.change-status': { says: 'Approve or block an organization', roles: ['hikmah_owner', 'hikmah_admin'] },
  'tax-verification.read': {
    says: 'See tax reviews (the EIN masked for managers)',
    roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'],
  },
  'tax-verification.decide': { says: 'Decide on EIN and tax exemption', roles: ['hikmah_owner', 'hikmah_admin'] },
  'organization-team.read': {
    says: 'See team members of organizations',
    roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'],
  },
  'organization-team.manage': {
    says: 'Add, edit and remove team members of organizations',
    roles: ['hikmah_owner', 'hikmah_admin'],
  },
  'media.read': { says: 'See the media library', roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'] },
  'media.upload': { says: 'Upload images', roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'] },
  'media.delete': { says: 'Delete images', roles: ['hikmah_owner', 'hikmah_admin'] },
  'mails.read': { says: 'See mails and their delivery', roles: ['hikmah_owner', 'hikmah_admin'] },
  'mails.resend': { says: 'Send a mail again', roles: ['hikmah_owner', 'hikmah_admin'] },
  'hardware.read': {
    says: 'See devices and their connections',
    roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'],
  },
  'hardware.manage': {
    says: 'Add, edit, assign and take back devices',
    roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'],
  },
  'hardware.lock': { says: 'Set or lift the statuses Locked and Lost', roles: ['hikmah_owner', 'hikmah_admin'] },
  'hardware.delete': { says: 'Delete devices', roles: ['hikmah_owner', 'hikmah_admin'] },
  'communication.read': {
    says: 'See demo requests and contact inquiries',
    roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'],
  },
  'communication.respond': {
    says: 'Respond to and assign demo requests and contact inquiries',
    roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'],
  },
  'communication.delete': {
    says: 'Delete and restore demo requests and contact inquiries',
    roles: ['hikmah_owner', 'hikmah_admin'],
  },
  'staff.read': {
    says: 'See the console team (no phone and address for managers)',
    roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'],
  },
  'staff.invite': { says: 'Invite and verify admins and managers', roles: ['hikmah_owner', 'hikmah_admin'] },
  'staff.update': {
    says: 'Change role and access (an admin those of managers only)',
    roles: ['hikmah_owner', 'hikmah_admin'],
  },
  'staff.reset-password': { says: 'Reset the password of a team member', roles: ['hikmah_owner'] },
  'staff.unlock': { says: 'Unlock a locked account', roles: ['hikmah_owner'] },
  'staff.end-sessions': { says: 'Sign a team member out everywhere', roles: ['hikmah_owner'] },
  'profile.update-others': { says: 'Edit the profile of a team member', roles: ['hikmah_owner'] },
  'roles.read': { says: 'See what each role may do', roles: ['hikmah_owner', 'hikmah_admin', 'hikmah_manager'] },
  'audit.read': { says: 'Read and verify the audit trail', roles: ['hikmah_owner', 'hikmah_admin'] },
  'audit.export': { says: 'Export the audit trail', roles: ['hikmah_owner'] },
} as const satisfies Record<string, { says: string; roles: readonly StaffRole[] }>

export type Permission = keyof typeof permissions
export const Permission = z.enum(Object.keys(permissions) as [Permission, ...Permission[]])

/**
 * `public` needs no token; `organization` takes an organization's own token instead of a staff token, `device` the key of
 * a device in the header `deviceKey`.
 */
export type Access = Permission | 'public' | 'organization' | 'device'

export const can = (role: StaffRole, permission: Permission): boolean =>
  (permissions[permission].roles as readonly StaffRole[]).includes(role)
