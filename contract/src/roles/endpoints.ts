import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { RoleTable } from './schemas.ts'

export const roles = describeEndpoints('Roles', paths, {
  /** B-15. */
  listRoles: {
    summary: 'List roles and permissions',
    description: 'What each role may do, from the table that the server enforces.',
    allow: 'roles.read',
    response: RoleTable,
  },
})
