import { memberSignIn } from '@hikmah/contract/member-sign-in'
import { organizationTeam } from '@hikmah/contract/organization-team'
import { desc, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startMemberSignIn } from '../../test/member-sign-in.ts'
import { sweep } from '../jobs.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { memberSessions } from '../organization-team/table.ts'

const server = await startMemberSignIn()
const { given, as, call, callWith, clock, db, house, mailsTo, audited, signIn, refresh, isGood, person } = server
const { logoutMember, refreshMemberToken } = memberSignIn

const HOUR_S = 3600
const DAY_S = 86_400

const signedIn = async () => {
  const member = await person()
  return { ...member, ...(await signIn(member.userName)) }
}
const ENDED = { message: 'This sign-in has ended. Sign in again.', code: 'UNAUTHENTICATED' }

test('a refresh token gives a token after the first has expired, and the next refresh token', async () => {
  const { token, refreshToken, organizationId, orgName, role } = await signedIn()
  clock.advance(12 * HOUR_S + 1)
  expect(await isGood(token)).toBe(false)
  const { status, data } = await refresh(refreshToken)
  expect(status).toBe(200)
  expect(data).toMatchObject({ orgId: organizationId, orgName, role })
  expect(data.refreshToken).not.toBe(refreshToken)
  expect(await isGood(data.token)).toBe(true)
  expect(await isGood(data.refreshToken), 'it is no token').toBe(false)
  expect((await refresh(data.refreshToken)).status).toBe(200)
})

test('of the tokens only hashes are kept', async () => {
  const { id, token, refreshToken } = await signedIn()
  const { data } = await refresh(refreshToken, 'key-of-the-call')
  const kept = JSON.stringify(await db.select().from(memberSessions).where(eq(memberSessions.memberId, id)))
  const secrets = [
    token,
    ...[refreshToken, data.refreshToken].flatMap((text) => text.split('.').slice(1)),
    'key-of-the-call',
  ]
  for (const secret of secrets) expect(kept).not.toContain(secret)
})

test('a used refresh token ends its sign-in at once, is mailed about and recorded, and leaves other sign-ins alone', async () => {
  const stolen = await signedIn()
  clock.advance(31)
  const elsewhere = await signIn(stolen.userName)
  const first = await refresh(stolen.refreshToken, 'key-1')
  const copied = await refresh(stolen.refreshToken, 'key-2')
  expect([copied.status, copied.error]).toMatchObject([401, ENDED])
  for (const token of [stolen.token, first.data.token]) expect(await isGood(token)).toBe(false)
  expect((await refresh(first.data.refreshToken)).error).toMatchObject(ENDED)
  expect(await isGood(elsewhere.token)).toBe(true)
  expect((await refresh(elsewhere.refreshToken)).status).toBe(200)
  const letters = await mailsTo(stolen.userName, 'security-notice')
  expect(letters.map(({ subject }) => subject)).toEqual(['We ended one of your sign-ins'])
  expect((await audited(stolen.id)).filter((action) => action === 'sign-in.copied-login-refused')).toHaveLength(1)
})

test('an older refresh token, or a made-up one of the same sign-in, is a copy too', async () => {
  for (const makeCopy of [(first: string) => first, (first: string) => first.replace(/[^.]+$/, 'x'.repeat(43))]) {
    const { refreshToken } = await signedIn()
    const second = await refresh(refreshToken)
    const third = await refresh(second.data.refreshToken)
    expect((await refresh(makeCopy(refreshToken))).status).toBe(401)
    expect(await isGood(third.data.token)).toBe(false)
  }
})

test('whoever lost the answer repeats the call with the same key, hours later too, and gets the same refresh token', async () => {
  const { refreshToken } = await signedIn()
  const first = await refresh(refreshToken, 'key-1')
  clock.advance(20 * HOUR_S)
  const repeated = await refresh(refreshToken, 'key-1')
  expect([repeated.status, repeated.data.refreshToken]).toEqual([200, first.data.refreshToken])
  expect(await isGood(repeated.data.token)).toBe(true)
  const next = await refresh(first.data.refreshToken, 'key-2')
  expect(next.status).toBe(200)
  expect((await refresh(refreshToken, 'key-1')).status, 'the answer has arrived, for its token was used').toBe(401)
  expect(await isGood(next.data.token)).toBe(false)
})

