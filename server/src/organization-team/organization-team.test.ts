import { organizationTeam } from '@hikmah/contract/organization-team'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { members } from './table.ts'

const { given, as, callWith, audited, mailsTo, db, clock } = await startServer()
const { listMembers, createMember, readMember, updateMember, deleteMember, resendMemberInvite } = organizationTeam
const admin = await as('admin')

const owner = { application: 'DEENFUND', roles: 'Owner/Super Admin' } as const
const editor = { application: 'DEENKIOSK', roles: 'Editor' } as const
const draft = (orgId: string, more: object = {}) => ({
  firstName: 'Maryam',
  lastName: 'al-Fihri Qurashi',
  userName: `maryam.${crypto.randomUUID()}@masjid.example`,
  role: [editor],
  orgId,
  consoleAccess: true,
  ...more,
})
const edit = (more: object = {}) => ({ firstName: 'Yusuf', lastName: 'R', role: [owner], consoleAccess: true, ...more })
const change = (id: string, body: object, by = admin) => by(updateMember, { params: { id }, body })
const remove = (id: string, by = admin) => by(deleteMember, { params: { id } })
/** Whether the member's own token still opens something. */
const canStill = async (token: string, orgId: string) =>
  (
    await callWith(token)(taxVerification.submitTaxPapers, {
      params: { orgId },
      body: { taxIdEin: '12-3456789', taxExempt: false },
    })
  ).status === 200

test('a new member is kept, audited and mailed a code with a link', async () => {
  const { id: orgId, name } = await given.organization()
  const body = draft(orgId)

  const reply = await admin(createMember, { body: { ...body, userName: ` ${body.userName.toUpperCase()} ` } })

  expect(reply.status).toBe(200)
  expect(reply.data).toMatchObject({
    orgId,
    name: { firstName: 'Maryam', lastName: 'al-Fihri Qurashi' },
    userName: body.userName,
    role: [editor],
    userConfirmed: false,
    consoleAccess: true,
    version: 1,
  })
  expect(reply.text).not.toContain('"code"')
  const [row] = await db.select().from(members).where(eq(members.id, reply.data._id))
  expect(row?.code).toMatch(/^\d{6}$/)
  expect(row!.codeExpiresAt!.getTime() - row!.invitedAt!.getTime()).toBe(14 * 86_400_000)
  const [mail] = await mailsTo(body.userName, 'member-invite')
  expect(mail?.subject).toBe(`Join the team of ${name}`)
  expect(mail?.text).toContain(
    `http://127.0.0.1:4000/accept-team-invite?code=${row?.code}&email=${encodeURIComponent(body.userName)}`,
  )
  const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.entityId, reply.data._id))
  expect(entry).toMatchObject({ action: 'member.invited', organizationId: orgId })
  expect(JSON.stringify(entry)).not.toContain(row?.code)
  expect((await admin(readMember, { params: { id: reply.data._id } })).data).toEqual({ ...reply.data, locked: false })
})

test('the list is in the order they came, and of one organization', async () => {
  const { id: orgId } = await given.organization()
  const first = await given.member(orgId)
  const { data: second } = await admin(createMember, { body: draft(orgId, { lastName: undefined }) })
  await given.member((await given.organization()).id)

  const manager = await as('manager')
  const reply = await manager(listMembers, { query: { orgId } })

  expect(reply.data.map((member) => member._id)).toEqual([first.id, second._id])
  expect(second.name.lastName).toBe('')
  expect((await admin(listMembers, { query: { orgId: crypto.randomUUID() } })).status).toBe(404)
  expect((await admin(listMembers, { query: {} })).status).toBe(400)
  expect((await admin(readMember, { params: { id: crypto.randomUUID() } })).status).toBe(404)
})

test('an email stands once in an organization, however many add it at once', async () => {
  const { id: orgId } = await given.organization()
  const body = draft(orgId)

  const replies = await Promise.all(Array.from({ length: 10 }, () => admin(createMember, { body })))

  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  const refused = replies.find((reply) => reply.status !== 200)
  expect(refused).toMatchObject({ status: 409, error: { code: 'DUPLICATE', fields: { userName: expect.any(String) } } })
  expect(await mailsTo(body.userName)).toHaveLength(1)
  const elsewhere = await given.organization()
  expect((await admin(createMember, { body: { ...body, orgId: elsewhere.id } })).status).toBe(200)
})

