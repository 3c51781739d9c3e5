import {
  acceptInvite as contract,
  INVITE_EXPIRED,
  INVITE_REPLACED,
  INVITE_REVOKED,
  INVITE_UNKNOWN,
  INVITE_USED,
} from '@hikmah/contract/accept-invite'
import { audit } from '@hikmah/contract/audit'
import { acceptedInviteStatus, invites, whyInviteIsSettled } from '@hikmah/contract/invites/endpoints'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { organizationStatuses } from '@hikmah/contract/organizations/words'
import { papersLink } from '@hikmah/contract/papers-link'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../test/given.ts'
import { countLockWaiters } from '../../test/locks.ts'
import { startServer } from '../../test/start.ts'
import { passwordFits } from '../kit/auth/passwords.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import { memberSessions, members } from '../organization-team/table.ts'
import { organizations as organizationTable } from '../organizations/table.ts'
import { assertAcceptable } from './invite-credentials.ts'
import { listInvites, readInvite } from './queries.ts'
import { invites as inviteTable } from './table.ts'

const { acceptInvite, findInvite } = contract
const { given, as, call, db, clock, audited, mailsTo, house } = await startServer()

const AGENT =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const agreements = ['agreement', 'terms'] as ('agreement' | 'terms')[]
const bodyFor = (invite: { code: string; orgEmail: string }) => ({
  code: invite.code,
  email: invite.orgEmail,
  password: PASSWORD,
  agreements,
})
const find = (pair: { code: string; orgEmail: string }) =>
  call(findInvite, { params: { code: pair.code }, query: { email: pair.orgEmail } })
const another = (code: string) => (code === '123456' ? '654321' : '123456')

test('the page is shown who is invited', async () => {
  const invite = await given.invite()
  const { status, data } = await find({ ...invite, orgEmail: invite.orgEmail.toUpperCase() })
  expect([status, data]).toEqual([
    200,
    {
      orgName: invite.orgName,
      orgAdmin: invite.orgAdmin,
      orgEmail: invite.orgEmail,
      expiresAt: invite.expiresAt.toISOString(),
    },
  ])
})

test('accepting makes the organization, its first owner, the log and a session', async () => {
  const invite = await given.invite({ orgAdmin: 'Abdul Rahman Al Amin' })

  const reply = await call(acceptInvite, { body: bodyFor(invite) }, { headers: { 'user-agent': AGENT } })

  expect(reply.status).toBe(200)
  const { token, orgId } = reply.data
  const { data } = await (await as('owner'))(organizations.readOrganization, { params: { id: orgId } })
  expect(data).toMatchObject({
    orgName: invite.orgName,
    orgAdmin: 'Abdul Rahman Al Amin',
    orgEmail: invite.orgEmail,
    orgType: '',
    orgStatus: 'onboarding',
    phoneFax: { primaryPhone: invite.phone, secondaryPhone: '' },
    inviteId: invite.id,
    memberCounts: { active: 1, inactive: 0 },
    statusChanges: [{ from: null, to: 'onboarding', by: 'Abdul Rahman Al Amin', note: 'Invite accepted' }],
    taxIdStatus: { taxIdEin: '', events: [] },
    version: 1,
  })
  const seen = { user: invite.orgEmail, ipAddress: '127.0.0.1', browser: 'Chrome 140', device: 'Apple' }
  expect(data.registration.agreement.logs).toMatchObject([
    { ...seen, logType: 'agreement', log: 'Accepted the service agreement, version 2026-01' },
    { ...seen, logType: 'terms', log: 'Accepted the terms of use, version 2026-01' },
  ])
  expect(data.registration.agreement.logs[0]?.operatingSystem).toMatch(/^macOS/)

  const [member] = await db.select().from(members).where(eq(members.organizationId, orgId))
  expect(member).toMatchObject({
    firstName: 'Abdul',
    lastName: 'Rahman Al Amin',
    userName: invite.orgEmail,
    roles: [{ application: 'DEENFUND', roles: 'Owner/Super Admin' }],
  })
  expect(member?.confirmedAt).not.toBeNull()
  expect(await passwordFits(member?.passwordHash ?? '', PASSWORD)).toBe(true)
  const [session] = await db.select().from(memberSessions).where(eq(memberSessions.organizationId, orgId))
  expect(house.tokens.read('organization', token, clock.now())).toBe(session?.id)

  expect(await audited(invite.id)).toEqual(['invite.accepted'])
  expect(await audited(orgId)).toEqual(['organization.created'])
  const trail = await (await as('owner'))(audit.listAudit, { query: { entity: 'invite', id: invite.id } })
  expect(trail.data[0]?.actor.name).toBe(invite.orgAdmin)
  const [welcome] = await mailsTo(invite.orgEmail, 'welcome')
  expect(welcome?.organizationId).toBe(orgId)
  expect(welcome?.text).toContain('send us your EIN')

  const row = await (await as('manager'))(invites.readInvite, { params: { id: invite.id } })
  expect(row.data).toMatchObject({ orgStatus: 'onboarding', organizationId: orgId })
})

