import { Permission, permissions, roleLabels, StaffRole } from '@hikmah/contract/permissions'
import { type RoleTable, roles } from '@hikmah/contract/roles'
import { roleWords } from '@hikmah/contract/staff'
import type { Serve } from '../kit/http/serve.ts'

/** The one table of permissions.ts, which the server enforces, as it is. */
const table: RoleTable = {
  roles: StaffRole.options.map((role) => ({ role, label: roleLabels[role], description: roleWords[role] })),
  permissions: Permission.options.map((permission) => ({
    permission,
    description: permissions[permission].description,
    roles: [...permissions[permission].roles],
  })),
}

export const roleRoutes = (serve: Serve) => serve(roles.listRoles, async () => ({ data: table }))