test.each([
  ['firstName', { firstName: '  ' }],
  ['firstName', { firstName: 'x'.repeat(101) }],
  ['firstName', { firstName: 'a\u202eb' }],
  ['lastName', { lastName: 'x'.repeat(101) }],
  ['lastName', { lastName: 7 }],
  ['userName', { userName: 'not-an-address' }],
  ['userName', { userName: "x'\r\nBcc: a@b.example" }],
  ['role', { role: [] }],
  ['role', { role: [editor, { application: 'DEENKIOSK', roles: 'Admin' }] }],
  ['role', { role: [editor, { application: 'Others', roles: 'Editor' }] }],
  ['role.0.roles', { role: [{ application: 'Others', roles: 'hikmah_owner' }] }],
  ['consoleAccess', { consoleAccess: 'yes' }],
  ['orgId', { orgId: 'x' }],
  ['orgId', { orgId: '01890000-0000-7000-8000-000000000000' }],
])('refuses a wrong %s', async (field, wrong) => {
  const { id: orgId } = await given.organization()
  const reply = await admin(createMember, { body: draft(orgId, wrong) })
  expect(reply.status).toBe(400)
  expect(reply.error.fields).toHaveProperty([field])
  expect((await admin(listMembers, { query: { orgId } })).data).toEqual([])
})

test('a change is kept and audited; the email stays, and a last name that is not sent', async () => {
  const { id: orgId } = await given.organization()
  const member = await given.member(orgId)

  const reply = await change(
    member.id,
    edit({ firstName: 'Yahya', lastName: undefined, role: [owner, editor], userName: 'x@y.example', version: 1 }),
  )

  expect(reply.data).toMatchObject({
    name: { firstName: 'Yahya', lastName: member.lastName },
    role: [owner, editor],
    userName: member.userName,
    version: 2,
  })
  const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.entityId, member.id))
  expect(entry).toMatchObject({
    action: 'member.updated',
    organizationId: orgId,
    changes: { firstName: { before: 'Yusuf', after: 'Yahya' }, role: { before: [owner], after: [owner, editor] } },
  })
  expect(entry?.changes).not.toHaveProperty('consoleAccess')
  const same = await change(member.id, edit({ firstName: 'Yahya', lastName: undefined, role: [owner, editor] }))
  expect(same.data.version).toBe(2)
  expect(await audited(member.id)).toEqual(['member.updated'])
})

test('a stale version is refused with the member as it is now', async () => {
  const member = await given.member((await given.organization()).id)
  const replies = await Promise.all([
    change(member.id, edit({ firstName: 'A', version: 1 })),
    change(member.id, edit({ firstName: 'B', version: 1 })),
  ])
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
  const refused = replies.find((reply) => reply.status === 409)
  expect(refused?.error).toMatchObject({ code: 'CONFLICT', current: { _id: member.id, version: 2 } })
})

test('revoking console access ends the member’s sessions at once', async () => {
  const { id: orgId } = await given.organization()
  await given.member(orgId)
  const member = await given.member(orgId)
  expect(await canStill(member.token, orgId)).toBe(true)

  const reply = await change(member.id, edit({ consoleAccess: 'revoked' }))

  expect(reply.data.consoleAccess).toBe(false)
  expect(await canStill(member.token, orgId)).toBe(false)
  await change(member.id, edit({ consoleAccess: 'enabled' }))
  expect(await canStill(member.token, orgId)).toBe(false)
})

test('the last owner can be neither removed nor demoted', async () => {
  const { id: orgId } = await given.organization()
  const last = await given.member(orgId)
  await given.member(orgId, { roles: [editor] })
  await given.member((await given.organization()).id)

  expect((await remove(last.id)).status).toBe(409)
  expect((await change(last.id, edit({ role: [{ ...owner, roles: 'Admin' }] }))).status).toBe(409)
  expect(await audited(last.id)).toEqual([])
  const other = await given.member(orgId)
  expect((await change(last.id, edit({ role: [editor] }))).status).toBe(200)
  expect((await remove(other.id)).status).toBe(409)
})

test('an owner who has not confirmed, or has no access, is none', async () => {
  const { id: orgId } = await given.organization()
  const last = await given.member(orgId)
  const unconfirmed = await given.member(orgId, { confirmedAt: null })
  const locked = await given.member(orgId, { consoleAccess: false })

  expect((await remove(last.id)).status).toBe(409)
  expect((await change(last.id, edit({ consoleAccess: false }))).status).toBe(409)
  expect((await change(last.id, edit())).status).toBe(200)
  expect((await remove(unconfirmed.id)).status, 'no one less acts for it').toBe(200)

  expect((await change(locked.id, edit({ consoleAccess: true }))).status).toBe(200)
  expect((await remove(last.id)).status, 'another one does now').toBe(200)
})