test('a name in Arabic and Latin reads in one order in the letters of an invite', async () => {
  const orgName = 'مسجد النور (An-Nur)'
  const isolatedName = `\u2068${orgName}\u2069`
  const { data } = await (await as('owner'))(invites.inviteOrganization, {
    body: {
      orgName,
      orgAdmin: 'عمر Omar',
      orgEmail: 'office@nur.example',
      phoneFax: { primaryPhone: '(510) 555-0142' },
    },
  })
  const [mailed] = await mailsTo('office@nur.example', 'invite')
  const code = data.invitationsDetails.inviteAccessCode
  await call(acceptInvite, { body: bodyFor({ code, orgEmail: 'office@nur.example' }) })
  const [welcome] = await mailsTo('office@nur.example', 'welcome')
  expect(mailed!.subject).toBe(`Your invite for ${isolatedName}`)
  expect(welcome!.subject).toBe(`Welcome, ${isolatedName}`)
  expect(mailed!.text).toContain(`invites ${isolatedName} to Hikmah, the platform for mosques and Islamic centers.`)
  expect(mailed!.text).toMatch(
    /Valid until \w+ \d+, \d{4} at \d+:\d\d [AP]M UTC\. Use the newest email if you have several\./,
  )
  for (const { text, html } of [mailed!, welcome!]) {
    expect(text).toContain('Salam \u2068عمر Omar\u2069,')
    expect(text).toContain(isolatedName)
    expect(text.replaceAll(isolatedName, '')).not.toContain(orgName)
    expect(html).toContain(`<bdi>${orgName}</bdi>`)
  }
})

test('an invite is used once, also by twenty at once', async () => {
  const invite = await given.invite()
  const replies = await Promise.all(Array.from({ length: 20 }, () => call(acceptInvite, { body: bodyFor(invite) })))
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  expect(replies.every((reply) => [200, 409, 429].includes(reply.status))).toBe(true)
  const made = await db.select().from(organizationTable).where(eq(organizationTable.inviteId, invite.id))
  expect(made).toHaveLength(1)
  expect(await mailsTo(invite.orgEmail, 'welcome')).toHaveLength(1)

  const after = await find(invite)
  expect([after.status, after.error.code, after.error.message]).toEqual([409, 'CONFLICT', INVITE_USED])
})

test('two who race are told apart: one is in, the other hears that it was used', async () => {
  const invite = await given.invite()
  const replies = await Promise.all([1, 2].map(() => call(acceptInvite, { body: bodyFor(invite) })))
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
  expect(replies.find((reply) => reply.status === 409)?.error.message).toBe(INVITE_USED)
})

test('a resent invite voids the former code', async () => {
  const invite = await given.invite()
  const resent = await (await as('admin'))(invites.inviteOrganization, {
    body: {
      id: invite.id,
      orgName: invite.orgName,
      orgAdmin: invite.orgAdmin,
      orgEmail: invite.orgEmail,
      phoneFax: { primaryPhone: invite.phone },
    },
  })
  for (const reply of [await find(invite), await call(acceptInvite, { body: bodyFor(invite) })]) {
    expect([reply.status, reply.error.message]).toEqual([409, INVITE_REPLACED])
  }
  const code = resent.data.invitationsDetails.inviteAccessCode
  expect((await call(acceptInvite, { body: bodyFor({ ...invite, code }) })).status).toBe(200)
})

test('a revoked invite is refused', async () => {
  const invite = await given.invite({ revokedAt: clock.now() })
  for (const reply of [await find(invite), await call(acceptInvite, { body: bodyFor(invite) })]) {
    expect([reply.status, reply.error.message]).toEqual([409, INVITE_REVOKED])
  }
})

test('of an old and a new invite of one email each code says its own', async () => {
  const used = await given.invite({ acceptedAt: clock.now() })
  const open = await given.invite({ orgEmail: used.orgEmail })
  expect((await find(used)).error.message).toBe(INVITE_USED)
  expect((await find(open)).status).toBe(200)
})

