import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Permission, StaffRole } from './permissions.ts'

export const RoleTable = z.object({
  roles: z.array(z.object({ role: StaffRole, label: z.string(), description: z.string() })),
  permissions: z.array(z.object({ permission: Permission, description: z.string(), roles: z.array(StaffRole) })),
})
export type RoleTable = z.infer<typeof RoleTable>

export const roles = {
  /** B-15: who may do what, read from the one table in permissions.ts. */
  listRoles: endpoint({ method: 'GET', path: '/hikmah/roles', allow: 'roles.read', response: RoleTable }),
}
