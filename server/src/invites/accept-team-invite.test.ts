import {
  acceptInvite as contract,
  INVITE_BLOCKED,
  INVITE_EXPIRED,
  INVITE_REVOKED,
  INVITE_UNKNOWN,
  INVITE_USED,
} from '@hikmah/contract/accept-invite'
import { organizationTeam } from '@hikmah/contract/organization-team'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../test/given.ts'
import { startServer } from '../../test/start.ts'
import { passwordFits } from '../kit/auth/passwords.ts'
import { members } from '../organization-team/table.ts'
import { organizations } from '../organizations/table.ts'
import { withinTries } from './invite-credentials.ts'

const { acceptTeamInvite, findTeamInvite } = contract
const { given, as, call, db, clock, audited, house } = await startServer()

const invited = async () => {
  const organization = await given.organization()
  const userName = `team.${crypto.randomUUID().slice(0, 8)}@masjid.example`
  const { data } = await (await as('admin'))(organizationTeam.createMember, {
    body: {
      firstName: 'Maryam',
      lastName: 'Yusuf',
      userName,
      orgId: organization.id,
      role: [{ application: 'DEENKIOSK', roles: 'Editor' }],
    },
  })
  const [member] = await db.select().from(members).where(eq(members.id, data._id))
  return { organization, member: member!, pair: { code: member?.code ?? '', email: userName } }
}
const find = ({ code, email }: { code: string; email: string }) =>
  call(findTeamInvite, { params: { code }, query: { email } })

test('the page is shown who is asked into which team', async () => {
  const { organization, pair } = await invited()
  const { data } = await find(pair)
  expect(data).toEqual({ orgName: organization.name, name: 'Maryam Yusuf', email: pair.email })
})

test('accepting confirms the member, sets the password and opens a session', async () => {
  const { organization, member, pair } = await invited()

  const { status, data } = await call(acceptTeamInvite, { body: { ...pair, password: PASSWORD } })

  expect([status, data.orgId]).toEqual([200, organization.id])
  expect(house.tokens.read('organization', data.token, clock.now())).toBeDefined()
  const [row] = await db.select().from(members).where(eq(members.id, member.id))
  expect(row?.confirmedAt).not.toBeNull()
  expect(await passwordFits(row?.passwordHash ?? '', PASSWORD)).toBe(true)
  expect(await audited(member.id)).toEqual(['member.invited', 'member.confirmed'])
})

test('who joins a second organization has a password of its own there, and its hash shares the salt of the first', async () => {
  const { pair } = await invited()
  await call(acceptTeamInvite, { body: { ...pair, password: PASSWORD } })
  const second = await given.invite({ orgEmail: pair.email })
  const accepted = { code: second.code, email: pair.email, password: 'Quiet-River-42' }
  const agreements: ('agreement' | 'terms')[] = ['agreement', 'terms']
  expect((await call(contract.acceptInvite, { body: { ...accepted, agreements } })).status).toBe(200)
  const rows = await db.select().from(members).where(eq(members.userName, pair.email)).orderBy(members.createdAt)
  const [first = '', other = ''] = rows.map(({ passwordHash }) => passwordHash ?? '')
  expect([await passwordFits(first, PASSWORD), await passwordFits(other, 'Quiet-River-42')]).toEqual([true, true])
  expect(first.split('$')[4]).toBe(other.split('$')[4])
})

test('it is used once, also by five at once', async () => {
  const { pair } = await invited()
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => call(acceptTeamInvite, { body: { ...pair, password: PASSWORD } })),
  )
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409, 409, 409])
  expect((await find(pair)).error.message).toBe(INVITE_USED)
})

test('a wrong pair is unknown, and five of them have to wait', async () => {
  const { pair } = await invited()
  const wrong = { ...pair, code: pair.code === '123456' ? '654321' : '123456' }
  for (let i = 0; i < 5; i += 1) {
    const { status, error } = await find(wrong)
    expect([status, error.message]).toEqual([404, INVITE_UNKNOWN])
  }
  expect((await call(acceptTeamInvite, { body: { ...pair, password: PASSWORD } })).status).toBe(429)
})

test('a weak password is refused by name', async () => {
  const { pair } = await invited()
  const { status, error } = await call(acceptTeamInvite, { body: { ...pair, password: 'password' } })
  expect(status).toBe(400)
  expect(Object.keys(error.fields ?? {})).toEqual(['password'])
})

test('after 14 days it has expired', async () => {
  const { pair } = await invited()
  clock.advance(14 * 86_400 + 1)
  expect((await find(pair)).error.message).toBe(INVITE_EXPIRED)
  expect((await call(acceptTeamInvite, { body: { ...pair, password: PASSWORD } })).status).toBe(409)
})

test('an invite is refused while the member has no access, and good again afterwards', async () => {
  const { member, pair } = await invited()
  const admin = await as('admin')
  const setAccess = async (consoleAccess: boolean) => {
    const params = { id: member.id }
    const { name, role, version } = (await admin(organizationTeam.readMember, { params })).data
    await admin(organizationTeam.updateMember, { params, body: { ...name, role, version, consoleAccess } })
  }
  await setAccess(false)
  expect((await find(pair)).error).toMatchObject({ message: INVITE_REVOKED })
  const refused = await call(acceptTeamInvite, { body: { ...pair, password: PASSWORD } })
  expect([refused.status, refused.error.message]).toEqual([409, INVITE_REVOKED])
  await setAccess(true)
  expect((await call(acceptTeamInvite, { body: { ...pair, password: PASSWORD } })).status).toBe(200)
})

test('nobody joins the team of an organization that is blocked, until it is unblocked', async () => {
  const { member, pair } = await invited()
  const become = (status: 'blocked' | 'approved') =>
    db.update(organizations).set({ status }).where(eq(organizations.id, member.organizationId))
  await become('blocked')
  expect((await find(pair)).error).toMatchObject({ message: INVITE_BLOCKED })
  const refused = await call(acceptTeamInvite, { body: { ...pair, password: PASSWORD } })
  expect([refused.status, refused.error.message]).toEqual([409, INVITE_BLOCKED])
  await become('approved')
  expect((await call(acceptTeamInvite, { body: { ...pair, password: PASSWORD } })).status).toBe(200)
})

test('tries that the database did not judge are not counted', async () => {
  const { pair } = await invited()
  const fails = () => Promise.reject(new Error('Connection lost'))
  for (let i = 0; i < 6; i++) await expect(withinTries(house, pair, '192.0.2.7', fails)).rejects.toThrow('lost')
  expect(await withinTries(house, pair, '192.0.2.7', async () => 'found')).toBe('found')
})