test('twenty removals at once of the last two owners leave one', async () => {
  const { id: orgId } = await given.organization()
  const owners = [await given.member(orgId), await given.member(orgId)]

  const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => remove(owners[i % 2]!.id)))

  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  expect(replies.every((reply) => [200, 404, 409].includes(reply.status))).toBe(true)
  expect((await admin(listMembers, { query: { orgId } })).data).toHaveLength(1)
})

test('of two owners demoted at once one stays owner', async () => {
  const { id: orgId } = await given.organization()
  const owners = [await given.member(orgId), await given.member(orgId)]
  const replies = await Promise.all(owners.map(({ id }) => change(id, edit({ role: [editor] }))))
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
})

test('a removed member is gone with all sessions, and audited', async () => {
  const { id: orgId } = await given.organization()
  await given.member(orgId)
  const member = await given.member(orgId)

  const reply = await remove(member.id)

  expect(reply).toMatchObject({ status: 200, data: null })
  expect(await canStill(member.token, orgId)).toBe(false)
  expect(await audited(member.id)).toEqual(['member.removed'])
  expect((await remove(member.id)).status).toBe(404)
})

test('sending the invite again makes a new code and voids the former', async () => {
  const { id: orgId } = await given.organization()
  const { data } = await admin(createMember, { body: draft(orgId) })
  const readRow = async () => (await db.select().from(members).where(eq(members.id, data._id)))[0]!
  const former = await readRow()
  clock.advance(60)

  const reply = await admin(resendMemberInvite, { params: { id: data._id } })

  const now = await readRow()
  expect(now.codeExpiresAt!.getTime()).toBeGreaterThan(former.codeExpiresAt!.getTime())
  expect(reply.data.invitedAt).toBe(now.invitedAt!.toISOString())
  expect(await audited(data._id)).toEqual(['member.invited', 'member.invite-resent'])
  const mails = await mailsTo(data.userName)
  expect(mails).toHaveLength(2)
  expect(mails[0]?.text).toContain(`code=${now.code}`)
})

test('who was added without access is not invited before it is enabled', async () => {
  const { id: orgId } = await given.organization()
  const { data } = await admin(createMember, { body: { ...draft(orgId), consoleAccess: false } })
  expect(data.invitedAt).toBeNull()
  const reply = await admin(resendMemberInvite, { params: { id: data._id } })
  expect([reply.status, reply.error.message]).toEqual([409, expect.stringMatching(/access is revoked. Enable it/)])
  expect(await mailsTo(data.userName)).toEqual([])
  await change(data._id, edit())
  const sent = await admin(resendMemberInvite, { params: { id: data._id } })
  expect([sent.status, sent.data.invitedAt]).toEqual([200, expect.any(String)])
  expect(await mailsTo(data.userName)).toHaveLength(1)
})

test('who has confirmed is not invited again', async () => {
  const member = await given.member((await given.organization()).id)
  const reply = await admin(resendMemberInvite, { params: { id: member.id } })
  expect(reply.status).toBe(409)
  expect(await mailsTo(member.userName)).toEqual([])
  expect((await admin(resendMemberInvite, { params: { id: crypto.randomUUID() } })).status).toBe(404)
})

test('a manager may look but not touch, an organization neither', async () => {
  const { id: orgId } = await given.organization()
  const member = await given.member(orgId)
  const manager = await as('manager')
  for (const [by, status] of [[manager, 403] as const, [callWith(member.token), 401] as const]) {
    expect((await by(createMember, { body: draft(orgId) })).status).toBe(status)
    expect((await change(member.id, edit(), by)).status).toBe(status)
    expect((await remove(member.id, by)).status).toBe(status)
    expect((await by(resendMemberInvite, { params: { id: member.id } })).status).toBe(status)
  }
  expect((await manager(readMember, { params: { id: member.id } })).status).toBe(200)
  expect(await audited(member.id)).toEqual([])
})

test('the database itself keeps an email once in an organization, and lets it into another', async () => {
  const [one, other] = [await given.organization(), await given.organization()]
  const twenty = await Promise.allSettled(
    Array.from({ length: 20 }, () => given.member(one.id, { userName: 'same@masjid.example' })),
  )
  expect(twenty.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await given.member(other.id, { userName: 'same@masjid.example' })
})

test('of twenty at once who add the same member one does, and the others are told', async () => {
  const { id: orgId } = await given.organization()
  const body = draft(orgId)
  const replies = await Promise.all(Array.from({ length: 20 }, () => admin(createMember, { body })))
  expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, ...Array(19).fill(409)])
  expect(await mailsTo(body.userName)).toHaveLength(1)
})
