import { can, permissionText } from '@hikmah/contract/permissions'
import { Permission, roles } from '@hikmah/contract/roles'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'

const { as, call } = await startServer()

test('every role and permission is listed as the server enforces it', async () => {
  const manager = await as('manager')
  const { data } = await manager(roles.listRoles, {})
  expect(data.roles.map(({ role, label }) => `${role} ${label}`)).toEqual([
    'hikmah_owner Owner',
    'hikmah_admin Admin',
    'hikmah_manager Manager',
  ])
  expect(data.roles[1]?.description).toBe('The highest access after Owner')
  expect(data.permissions.map(({ permission }) => permission)).toEqual(Permission.options)
  for (const { permission, description, roles: holders } of data.permissions) {
    expect(description).toBe(permissionText(permission))
    for (const { role } of data.roles) expect(holders.includes(role), permission).toBe(can(role, permission))
  }
})

test('a stranger does not see the roles', async () => {
  expect((await call(roles.listRoles, {})).status).toBe(401)
})
