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
  'audit.read': { says: 'Read and verify the audit trail', roles: ['hikmah_owner', 'hikmah_admin'] },
} as const satisfies Record<string, { says: string; roles: readonly StaffRole[] }>

export type Permission = keyof typeof permissions
export const Permission = z.enum(Object.keys(permissions) as [Permission, ...Permission[]])

/** `public` needs no token; `organization` takes an organization's own token instead of a staff token. */
export type Access = Permission | 'public' | 'organization'

export const can = (role: StaffRole, permission: Permission): boolean =>
  (permissions[permission].roles as readonly StaffRole[]).includes(role)
