import { permissions, permissionText, roleLabels, staffRoles } from '@hikmah/contract/permissions'
import { Permission, type RoleTable, roles } from '@hikmah/contract/roles'
import { roleWords } from '@hikmah/contract/staff'
import type { Serve } from '../kit/http/serve.ts'

/** The one table of permissions.ts, which the server enforces, as it is. */
const table: RoleTable = {
  roles: staffRoles.map((role) => ({ role, label: roleLabels[role], description: roleWords[role] })),
  permissions: Permission.options.map((permission) => ({
    permission,
    description: permissionText(permission),
    roles: [...permissions[permission]],
  })),
}

export const roleRoutes = (serve: Serve) => serve(roles.listRoles, () => table)
