import { audit } from '@hikmah/contract/audit'
import { organizationTeam } from '@hikmah/contract/organization-team'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { createHouse } from '../boot.ts'
import { record } from '../kit/audit/audit.ts'
import { systemActor } from '../kit/auth/actor.ts'
import { rowsOf } from '../kit/db/db.ts'

const { given, as, call, callWith, db, house } = await startServer()
const { listAudit, verifyAudit } = audit
const { decideTaxReview } = taxVerification

const reviewer = await given.staff('admin', { firstName: 'Amina', lastName: 'Yusuf' })
const asReviewer = callWith(reviewer.token)
const owner = await given.staff('owner')
const asOwner = callWith(owner.token)
const organization = await given.organization({ ein: '12-3456789' })
const list = async (query: object) => asReviewer(listAudit, { query })
const actions = async (query: object) => (await list(query)).data.map((entry) => entry.action)

beforeAll(async () => {
  const params = { orgId: organization.id }
  for (const status of ['Pending', 'Approved', 'Pending']) {
    const reply = await asReviewer(decideTaxReview, { params, body: { taxIdEinDetail: { status } } })
    expect(reply.status).toBe(200)
  }
  await asOwner(organizationTeam.createMember, {
    body: {
      firstName: 'Zayd',
      userName: 'zayd@masjid.example',
      orgId: organization.id,
      role: [{ application: 'Others', roles: 'Editor' }],
    },
  })
})

test('the trail is newest first and goes on by its cursor', async () => {
  const first = await list({ limit: 3 })
  expect(first.data.map((entry) => entry.seq)).toEqual([4, 3, 2])
  expect(first.meta).toEqual({ cursor: 2 })
  const rest = await list({ limit: 3, cursor: 2 })
  expect(rest.data.map((entry) => entry.seq)).toEqual([1])
  expect(rest.meta).toEqual({})
  expect((await list({ limit: 4 })).meta).toEqual({})
  expect(first.data[1]).toEqual({
    seq: 3,
    at: expect.any(String),
    actor: { kind: 'staff', id: reviewer.id, name: 'Amina Yusuf' },
    action: 'tax-review.decided',
    entity: 'organization',
    entityId: organization.id,
    entityName: organization.name,
    organizationId: organization.id,
    changes: { einStatus: { before: 'Approved', after: 'Pending' } },
    requestId: expect.any(String),
    ip: '127.0.0.1',
  })
})

test('the trail is asked by actor, entity, organization and time', async () => {
  for (const actor of [reviewer.id, reviewer.userName, reviewer.userName.toUpperCase(), 'Amina Yusuf']) {
    expect(await actions({ actor }), actor).toHaveLength(3)
  }
  for (const part of ['Amina', 'na yus', 'AMINA YUSUF', reviewer.userName.split('@')[0]]) {
    expect(await actions({ actor: part }), part).toHaveLength(3)
  }
  expect(await actions({ actor: reviewer.id.slice(0, 20) }), 'an id is asked for whole').toEqual([])
  for (const few of ['Am', '%%%', 'A_ina']) expect(await actions({ actor: few }), few).toEqual([])
  expect(await actions({ entity: 'member' })).toEqual(['member.invited'])
  expect(await actions({ entity: 'organization', id: organization.id })).toHaveLength(3)
  expect(await actions({ organization: organization.id })).toHaveLength(4)
  expect(await actions({ organization: crypto.randomUUID() })).toEqual([])
  const [entry] = (await list({ entity: 'member' })).data
  expect(await actions({ from: entry!.at, to: entry!.at, entity: 'member' })).toEqual(['member.invited'])
  expect(await actions({ from: '2100-01-01T00:00:00+05:00' })).toEqual([])
  expect(await actions({ to: '1999-01-01T00:00:00Z' })).toEqual([])
})

test('the trail is asked by what kind of act it was, and every kind is found', async () => {
  const params = { orgId: organization.id }
  expect(await actions({ kind: 'decided', organization: organization.id })).toEqual(Array(3).fill('tax-review.decided'))
  expect(await actions({ kind: 'access', organization: organization.id })).toEqual(['member.invited'])
  expect(await actions({ kind: 'status', organization: organization.id })).toEqual([])
  const kinds = {
    status: ['organization.status-changed', 'order.updated'],
    edited: ['organization.updated', 'application.list-sorted'],
    money: ['invoice.voided', 'order.refunded'],
    'signed-in': ['sign-in.completed', 'session.ended'],
    access: ['staff.unlocked', 'device.key-reissued'],
    other: ['order.exported', 'media.uploaded'],
  } as const
  for (const [kind, done] of Object.entries(kinds)) {
    const entityId = crypto.randomUUID()
    await house.change(systemActor('Test'), async (tx) => {
      for (const action of done) {
        const status = kind === 'status' && { before: { status: 'New' }, after: { status: 'Done' } }
        record(tx, { action, entity: 'order', entityId, entityName: '#1', ...status })
      }
    })
    expect(await actions({ kind, id: entityId }), kind).toEqual(done.toReversed())
    expect(await actions({ kind: 'decided', id: entityId })).toEqual([])
  }
  expect(await actions({ against: '1' })).toEqual([])
  await house.change(systemActor('Test'), async (tx) =>
    record(tx, {
      action: 'tax-review.decided',
      entity: 'organization',
      entityId: params.orgId,
      entityName: organization.name,
      before: { against: null },
      after: { against: 'Exemption revoked' },
    }),
  )
  expect(await actions({ against: '1' })).toEqual(['tax-review.decided'])
})

