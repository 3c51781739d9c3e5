import { invites as contract, invites as reading } from '@hikmah/contract/invites/endpoints'
import { INVITE_SENT } from '@hikmah/contract/words'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { inviteLogs, invites } from './table.ts'

const { inviteOrganization } = contract
const { readInvite, revokeInvite } = reading
const { given, as, callWith, db, clock, audited, mailsTo } = await startServer()
const staff = await given.staff('admin', { firstName: 'Samira', lastName: 'Haddad' })
let admin = callWith(staff.token)

let counter = 0
const form = () => {
  counter += 1
  return {
    orgName: 'Masjid al-Huda',
    orgAdmin: 'Omar Farouk Siddiqui',
    orgEmail: `huda${counter}@masjid.example`,
    phoneFax: { primaryPhone: '(510) 555-0123' },
  }
}
const codeOf = (reply: { data: { invitationsDetails: { inviteAccessCode: string } } }) =>
  reply.data.invitationsDetails.inviteAccessCode

test('an invite is kept, logged, audited and mailed', async () => {
  const body = { ...form(), invitationsDetails: { inviteAccessCode: 482913 }, dateTime: 'ignored', logs: [1], id: '' }

  const reply = await admin(inviteOrganization, { body })

  expect([reply.status, reply.message]).toEqual([200, INVITE_SENT])
  expect(reply.data).toMatchObject({
    orgName: 'Masjid al-Huda',
    orgEmail: body.orgEmail,
    phoneFax: { primaryPhone: '+15105550123' },
    orgStatus: 'Invite Sent',
    expired: false,
    organizationId: null,
    mailStatus: 'queued',
    invitationsDetails: {
      inviteAccessCode: '482913',
      inviteLogs: [
        {
          orgAdminFullName: 'Omar Farouk Siddiqui',
          orgEmail: body.orgEmail,
          orgPhoneNo: '+15105550123',
          inviteCode: '482913',
          sentBy: 'Samira Haddad',
        },
      ],
    },
    version: 1,
  })
  expect(await audited(reply.data._id)).toEqual(['invite.sent'])
  const [mail] = await mailsTo(body.orgEmail, 'invite')
  expect(mail?.inviteId).toBe(reply.data._id)
  expect(mail?.subject).toBe('Your invite for Masjid al-Huda')
  const link = `/accept-invite?code=482913&email=${encodeURIComponent(body.orgEmail)}`
  expect(mail?.text).toContain(`http://127.0.0.1:4000${link}`)
  expect(mail?.text).toContain('    482913')
})

test('the audit trail keeps no code', async () => {
  const { data } = await admin(inviteOrganization, { body: form() })
  const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.entityId, data._id))
  expect(entry?.changes.inviteCode).toEqual({ before: null, after: '[redacted]' })
  expect(JSON.stringify(entry)).not.toContain(data.invitationsDetails.inviteAccessCode)
})

test.each([undefined, '', '12345', '012345', '1234567', 'abcdef', '12345\u0000'])(
  'the code %j is replaced by one of ours',
  async (given) => {
    const details = given === undefined ? {} : { invitationsDetails: { inviteAccessCode: given } }
    const reply = await admin(inviteOrganization, { body: { ...form(), ...details } })
    expect(codeOf(reply)).toMatch(/^[1-9]\d{5}$/)
    expect(codeOf(reply)).not.toBe(given)
  },
)

test('a code of another open invite is replaced', async () => {
  const other = await given.invite()
  const reply = await admin(inviteOrganization, {
    body: { ...form(), invitationsDetails: { inviteAccessCode: other.code } },
  })
  expect(reply.status).toBe(200)
  expect(codeOf(reply)).not.toBe(other.code)
})

test('one email has one open invite, and the refusal says which', async () => {
  const body = form()
  const first = await admin(inviteOrganization, { body })
  const again = await admin(inviteOrganization, { body: { ...body, orgEmail: body.orgEmail.toUpperCase() } })
  expect(again.status).toBe(409)
  expect(again.error).toMatchObject({ code: 'DUPLICATE', current: { _id: first.data._id } })
  expect(Object.keys(again.error.fields ?? {})).toEqual(['orgEmail'])
})

