import { agreements } from '@hikmah/contract/agreements'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { organizations as table } from '../organizations/table.ts'

const { db, given, as, call, callWith, audited } = await startServer({ TRUSTED_PROXIES: '127.0.0.1' })
const { recordAgreement } = agreements
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function ownOrganization() {
  const organization = await given.organization()
  const member = await given.member(organization.id)
  const record = (body: object, headers: Record<string, string> = {}) =>
    callWith(member.token)(recordAgreement, { params: { id: organization.id }, body }, { headers })
  return { ...organization, member, record }
}

test('an agreement is logged with what the server saw, not what the caller says', async () => {
  const { id, member, record } = await ownOrganization()

  const reply = await record(
    { logType: 'terms', ipAddress: '1.2.3.4', user: 'somebody', createdAt: '1999-01-01' },
    { 'user-agent': FIREFOX, 'x-forwarded-for': '203.0.113.9' },
  )

  expect(reply.status).toBe(200)
  expect(reply.data).toEqual({
    _id: expect.any(String),
    user: member.userName,
    logType: 'terms',
    createdAt: expect.not.stringContaining('1999'),
    ipAddress: '203.0.113.9',
    browser: 'Firefox 140',
    operatingSystem: 'Linux',
    device: 'Desktop',
    log: expect.stringContaining('terms'),
  })
  expect(await audited(id)).toEqual(['agreement.recorded'])
  const admin = await as('admin')
  const page = await admin(organizations.readOrganization, { params: { id } })
  expect(page.data.registration.agreement.logs).toEqual([reply.data])
})

test('an organization shows the newest hundred of its agreements, and how many there are', async () => {
  const { id, record } = await ownOrganization()
  await db.execute(sql`insert into agreement_logs
    select gen_random_uuid(), ${id}, 'someone@masjid.example', 'agreement', now() - n * interval '1 day', '203.0.113.9',
      'Firefox 140', 'Linux', 'Desktop', 'Accepted ' || n
    from generate_series(1, 120) n`)
  await record({ logType: 'terms' })
  const admin = await as('admin')
  const { data } = await admin(organizations.readOrganization, { params: { id } })
  const { logs, total } = data.registration.agreement
  expect([logs.length, total]).toEqual([100, 121])
  expect([logs[0]?.log, logs.at(-1)?.logType]).toEqual(['Accepted 99', 'terms'])
})

test('a strange or missing user agent is no reason to fail', async () => {
  const { record } = await ownOrganization()
  for (const agent of ['', '\u00ff<script>', 'x'.repeat(5000)]) {
    expect((await record({ logType: 'agreement' }, { 'user-agent': agent })).status).toBe(200)
  }
})

test('only the organization itself agrees, and only to what there is', async () => {
  const { id, record } = await ownOrganization()
  const other = await given.member((await given.organization()).id)
  const input = { params: { id }, body: { logType: 'terms' } }
  expect((await callWith(other.token)(recordAgreement, input)).status).toBe(403)
  expect((await (await as('owner'))(recordAgreement, input)).status).toBe(401)
  expect((await call(recordAgreement, input)).status).toBe(401)
  for (const logType of ['Terms', '', null, undefined, 7]) {
    const reply = await record({ logType })
    expect(reply).toMatchObject({ status: 400, error: { fields: { logType: expect.any(String) } } })
  }
  expect(await audited(id)).toEqual([])
})

test('an Editor agrees to nothing for the organization, an Admin does', async () => {
  const { id } = await given.organization()
  const agreeAs = async (roles: 'Editor' | 'Admin') => {
    const { token } = await given.member(id, { roles: [{ application: 'DEENFUND', roles }] })
    return callWith(token)(recordAgreement, { params: { id }, body: { logType: 'terms' } })
  }
  expect(await agreeAs('Editor')).toMatchObject({ status: 403, error: { code: 'FORBIDDEN' } })
  expect(await audited(id)).toEqual([])
  expect((await agreeAs('Admin')).status).toBe(200)
})

test('an organization that is blocked agrees to nothing, and what was refused counts towards no limit', async () => {
  const { id, record } = await ownOrganization()
  const become = (status: 'blocked' | 'approved') => db.update(table).set({ status }).where(eq(table.id, id))
  await become('blocked')
  for (let i = 0; i < 51; i += 1) {
    const reply = await record({ logType: 'terms' })
    expect([reply.status, reply.error.message]).toEqual([
      409,
      'This organization is blocked and cannot agree to anything',
    ])
  }
  expect(await audited(id)).toEqual([])
  await become('approved')
  expect((await record({ logType: 'terms' })).status).toBe(200)
})

test('the log cannot be flooded', async () => {
  const { record } = await ownOrganization()
  for (let i = 0; i < 50; i += 1) expect((await record({ logType: 'terms' })).status).toBe(200)
  expect((await record({ logType: 'terms' })).status).toBe(429)
})
