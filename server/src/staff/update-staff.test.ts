import { signIn } from '@hikmah/contract/sign-in/endpoints'
import { staff as contract } from '@hikmah/contract/staff'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../test/given.ts'
import { startServer } from '../../test/start.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { systemActor } from '../kit/auth/actor.ts'
import { countFailure } from '../sign-in/lockout.ts'
import { remember } from '../sign-in/remembered-login.ts'

const { given, call, callWith, mailsTo, audited, db, house } = await startServer({ AUTH_IP_PER_MIN: '100000' })
const { updateStaff, readStaff, unlockStaff, endStaffSessions } = contract
const { getCurrentUser, authenticateWithRememberMe, authenticateWithPassword, authenticate } = signIn

const roleOf = (role: 'owner' | 'admin' | 'manager') => [
  { application: 'HIKMAH' as const, roles: `hikmah_${role}` as const },
]
const owner = await given.staff('owner', { firstName: 'Samira', lastName: 'Haddad' })
const asOwner = callWith(owner.token)
const admin = await given.staff('admin')
const asAdmin = callWith(admin.token)

const rememberedBy = (staffId: string) =>
  house.change(systemActor('Test'), async (tx) => (await remember(tx, staffId)).value)
const silent = (value: string) => call(authenticateWithRememberMe, { body: { password: value } })

test('a new role counts on the next call, with a letter and an entry of what was and is', async () => {
  const { id, userName, token } = await given.staff('manager', { firstName: 'Fatima', lastName: 'Noor' })
  const theirs = callWith(token)
  expect((await theirs(getCurrentUser, {})).status).toBe(200)

  const { data, status } = await asOwner(updateStaff, { params: { id }, body: { role: roleOf('admin'), version: 1 } })

  expect(status).toBe(200)
  expect(data).toMatchObject({ role: roleOf('admin'), access: 'active', version: 2 })
  expect((await theirs(getCurrentUser, {})).status).toBe(401)
  expect(await audited(id)).toEqual(['staff.updated'])
  const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.entityId, id))
  expect(entry?.changes).toEqual({ role: { before: 'hikmah_manager', after: 'hikmah_admin' } })
  const [mail] = await mailsTo(userName, 'security-notice')
  expect(mail?.text).toContain('Samira Haddad changed your access. You are Admin now.')
})

test('revoking ends sessions, remembered browsers and half-done sign-ins at once', async () => {
  const { id, userName, token } = await given.staff('manager')
  const value = await rememberedBy(id)
  const pending = await call(authenticateWithPassword, { body: { userName, password: PASSWORD } })
  const code = /^ {4}(\d{6})$/m.exec((await mailsTo(userName, 'sign-in-code'))[0]!.text)![1]!
  expect((await asAdmin(updateStaff, { params: { id }, body: { access: 'revoked' } })).status).toBe(200)
  expect((await callWith(token)(getCurrentUser, {})).status).toBe(401)
  expect((await silent(value)).status).toBe(401)
  expect((await call(authenticate, { body: { userName, password: pending.data.token, code } })).status).toBe(401)
  expect((await mailsTo(userName, 'security-notice'))[0]?.text).toContain('revoked your access')
  expect((await asAdmin(updateStaff, { params: { id }, body: { role: roleOf('manager') } })).status).toBe(200)
  expect(await mailsTo(userName, 'security-notice'), 'it is not revoked twice').toHaveLength(1)

  expect((await asAdmin(updateStaff, { params: { id }, body: { access: 'active' } })).status).toBe(200)
  expect((await silent(value)).status, 'what was ended stays ended').toBe(401)
  expect((await call(authenticate, { body: { userName, password: pending.data.token, code } })).status).toBe(401)
})

test('saving what is so already changes nothing and ends nothing', async () => {
  const { id, userName, token } = await given.staff('manager')
  const body = { role: roleOf('manager'), access: 'active' as const }
  expect((await asOwner(updateStaff, { params: { id }, body })).data.version).toBe(1)
  expect((await callWith(token)(getCurrentUser, {})).status).toBe(200)
  expect(await audited(id)).toEqual([])
  expect(await mailsTo(userName)).toEqual([])
})