test('of one email and code the open invite is found, though a revoked one is newer', async () => {
  const open = await given.invite({ createdAt: secondsAfter(clock.now(), -3600) })
  await given.invite({ orgEmail: open.orgEmail, code: open.code, revokedAt: clock.now() })
  expect((await find(open)).status).toBe(200)
})

test('of accepting and revoking at once the second is refused', async () => {
  const invite = await given.invite()
  const owner = await as('owner')
  const replies = await house.database.transaction(async (tx) => {
    await tx.select().from(inviteTable).where(eq(inviteTable.id, invite.id)).for('update')
    const accepting = call(acceptInvite, { body: bodyFor(invite) })
    await expect.poll(() => countLockWaiters(house.db)).toBe(1)
    const revoking = owner(invites.revokeInvite, { params: { id: invite.id } })
    await expect.poll(() => countLockWaiters(house.db)).toBe(2)
    return { accepting, revoking }
  })
  expect((await replies.accepting).status).toBe(200)
  const { status, error } = await replies.revoking
  expect([status, error.message]).toEqual([409, whyInviteIsSettled({ isAccepted: true })])
})

test('five wrong tries in a quarter of an hour, then even the right code has to wait', async () => {
  const invite = await given.invite()
  const wrong = { ...invite, code: another(invite.code) }
  for (let i = 0; i < 8; i += 1) expect((await find(invite)).status).toBe(200)
  for (const reply of [
    await find(wrong),
    await call(acceptInvite, { body: bodyFor(wrong) }),
    await find(wrong),
    await call(acceptInvite, { body: bodyFor(wrong) }),
    await find(wrong),
  ]) {
    expect([reply.status, reply.error.code, reply.error.message]).toEqual([404, 'NOT_FOUND', INVITE_UNKNOWN])
  }
  const sixth = await call(acceptInvite, { body: bodyFor(invite) })
  expect([sixth.status, sixth.error.code]).toEqual([429, 'RATE_LIMITED'])
  expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0)
  expect((await find(invite)).status).toBe(429)
  expect((await find(await given.invite())).status).toBe(200)

  clock.advance(901)
  expect((await call(acceptInvite, { body: bodyFor(invite) })).status).toBe(200)
})

