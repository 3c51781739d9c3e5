import { z } from 'zod'
import { describeEndpoints } from './endpoint.ts'
import { permissions, staffRoles } from './permissions.ts'

export const StaffRole = z.enum(staffRoles)
export const Permission = z.enum(Object.keys(permissions) as (keyof typeof permissions)[])

export const RoleTable = z.object({
  roles: z.array(z.object({ role: StaffRole, label: z.string(), description: z.string() })),
  permissions: z.array(z.object({ permission: Permission, description: z.string(), roles: z.array(StaffRole) })),
})
export type RoleTable = z.infer<typeof RoleTable>

export const roles = describeEndpoints('Roles', {
  listRoles: {
    call: 'GET /hikmah/roles',
    summary: 'List roles and permissions',
    description: 'What each role may do, from the table that the server enforces.',
    allow: 'roles.read',
    response: RoleTable,
  },
})