test('of two refreshes at once the second ends the sign-in, unless both carry the same key', async () => {
  const careless = await signedIn()
  const replies = await Promise.all([refresh(careless.refreshToken), refresh(careless.refreshToken)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
  expect(await isGood(careless.token)).toBe(false)
  const careful = await signedIn()
  const both = await Promise.all(Array.from({ length: 4 }, () => refresh(careful.refreshToken, 'key')))
  expect(both.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(both.map(({ data }) => data.refreshToken)).size).toBe(1)
  expect((await refresh(both[0]!.data.refreshToken)).status).toBe(200)
})

test('signing out by the token or by the refresh token ends both; doing it twice, or with neither, is fine', async () => {
  const byToken = await signedIn()
  expect((await callWith(byToken.token)(logoutMember, {})).status).toBe(200)
  expect((await callWith(byToken.token)(logoutMember, {})).status).toBe(200)
  const byRefresh = await signedIn()
  clock.advance(13 * HOUR_S)
  const later = await refresh(byRefresh.refreshToken)
  expect((await call(logoutMember, { body: { refreshToken: later.data.refreshToken } })).status).toBe(200)
  expect((await call(logoutMember, {})).status).toBe(200)
  expect((await call(logoutMember, { body: {} })).status).toBe(200)
  expect((await call(logoutMember, { body: { refreshToken: 'of something else' } })).status).toBe(200)
  for (const token of [byToken.token, later.data.token]) expect(await isGood(token)).toBe(false)
  for (const token of [byToken.refreshToken, later.data.refreshToken])
    expect((await refresh(token)).error).toMatchObject(ENDED)
  for (const { userName } of [byToken, byRefresh]) {
    expect(await mailsTo(userName, 'security-notice'), 'who signed out is not robbed').toEqual([])
  }
  const ids = [byToken.id, byRefresh.id]
  const entries = await db
    .select()
    .from(auditEntries)
    .where(inArray(auditEntries.entityId, ids))
    .orderBy(auditEntries.seq)
  expect(entries.filter(({ action }) => action === 'session.ended')).toMatchObject([
    { entityId: byToken.id, actorKind: 'organization', actorId: byToken.id, organizationId: byToken.organizationId },
    { entityId: byRefresh.id, actorKind: 'public', organizationId: byRefresh.organizationId },
  ])
})

test('revoked access ends tokens and refresh tokens at once and for good, and so does removing the member', async () => {
  const admin = await as('admin')
  const edit = {
    firstName: 'Yusuf',
    lastName: 'Rahmani',
    role: [{ application: 'DEENFUND', roles: 'Owner/Super Admin' }],
  }
  const [revoked, removed] = [await signedIn(), await signedIn()]
  for (const { organizationId } of [revoked, removed]) await given.member(organizationId)
  for (const consoleAccess of [false, true]) {
    const params = { id: revoked.id }
    expect((await admin(organizationTeam.updateMember, { params, body: { ...edit, consoleAccess } })).status).toBe(200)
    expect(await isGood(revoked.token)).toBe(false)
    expect((await refresh(revoked.refreshToken)).error).toMatchObject(ENDED)
  }
  expect((await admin(organizationTeam.deleteMember, { params: { id: removed.id } })).status).toBe(200)
  expect(await isGood(removed.token)).toBe(false)
  expect((await refresh(removed.refreshToken)).error).toMatchObject(ENDED)
})

test('thirty days after the code the sign-in is over, however often it was refreshed, and its last token ends with it', async () => {
  let { refreshToken, refreshExpiresAt } = await signedIn()
  for (let day = 0; day < 29; day += 1) {
    clock.advance(DAY_S)
    const { status, data } = await refresh(refreshToken)
    expect([status, data.refreshExpiresAt]).toEqual([200, refreshExpiresAt])
    refreshToken = data.refreshToken
  }
  clock.advance(DAY_S - 2 * HOUR_S)
  const last = (await refresh(refreshToken)).data
  expect(last.expiresAt).toBe(refreshExpiresAt)
  clock.advance(2 * HOUR_S)
  expect(await isGood(last.token)).toBe(false)
  expect((await refresh(last.refreshToken)).error).toMatchObject(ENDED)
})

test('of eleven sign-ins the oldest has ended and the newest ten are open', async () => {
  const { userName, id } = await person()
  await db.delete(memberSessions).where(eq(memberSessions.memberId, id))
  const tokens = []
  for (let i = 0; i < 11; i += 1) {
    tokens.push((await signIn(userName)).token)
    clock.advance(750)
  }
  expect(await Promise.all(tokens.map(isGood))).toEqual([false, ...Array(10).fill(true)])
})

test('an ended sign-in goes thirty days after its end, one that may be refreshed stays', async () => {
  const { id } = await person()
  const { userName } = await signedIn()
  const isKept = async (memberId: string) =>
    (await db.select().from(memberSessions).where(eq(memberSessions.memberId, memberId))).length > 0
  clock.advance(31 * DAY_S)
  const fresh = await signIn(userName)
  await sweep(house)
  expect(await isKept(id)).toBe(false)
  const [newest] = await db.select().from(memberSessions).orderBy(desc(memberSessions.createdAt)).limit(1)
  clock.advance(29 * DAY_S)
  await sweep(house)
  expect(await isKept(newest!.memberId)).toBe(true)
  expect((await refresh(fresh.refreshToken)).status).toBe(200)
})

test('an address that guesses refresh tokens is stopped, and nobody is locked out by it', async () => {
  const strict = await startMemberSignIn({ AUTH_IP_PER_MIN: '10' })
  const { userName } = await strict.person()
  const { refreshToken } = await strict.signIn(userName)
  const guess = (n: number, network: number) => {
    const body = { refreshToken: `mr1.${'s'.repeat(22)}.${String(n).padStart(43, 'x')}` }
    return strict.call(refreshMemberToken, { body }, strict.from(network))
  }
  const statuses: number[] = []
  for (let n = 0; n < 200; n += 1) {
    if (n % 30 === 0) strict.clock.advance(61)
    statuses.push((await guess(n, 2)).status)
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(101)
  expect((await guess(0, 2)).error.message).toMatch(/Too many/)
  expect((await guess(0, 3)).status).toBe(401)
  expect((await strict.refresh(refreshToken)).status).toBe(200)
  const flood = await Promise.all(Array.from({ length: 40 }, (_, n) => guess(n, 4)))
  expect(flood.filter(({ status }) => status === 401)).toHaveLength(30)
})
