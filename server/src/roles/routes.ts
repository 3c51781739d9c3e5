import { permissionText } from '@hikmah/contract/permission-words'
import { permissions, roleLabels, staffRoles } from '@hikmah/contract/permissions'
import { roles } from '@hikmah/contract/roles/endpoints'
import { Permission, type RoleTable } from '@hikmah/contract/roles/schemas'
import { roleWords } from '@hikmah/contract/staff/words'
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
