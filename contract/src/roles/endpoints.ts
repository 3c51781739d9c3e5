import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { RoleTable } from './schemas.ts'

export const roles = describeEndpoints(paths, {
  /** B-15: who may do what, read from the one table in permissions.ts. */
  listRoles: {
    allow: 'roles.read',
    response: RoleTable,
  },
})