test('the kinds of what a filter finds are counted, whatever kind is shown', async () => {
  const counts = async (query: object) => (await asReviewer(audit.countAudit, { query })).data
  const entityId = crypto.randomUUID()
  const write = (times: number) =>
    house.change(systemActor('Test'), async (tx) => {
      for (let i = 0; i < times; i += 1)
        record(tx, { action: 'order.refunded', entity: 'order', entityId, entityName: '#2' })
      record(tx, { action: 'order.exported', entity: 'order', entityId, entityName: '#2' })
    })
  await write(2)
  const none = { decided: 0, status: 0, edited: 0, 'signed-in': 0, access: 0, against: 0 }
  expect(await counts({ id: entityId, kind: 'access' })).toEqual({ counts: { ...none, all: 3, money: 2, other: 1 } })
  const whole = await counts({ from: '2000-01-01T00:00:00Z' })
  expect(whole.counts).toMatchObject({ against: 1, other: (await list({ kind: 'other', limit: 100 })).data.length })
  expect((await counts({ to: '2000-01-01T00:00:00Z' })).counts).toMatchObject({ ...none, all: 0, other: 0 })
  await write(1002)
  await write(500)
  const capped = { all: 1000, money: 1000 }
  expect(await counts({ id: entityId }), 'few of many are not known').toMatchObject({
    counts: { ...capped, against: 0 },
    cappedCounts: ['all', 'money'],
  })
  expect((await counts({})).counts, 'of days they are').toMatchObject({ ...capped, other: whole.counts.other! + 2 })
})

test.each([
  ['kind', { kind: 'x' }],
  ['limit', { limit: 101 }],
  ['limit', { limit: 0 }],
  ['cursor', { cursor: 0 }],
  ['cursor', { cursor: 'x' }],
  ['cursor', { cursor: '1e300' }],
  ['from', { from: 'yesterday' }],
  ['organization', { organization: 'x' }],
  ['actor', { actor: 'x'.repeat(255) }],
  ['id', { id: 'a\u202e' }],
])('refuses a wrong %s', async (field, query) => {
  const reply = await list(query)
  expect(reply.status).toBe(400)
  expect(reply.error.fields).toHaveProperty(field)
})

test('times no database knows are refused, not a failure', async () => {
  for (const query of [{ from: '0000-01-01T00:00:00Z' }, { to: '9999-12-31T23:59:59-14:00' }]) {
    expect((await list(query)).status).toBeLessThan(500)
  }
  expect(await actions({ actor: "'; drop table audit_entries; --" })).toEqual([])
})

test('only owners and admins read the trail', async () => {
  const manager = await as('manager')
  expect((await manager(listAudit, { query: {} })).status).toBe(403)
  expect((await manager(verifyAudit, {})).status).toBe(403)
  expect((await call(verifyAudit, {})).status).toBe(401)
})

test('a span of time finds what stands out of order in the chain, as of two instances whose clocks differ', async () => {
  const at = (minute: number) => new Date(Date.UTC(2098, 0, 1, 0, minute))
  for (const minute of [0, 20, 10, 30, 25, 90]) {
    const late = createHouse(house.config, house.database, { now: () => at(minute) }, () => undefined)
    await late.change(systemActor('Test'), async (tx) =>
      record(tx, { action: 'mail.resent', entity: 'mail', entityId: String(minute), entityName: '' }),
    )
  }
  const between = async (from: number, to: number) =>
    (await list({ from: at(from).toISOString(), to: at(to).toISOString() })).data.map((entry) => entry.entityId)
  expect(await between(20, 30)).toEqual(['25', '30', '20'])
  expect(await between(0, 10)).toEqual(['10', '0'])
  expect(await between(26, 100)).toEqual(['90', '30'])
})