test('what is pasted is read, and an address in another spelling is that of the same invite', async () => {
  const body = {
    ...form(),
    orgName: '\u2068Masjid\tal-Huda\u2069',
    orgEmail: 'A&B@XN--MNCHEN-3YA.example',
    phoneFax: { primaryPhone: '\u202d٥١٠-٥٥٥-٠١٢٣\u202c' },
  }
  const { data } = await admin(inviteOrganization, { body })
  expect(data).toMatchObject({
    orgName: 'Masjid al-Huda',
    orgEmail: 'a&b@münchen.example',
    phoneFax: { primaryPhone: '+15105550123' },
  })
  const again = await admin(inviteOrganization, { body: { ...body, orgEmail: 'a&b@münchen.example' } })
  expect(again.error).toMatchObject({ code: 'DUPLICATE', current: { _id: data._id } })
})

test('of twenty at once one is sent', async () => {
  const body = form()
  const replies = await Promise.all(Array.from({ length: 20 }, () => admin(inviteOrganization, { body })))

  const sent = replies.filter((reply) => reply.status === 200)
  expect(sent).toHaveLength(1)
  const id = sent[0]!.data._id
  for (const refused of replies.filter((reply) => reply.status !== 200)) {
    expect(refused.status).toBe(409)
    expect(refused.error).toMatchObject({ code: 'DUPLICATE', current: { _id: id } })
    expect(Object.keys(refused.error.fields ?? {})).toEqual(['orgEmail'])
  }
  expect(await db.select().from(invites).where(eq(invites.orgEmail, body.orgEmail))).toHaveLength(1)
  expect(await db.select().from(inviteLogs).where(eq(inviteLogs.orgEmail, body.orgEmail))).toHaveLength(1)
  expect(await mailsTo(body.orgEmail)).toHaveLength(1)
  expect(await audited(id)).toEqual(['invite.sent'])
})

test('twenty different invites at once with the same code all get one of their own', async () => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      admin(inviteOrganization, { body: { ...form(), invitationsDetails: { inviteAccessCode: '777777' } } }),
    ),
  )
  expect(replies.map((reply) => reply.status)).toEqual(Array(20).fill(200))
  expect(new Set(replies.map(codeOf)).size).toBe(20)
  expect(replies.map(codeOf)).toContain('777777')
})

test('sent again it has a new code, a new fortnight and one more line in its log', async () => {
  const body = form()
  const first = await admin(inviteOrganization, { body })
  clock.advance(20 * 86_400)
  admin = await as('admin')
  const again = await admin(inviteOrganization, {
    body: {
      ...body,
      orgName: 'Masjid al-Huda of Fremont',
      orgEmail: `new.${body.orgEmail}`,
      id: first.data._id,
      invitationsDetails: { inviteAccessCode: codeOf(first) },
    },
  })

  expect([again.status, again.message]).toEqual([200, INVITE_SENT])
  expect(again.data).toMatchObject({ _id: first.data._id, orgName: 'Masjid al-Huda of Fremont', version: 2 })
  expect(again.data.createdAt).toBe(first.data.createdAt)
  expect(codeOf(again)).not.toBe(codeOf(first))
  expect(Date.parse(again.data.expiresAt)).toBeGreaterThan(clock.now().getTime() + 13 * 86_400_000)
  const codes = again.data.invitationsDetails.inviteLogs.map((log) => log.inviteCode)
  expect(codes).toEqual([codeOf(first), codeOf(again)])
  expect(await audited(first.data._id)).toEqual(['invite.sent', 'invite.resent'])
  expect(await mailsTo(`new.${body.orgEmail}`, 'invite')).toHaveLength(1)

  const third = await admin(inviteOrganization, {
    body: { ...body, id: first.data._id, invitationsDetails: { inviteAccessCode: codeOf(first) } },
  })
  expect([codeOf(first), codeOf(again)]).not.toContain(codeOf(third))
})