test('an owner’s access is nobody’s to change, and nobody is made owner', async () => {
  const other = await given.staff('owner')
  for (const caller of [asOwner, asAdmin]) {
    for (const body of [{ access: 'revoked' as const }, { role: roleOf('manager') }, {}]) {
      const reply = await caller(updateStaff, { params: { id: other.id }, body })
      expect(reply.status).toBe(403)
      expect(reply.error.message).toBe('You cannot change owner access')
    }
  }
  expect((await asOwner(updateStaff, { params: { id: owner.id }, body: { access: 'revoked' } })).status).toBe(403)
  const { id } = await given.staff('manager')
  const made = await asOwner(updateStaff, { params: { id }, body: { role: roleOf('owner') } })
  expect(made.status).toBe(403)
  expect(made.error.message).toMatch(/made owner/)
  expect((await asOwner(readStaff, { params: { id } })).data.role).toEqual(roleOf('manager'))
  expect(await audited(other.id)).toEqual([])
})

test('an admin changes managers, also into admins, but no peer and not themselves', async () => {
  const peer = await given.staff('admin')
  const manager = await given.staff('manager')
  const change = (id: string, body: object) => asAdmin(updateStaff, { params: { id }, body })
  const refused = await change(peer.id, { access: 'revoked' })
  expect(refused.status).toBe(403)
  expect(refused.error.message).toBe('Only an owner can change an admin')
  const own = await change(admin.id, { role: roleOf('manager') })
  expect(own.status).toBe(403)
  expect(own.error.message).toBe('You cannot change your own role and access')
  expect((await change(manager.id, { role: roleOf('admin') })).data.role).toEqual(roleOf('admin'))
  expect((await change(manager.id, { role: roleOf('manager') })).status).toBe(403)
})

test('of twenty edits with one version exactly one wins, the others are shown how it is now', async () => {
  const { id } = await given.staff('manager')
  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      asOwner(updateStaff, { params: { id }, body: { role: roleOf('admin'), version: 1 } }),
    ),
  )
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  const lost = replies.filter((reply) => reply.status === 409)
  expect(lost).toHaveLength(19)
  expect(lost[0]?.error.current).toMatchObject({ version: 2, role: roleOf('admin') })
  expect(await audited(id)).toEqual(['staff.updated'])
})

test.each([
  ['role', { role: [] }],
  ['role', { role: [{ application: 'HIKMAH', roles: 'king' }] }],
  ['access', { access: 'maybe' }],
  ['version', { version: 'x' }],
])('a wrong %s is named: %j', async (field, body) => {
  const { id } = await given.staff('manager')
  const reply = await asOwner(updateStaff, { params: { id }, body })
  expect(reply.status).toBe(400)
  expect(Object.keys(reply.error.fields ?? {}).some((name) => name.startsWith(field))).toBe(true)
})

test('an owner unlocks a name on all networks, with an entry; nobody unlocks themselves', async () => {
  const { id, userName } = await given.staff('admin')
  for (let i = 0; i < 60; i += 1) await countFailure(house, userName, `198.51.${i % 4}.1`)
  const signInNow = () => call(authenticateWithPassword, { body: { userName, password: PASSWORD } })
  expect((await signInNow()).status).toBe(429)
  expect((await asOwner(readStaff, { params: { id } })).data.locked).toBe(true)

  const { data } = await asOwner(unlockStaff, { params: { id } })

  expect(data.locked).toBe(false)
  expect((await signInNow()).status).toBe(200)
  expect(await audited(id)).toContain('staff.unlocked')
  expect((await asOwner(unlockStaff, { params: { id } })).status, 'again is fine').toBe(200)
  expect((await audited(id)).filter((action) => action === 'staff.unlocked')).toHaveLength(1)
  const own = await asOwner(unlockStaff, { params: { id: owner.id } })
  expect(own.status).toBe(403)
  expect(own.error.message).toBe('You cannot unlock your own account')
  expect((await asAdmin(unlockStaff, { params: { id } })).status).toBe(403)
  expect((await asOwner(unlockStaff, { params: { id: crypto.randomUUID() } })).status).toBe(404)
})

test('an owner signs somebody out everywhere, who is told and may sign in again', async () => {
  const { id, userName, token } = await given.staff('manager')
  const value = await rememberedBy(id)
  expect((await asOwner(endStaffSessions, { params: { id } })).status).toBe(200)
  expect((await callWith(token)(getCurrentUser, {})).status).toBe(401)
  expect((await silent(value)).status).toBe(401)
  expect(await audited(id)).toEqual(['staff.sessions-ended'])
  expect((await mailsTo(userName, 'security-notice'))[0]?.text).toContain('Samira Haddad ended all your sessions')
  expect((await call(authenticateWithPassword, { body: { userName, password: PASSWORD } })).status).toBe(200)
  expect((await asAdmin(endStaffSessions, { params: { id } })).status).toBe(403)
})