test('thirty guesses at once are five guesses', async () => {
  const invite = await given.invite()
  const guesses = Array.from({ length: 30 }, (_, i) => find({ ...invite, code: String(100_000 + i) }))
  const statuses = (await Promise.all(guesses)).map((reply) => reply.status)
  expect(statuses.filter((status) => status === 404)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(25)
})

test('a hundred wrong pairs from one address in a quarter of an hour, for whichever emails, then it has to wait', async () => {
  const invite = await given.invite()
  const guess = (i: number) => find({ code: '123456', orgEmail: `guess-${i}@masjid.example` })
  clock.advance(901)
  for (let i = 0; i < 100; i += 1) expect((await guess(i)).status).toBe(404)
  expect((await guess(100)).status).toBe(429)
  expect((await find(invite)).status).toBe(429)
  clock.advance(901)
  expect((await find(invite)).status).toBe(200)
})

test('the right code with another email opens nothing', async () => {
  const [mine, theirs] = [await given.invite(), await given.invite()]
  expect((await find({ code: theirs.code, orgEmail: mine.orgEmail })).error.message).toBe(INVITE_UNKNOWN)
})

test('after 14 days it has expired', async () => {
  const invite = await given.invite()
  clock.advance(14 * 86_400 - 5)
  expect((await find(invite)).status).toBe(200)
  clock.advance(6)
  for (const reply of [await find(invite), await call(acceptInvite, { body: bodyFor(invite) })]) {
    expect([reply.status, reply.error.message]).toEqual([409, INVITE_EXPIRED])
  }
  const { data } = await (await as('manager'))(invites.readInvite, { params: { id: invite.id } })
  expect(data).toMatchObject({ orgStatus: 'Invite Sent', expired: true })
  expect(await db.select().from(inviteTable).where(eq(inviteTable.id, invite.id))).toMatchObject([{ acceptedAt: null }])
})

test.each(organizationStatuses)(
  'an invite of an organization that is %s has the status of the contract',
  async (status) => {
    const invite = await given.invite()
    await given.organization({ inviteId: invite.id, status })
    const { orgStatus } = await readInvite(db, invite.id, clock.now())
    expect(orgStatus).toBe(acceptedInviteStatus[status])
  },
)

test('an invite expires at its very moment: in the list, on its page and for whoever accepts it', async () => {
  const invite = await given.invite()
  const { id, orgEmail, code, expiresAt } = invite
  const isRefusedAt = (now: Date) => {
    try {
      assertAcceptable(invite, { email: orgEmail, code }, now)
      return false
    } catch {
      return true
    }
  }
  const isExpiredAt = async (now: Date) => {
    const query = { q: orgEmail, trouble: 'expired' as const, page: 1, limit: 10 }
    const { data } = await listInvites(db, query, now, { hideCodes: true })
    const page = await readInvite(db, id, now)
    return [data.length === 1, page.expired, isRefusedAt(now)]
  }
  expect(await isExpiredAt(secondsAfter(expiresAt, -0.001))).toEqual([false, false, false])
  expect(await isExpiredAt(expiresAt)).toEqual([true, true, true])
})

test.each([
  [{ code: '12345' }, 'code'],
  [{ code: 123456 }, 'code'],
  [{ email: 'nobody' }, 'email'],
  [{ email: 'a\u202e@b.example' }, 'email'],
  [{ email: undefined }, 'email'],
  [{ password: 'xK9-mPq2' }, null],
  [{ password: 'alllowercase1' }, 'password'],
  [{ password: 'Ab1' }, 'password'],
  [{ password: 'Welcome-2026' }, 'password'],
  [{ password: 'Yusuf-Rahmani-1' }, 'password'],
  [{ password: `Aa1${'x'.repeat(254)}` }, 'password'],
  [{ agreements: ['agreement'] }, 'agreements'],
  [{ agreements: [] }, 'agreements'],
  [{ agreements: ['agreement', 'terms', 'other'] }, 'agreements.2'],
  [{ agreements: undefined }, 'agreements'],
])('%j is judged by name', async (given_, field) => {
  const invite = await given.invite()
  const { status, error } = await call(acceptInvite, { body: { ...bodyFor(invite), ...given_ } })
  expect(status).toBe(field ? 400 : 200)
  if (field) expect(Object.keys(error.fields ?? {})).toEqual([field])
})

test('a password of strange characters is taken as it is', async () => {
  const invite = await given.invite()
  const { status } = await call(acceptInvite, { body: { ...bodyFor(invite), password: 'Aa1\u0000\ud800 بِسْمِ' } })
  expect(status).toBe(200)
})

test('whoever lost the answer of an acceptance repeats it with the same key, and is the same organization', async () => {
  const invite = await given.invite()
  const accept = (key: string, password = PASSWORD) =>
    call(acceptInvite, { body: { ...bodyFor(invite), password } }, { headers: { 'idempotency-key': key } })
  const first = await accept('one')
  const again = await accept('one')
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.data.orgId).toBe(first.data.orgId)
  expect(again.data.token).not.toBe(first.data.token)
  for (const { papersPath } of [first.data, again.data]) {
    const { data } = await call(papersLink.readPapersRequest, { params: { token: papersPath.split('/').at(-1)! } })
    expect(data).toMatchObject({ reason: 'welcome', submitted: null })
  }
  expect((await accept('two')).status).toBe(409)
  expect((await accept('one', 'another-Password-7')).status).toBe(409)
  clock.advance(86_401)
  expect((await accept('one')).status).toBe(409)
})

test('an acceptance that is sent again before its answer is the same organization too', async () => {
  const invite = await given.invite()
  const headers = { 'idempotency-key': 'one' }
  const replies = await Promise.all([1, 2, 3].map(() => call(acceptInvite, { body: bodyFor(invite) }, { headers })))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(replies.map(({ data }) => data.orgId)).size).toBe(1)
})

test('an acceptance is repeated ten times, and not for an owner whose access was revoked', async () => {
  const [invite, other] = [await given.invite(), await given.invite()]
  const accept = (who: typeof invite) =>
    call(acceptInvite, { body: bodyFor(who) }, { headers: { 'idempotency-key': 'one' } })
  const statuses = []
  for (let n = 0; n < 12; n += 1) statuses.push((await accept(invite)).status)
  expect(statuses).toEqual([...Array(11).fill(200), 429])
  const { data } = await accept(other)
  await db.update(members).set({ consoleAccess: false }).where(eq(members.organizationId, data.orgId))
  expect((await accept(other)).status).toBe(409)
})

test('the welcome brings the link to send papers with', async () => {
  const invite = await given.invite()
  const { data } = await call(acceptInvite, { body: bodyFor(invite) })
  const [letter] = await mailsTo(invite.orgEmail, 'welcome')
  expect(letter!.text).toContain(`http://127.0.0.1:4000${data.papersPath}`)
})