test('an invite that somebody else corrected or revoked since the form was opened is not sent again as it was', async () => {
  const body = form()
  const { data: invite } = await admin(inviteOrganization, { body })
  const opened = { ...body, id: invite._id, version: invite.version }
  const corrected = { ...opened, orgEmail: `right.${body.orgEmail}` }
  expect((await admin(inviteOrganization, { body: corrected })).status).toBe(200)
  const late = await admin(inviteOrganization, { body: opened })
  const own = /^This invite was already sent again by you, .* UTC\. Reload the page/
  expect([late.status, late.error.message]).toEqual([409, expect.stringMatching(own)])
  const colleague = await given.staff('admin', { firstName: 'Amina', lastName: 'Yusuf' })
  const theirs = await callWith(colleague.token)(inviteOrganization, { body: opened })
  expect(theirs.error.message).toMatch(/^This invite was already sent again by (?!you)/)

  await admin(revokeInvite, { params: { id: invite._id } })
  expect((await admin(inviteOrganization, { body: { ...corrected, version: 2 } })).status).toBe(409)
  const { data } = await admin(readInvite, { params: { id: invite._id } })
  expect(data).toMatchObject({ orgEmail: corrected.orgEmail, orgStatus: 'revoked' })
  expect((await admin(inviteOrganization, { body: { ...corrected, version: data.version } })).status).toBe(200)
})

test('a revoked invite is open again once it is sent again', async () => {
  const invite = await given.invite()
  await admin(revokeInvite, { params: { id: invite.id } })
  const reply = await admin(inviteOrganization, { body: { ...form(), id: invite.id } })
  expect(reply.data).toMatchObject({ _id: invite.id, orgStatus: 'Invite Sent' })
})

test('sent again to the email of another open invite it is refused by name', async () => {
  const [one, other] = [await given.invite(), await given.invite()]
  const reply = await admin(inviteOrganization, { body: { ...form(), orgEmail: other.orgEmail, id: one.id } })
  expect(reply.status).toBe(409)
  expect(reply.error).toMatchObject({ code: 'DUPLICATE', current: { _id: other.id } })
  expect(await audited(one.id)).toEqual([])
})

test('an accepted invite is not sent again nor revoked', async () => {
  const invite = await given.invite({ acceptedAt: clock.now() })
  const again = await admin(inviteOrganization, { body: { ...form(), id: invite.id } })
  const revoked = await admin(revokeInvite, { params: { id: invite.id } })
  expect([again.status, again.error.code]).toEqual([409, 'CONFLICT'])
  expect([revoked.status, revoked.error.code]).toEqual([409, 'CONFLICT'])
  expect(await audited(invite.id)).toEqual([])
})

test('an email whose invite was accepted may be invited for another organization', async () => {
  const invite = await given.invite({ acceptedAt: clock.now() })
  const reply = await admin(inviteOrganization, { body: { ...form(), orgEmail: invite.orgEmail } })
  expect(reply.status).toBe(200)
})

test('an email that owns an organization is invited for another one on purpose only', async () => {
  const { id: first, name } = await given.organization()
  const { userName: orgEmail } = await given.member(first)
  const body = { ...form(), orgEmail }
  const warned = await admin(inviteOrganization, { body })

  expect([warned.status, warned.error.code]).toEqual([409, 'CONFLICT'])
  expect(warned.error.message).toBe(`${orgEmail} already owns ${name}.`)
  expect(warned.error.fields).toEqual({ orgEmail: warned.error.message })
  expect(warned.error.current).toEqual({ organizations: [{ _id: first, orgName: name }] })
  expect(await mailsTo(orgEmail, 'invite')).toEqual([])

  const sent = await admin(inviteOrganization, { body: { ...body, isAnother: true } })
  expect([sent.status, sent.message]).toEqual([200, INVITE_SENT])
  // Sent again it was confirmed before; sent to another owner it was not.
  expect((await admin(inviteOrganization, { body: { ...body, id: sent.data._id } })).status).toBe(200)
  const { userName: other } = await given.member(first)
  const moved = await admin(inviteOrganization, { body: { ...body, orgEmail: other, id: sent.data._id } })
  expect([moved.status, moved.error.code]).toEqual([409, 'CONFLICT'])
})