test('the database itself keeps what is recorded from being changed', async () => {
  const invite = await given.invite()
  const tables = ['audit_entries', 'invite_logs', 'tax_events', 'agreement_logs', 'organization_status_changes']
  await db.execute(sql`insert into agreement_logs values (${crypto.randomUUID()}, ${organization.id}, 'a@b.example',
    'terms', now(), '::1', 'b', 'o', 'd', 'l')`)
  expect(invite.id).toBeDefined()
  for (const table of tables) {
    const name = sql.identifier(table)
    const [column] = await rowsOf<{ name: string }>(
      db,
      sql`select column_name as name from information_schema.columns
          where table_name = ${table} and table_schema = 'public' and data_type = 'text' limit 1`,
    )
    const before = await rowsOf(db, sql`select * from ${name}`)
    expect(before.length, table).toBeGreaterThan(0)
    for (const statement of [
      sql`update ${name} set ${sql.identifier(column!.name)} = 'x'`,
      sql`delete from ${name}`,
      sql`truncate ${name} cascade`,
    ]) {
      const refused = await db.execute(statement).then(
        () => 'done',
        (error: Error) => String((error.cause as Error).message),
      )
      expect(refused).toContain(`is append-only`)
    }
    expect(await rowsOf(db, sql`select * from ${name}`)).toEqual(before)
  }
})

test('the chain holds, and names the first entry that was tampered with', async () => {
  const verify = async () => (await asReviewer(verifyAudit, {})).data
  const whole = await verify()
  expect(whole).toMatchObject({ ok: true, brokenAt: null })
  expect(whole.entries).toBeGreaterThan(3)

  const tamper = async (statement: ReturnType<typeof sql>) => {
    await db.execute(sql`alter table audit_entries disable trigger user`)
    await db.execute(statement)
    await db.execute(sql`alter table audit_entries enable trigger user`)
  }
  await tamper(
    sql`update audit_entries set changes = jsonb_set(changes, '{einStatus,after}', '"Rejected"') where seq = 2`,
  )
  expect(await verify()).toEqual({ ok: false, entries: 1, brokenAt: 2, problem: 'changed' })
  await tamper(
    sql`update audit_entries set changes = jsonb_set(changes, '{einStatus,after}', '"Approved"') where seq = 2`,
  )
  expect((await verify()).ok).toBe(true)
  await tamper(sql`update audit_entries set actor_name = 'Somebody' where seq = 3`)
  expect(await verify()).toMatchObject({ ok: false, brokenAt: 3 })
  await tamper(sql`delete from audit_entries where seq = 1`)
  expect(await verify()).toEqual({ ok: false, entries: 0, brokenAt: 1, problem: 'changed' })
})

test('entries of many writers at once stand in one chain without gaps', async () => {
  const other = await startServer()
  const reply = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const { id } = await other.given.organization()
      return (await other.as('owner'))(decideTaxReview, {
        params: { orgId: id },
        body: { taxIdEin: `12-34567${10 + n}`, taxIdEinDetail: { status: 'Approved' } },
      })
    }),
  )
  expect(reply.every(({ status }) => status === 200)).toBe(true)
  const { data } = await (await other.as('owner'))(verifyAudit, {})
  expect(data).toEqual({ ok: true, entries: 20, brokenAt: null, problem: null })
  expect(house).not.toBe(other.house)
})

test.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-12:00', '2026-02-30T00:00:00Z'])(
  'a moment that no calendar of the database knows names the field: %s',
  async (moment) => {
    for (const field of ['from', 'to']) {
      const reply = await list({ [field]: moment })
      expect(reply.status).toBe(400)
      expect(Object.keys(reply.error.fields ?? {})).toEqual([field])
    }
    expect((await list({ from: '0001-01-01T00:00:00Z', to: '9999-12-31T23:59:59+02:00' })).status).toBe(200)
  },
)

test('a secret is hidden where it is named as one, and no other field for the sound of its name', async () => {
  await house.change(systemActor('Test'), async (tx) =>
    record(tx, {
      action: 'invite.sent',
      entity: 'invite',
      entityId: 'secrets',
      entityName: 'One',
      before: { inviteCode: '100000', countryCode: 'US', seriesName: null },
      after: { inviteCode: '200000', countryCode: 'CA', seriesName: 'Ramadan nights' },
      secrets: ['inviteCode'],
    }),
  )
  const [entry] = (await list({ entity: 'invite', id: 'secrets' })).data
  expect(entry?.changes).toEqual({
    inviteCode: { before: '[redacted]', after: '[redacted]' },
    countryCode: { before: 'US', after: 'CA' },
    seriesName: { before: null, after: 'Ramadan nights' },
  })
})

test('what a device did is shown as a device’s', async () => {
  const device = { ...systemActor('HUB-1'), kind: 'device', id: 'hub', keyHash: '' } as const
  await house.change(device, async (tx) =>
    record(tx, { action: 'device.updated', entity: 'device', entityId: 'hub', entityName: 'HUB-1' }),
  )
  const reply = await list({ entity: 'device', id: 'hub' })
  expect(reply.status).toBe(200)
  expect(reply.data[0]?.actor.kind).toBe('device')
})