test.each([
  ['who has not confirmed', { confirmedAt: null }],
  ['who is no owner', { roles: [{ application: 'DEENFUND' as const, roles: 'Editor' as const }] }],
])('a member %s is invited like anybody', async (_, more) => {
  const organization = await given.organization()
  const { userName: orgEmail } = await given.member(organization.id, more)
  expect((await admin(inviteOrganization, { body: { ...form(), orgEmail } })).status).toBe(200)
})

test('revoking twice is one act', async () => {
  const invite = await given.invite()
  for (const _ of [1, 2]) {
    expect(await admin(revokeInvite, { params: { id: invite.id } })).toMatchObject({ status: 200, data: null })
  }
  const { data } = await admin(readInvite, { params: { id: invite.id } })
  expect(data).toMatchObject({ orgStatus: 'revoked', version: 2 })
  expect(await audited(invite.id)).toEqual(['invite.revoked'])
})

test('an unknown invite is not found', async () => {
  const id = crypto.randomUUID()
  expect((await admin(inviteOrganization, { body: { ...form(), id } })).status).toBe(404)
  expect((await admin(revokeInvite, { params: { id } })).status).toBe(404)
  expect((await admin(readInvite, { params: { id } })).status).toBe(404)
  expect((await admin(readInvite, { params: { id: '1' } })).status).toBe(400)
})

test('a manager may not invite, send again or revoke, and sees no code', async () => {
  const manager = await as('manager')
  const invite = await given.invite()
  expect((await manager(inviteOrganization, { body: form() })).status).toBe(403)
  expect((await manager(inviteOrganization, { body: { ...form(), id: invite.id } })).status).toBe(403)
  expect((await manager(revokeInvite, { params: { id: invite.id } })).status).toBe(403)
  const reply = await manager(readInvite, { params: { id: invite.id } })
  expect(reply.status).toBe(200)
  expect(reply.text).not.toContain(invite.code)
})

test.each([
  [{ orgName: '' }, 'orgName'],
  [{ orgName: '  ' }, 'orgName'],
  [{ orgName: 'x'.repeat(51) }, 'orgName'],
  [{ orgName: 'a\u202eb' }, 'orgName'],
  [{ orgName: 7 }, 'orgName'],
  [{ orgAdmin: null }, 'orgAdmin'],
  [{ orgAdmin: undefined }, 'orgAdmin'],
  [{ orgEmail: 'nobody' }, 'orgEmail'],
  [{ orgEmail: 'a@b.example\r\nBcc: c@d.example' }, 'orgEmail'],
  [{ orgEmail: `${'a'.repeat(250)}@b.example` }, 'orgEmail'],
  [{ phoneFax: { primaryPhone: '123' } }, 'phoneFax.primaryPhone'],
  [{ phoneFax: { primaryPhone: '' } }, 'phoneFax.primaryPhone'],
  [{ phoneFax: 'none' }, 'phoneFax'],
  [{ invitationsDetails: { inviteAccessCode: 'x'.repeat(21) } }, 'invitationsDetails.inviteAccessCode'],
  [{ invitationsDetails: { inviteAccessCode: true } }, 'invitationsDetails.inviteAccessCode'],
  [{ id: 'first' }, 'id'],
])('%j is refused by name', async (wrong, field) => {
  const { status, error } = await admin(inviteOrganization, { body: { ...form(), ...wrong } })
  expect([status, error.code]).toEqual([400, 'VALIDATION'])
  expect(Object.keys(error.fields ?? {})).toEqual([field])
})

test('what looks like SQL or HTML is only a name', async () => {
  const orgName = `Masjid '); drop table invites; --`
  const orgAdmin = '<img src=x onerror=alert(1)> & Co'
  const { data } = await admin(inviteOrganization, { body: { ...form(), orgName, orgAdmin } })
  expect(data).toMatchObject({ orgName, orgAdmin })
  const [mail] = await mailsTo(data.orgEmail)
  expect(mail?.html).not.toContain('<img')
  expect(mail?.text).toContain(orgAdmin)
})
