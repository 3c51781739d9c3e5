import { invites as contract, type InviteStatus, invites } from '@hikmah/contract/invites/endpoints'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { mailTable } from '../kit/mail/post.ts'
import { secondsAfter } from '../kit/process/clock.ts'

const { inviteOrganization, listInvites } = contract
const { given, as, db, clock, postman } = await startServer()
const manager = await as('manager')

const wanted: InviteStatus[] = ['Invite Sent', 'onboarding', 'accepted', 'blocked', 'revoked']
const names = ['Masjid Noor', 'Masjid Iman', 'masjid Salam']

async function makeInvite(i: number) {
  const orgStatus = wanted[i % 5]!
  const hasOrganization = !['Invite Sent', 'revoked'].includes(orgStatus)
  const invite = await given.invite({
    orgName: names[i % 3]!,
    orgAdmin: ['Omar', 'Aisha'][i % 2]!,
    createdAt: new Date(Date.UTC(2026, i % 4, 1)),
    expiresAt: secondsAfter(clock.now(), i % 2 === 0 ? -60 : 3600),
    acceptedAt: hasOrganization ? clock.now() : null,
    revokedAt: orgStatus === 'revoked' ? clock.now() : null,
  })
  const status = orgStatus === 'accepted' ? ('approved' as const) : (orgStatus as 'onboarding' | 'blocked')
  const organization = hasOrganization ? await given.organization({ inviteId: invite.id, status }) : undefined
  return { ...invite, orgStatus, organizationId: organization?.id ?? null }
}
const rows: Awaited<ReturnType<typeof makeInvite>>[] = []
for (let i = 0; i < 30; i += 1) rows.push(await makeInvite(i))

const by = (of: (row: (typeof rows)[number]) => string) => (a: (typeof rows)[number], b: (typeof rows)[number]) =>
  of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : a.id < b.id ? -1 : 1
const orders = {
  orgName: by((row) => row.orgName),
  orgAdmin: by((row) => row.orgAdmin),
  createdAt: by((row) => row.createdAt.toISOString()),
}

test.each(Object.keys(orders) as (keyof typeof orders)[])('sorted by %s both ways over all pages', async (sort) => {
  const ids = rows.toSorted(orders[sort]).map((row) => row.id)
  for (const [asked, expected] of [
    [sort, ids],
    [`-${sort}`, ids.toReversed()],
  ] as const) {
    const found: string[] = []
    for (const page of [1, 2, 3]) {
      found.push(...(await manager(listInvites, { query: { sort: asked, page } })).data.map((row) => row._id))
    }
    expect(found).toEqual(expected)
  }
})

const form = { orgName: 'Masjid Mail', orgAdmin: 'Omar', phoneFax: { primaryPhone: '5105550123' } }

test('the status of each row is what became of the invite', async () => {
  const { data, meta } = await manager(listInvites, { query: { limit: 100 } })
  for (const row of rows) {
    expect(data.find((one) => one._id === row.id)).toMatchObject({
      orgStatus: row.orgStatus,
      organizationId: row.organizationId,
      expired: row.orgStatus === 'Invite Sent' && row.expiresAt < clock.now(),
      mailStatus: null,
    })
  }
  expect(meta).toEqual({
    total: 30,
    whole: 30,
    page: 1,
    limit: 100,
    counts: { all: 30, 'Invite Sent': 6, onboarding: 6, accepted: 6, blocked: 6, revoked: 6 },
  })
})

test.each(wanted)('the filter %s finds just those', async (status) => {
  const { data, meta } = await manager(listInvites, { query: { status, limit: 100, sort: 'orgName' } })
  const ids = rows.filter((row) => row.orgStatus === status).map((row) => row.id)
  expect(data.map((row) => row._id).sort()).toEqual(ids.sort())
  expect(meta.total).toBe(6)
  const searched = await manager(listInvites, { query: { status, q: 'noor' } })
  expect(searched.meta.total).toBe(rows.filter((row) => row.orgStatus === status && row.orgName === names[0]).length)
})

test('expired invites and those whose latest mail failed are found apart', async () => {
  const expired = await manager(listInvites, { query: { trouble: 'expired', limit: 100 } })
  const isExpired = (row: (typeof rows)[number]) => row.orgStatus === 'Invite Sent' && row.expiresAt < clock.now()
  expect(expired.data.map((row) => row._id).sort()).toEqual(
    rows
      .filter(isExpired)
      .map((row) => row.id)
      .sort(),
  )
  expect(expired.meta.counts).toMatchObject({ 'Invite Sent': expired.data.length, accepted: 0 })

  const [failed, mended] = [await given.invite(), await given.invite()]
  const mailed = (inviteId: string, status: 'sent' | 'failed', ageS: number) =>
    db.insert(mailTable).values({
      id: crypto.randomUUID(),
      kind: 'invite',
      recipient: 'office@masjid.example',
      subject: 'Invite',
      html: '',
      text: '',
      inviteId,
      status,
      createdAt: secondsAfter(clock.now(), -ageS),
      nextAttemptAt: clock.now(),
      expiresAt: clock.now(),
    })
  await mailed(failed.id, 'failed', 10)
  await mailed(mended.id, 'failed', 10)
  await mailed(mended.id, 'sent', 5)
  const { data, meta } = await manager(listInvites, { query: { trouble: 'mail-failed' } })
  expect(data.map((row) => row._id)).toEqual([failed.id])
  expect(meta.total).toBe(1)
})

test('a search and a span of time narrow it', async () => {
  expect((await manager(listInvites, { query: { q: 'aish' } })).meta.total).toBe(15)
  expect((await manager(listInvites, { query: { q: rows[3]!.orgEmail.toUpperCase() } })).meta.total).toBe(1)
  expect((await manager(listInvites, { query: { q: 'sal' } })).meta.total).toBe(10)
  expect((await manager(listInvites, { query: { q: 'al' } })).meta.total).toBe(0)
  const span = { invitedFrom: '2026-02-01T00:00:00Z', invitedTo: '2026-03-01T00:00:00Z' }
  const { data, meta } = await manager(listInvites, { query: span })
  expect(meta.total).toBe(rows.filter((row) => row.createdAt.getUTCMonth() === 1).length)
  expect(data.every((row) => row.createdAt.startsWith('2026-02-01'))).toBe(true)
})

test.each([
  [{ status: 'approved' }, 'status'],
  [{ sort: 'orgEmail' }, 'sort'],
  [{ limit: 0 }, 'limit'],
  [{ invitedTo: '0000-12-31T00:00:00Z' }, 'invitedTo'],
])('%j is refused by name', async (query, field) => {
  const { status, error } = await manager(listInvites, { query })
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]])
})

test('the mail of the latest sending says how it fared', async () => {
  const admin = await as('admin')
  const { data } = await admin(invites.inviteOrganization, {
    body: { ...form, orgEmail: 'mail@masjid.example' },
  })
  const shown = async () => (await manager(listInvites, { query: { q: 'Masjid Mail' } })).data[0]?.mailStatus
  await postman.deliverDue()
  expect(await shown()).toBe('sent')
  clock.advance(1)
  await admin(invites.inviteOrganization, {
    body: { ...form, orgEmail: 'mail@masjid.example', id: data._id },
  })
  await postman.deliverDue()
  await db.update(mailTable).set({ status: 'failed' }).where(sql`${mailTable.createdAt} > ${data.createdAt}`)
  expect(await shown()).toBe('failed')
})

test('without parameters the whole array comes, newest first, and the audit trail says who took it', async () => {
  await db.execute(sql`insert into invites (id, org_name, org_admin, org_email, phone, code, created_at, expires_at)
    select gen_random_uuid(), 'Masjid ' || n, 'Admin', 'many' || n || '@masjid.example', '', lpad(n::text, 6, '0'),
      timestamptz '2020-01-01' + (n / 7) * interval '1 minute', timestamptz '2020-02-01'
    from generate_series(1, 1100) n`)
  const reply = await manager(listInvites, {})
  expect(Object.keys(JSON.parse(reply.text))).toEqual(['data'])
  expect(reply.data).toHaveLength(1133)
  const keys = reply.data.map((row) => `${row.createdAt} ${row._id}`)
  expect(keys).toEqual(keys.toSorted().reverse())
  const actions = (await db.select().from(auditEntries)).map((entry) => entry.action)
  expect(actions.filter((action) => action === 'invite.list-exported')).toHaveLength(1)
})

test('the whole array carries codes and logs as the document names them, codes only for those who may invite', async () => {
  const owner = await as('owner')
  const { data: invite } = await owner(inviteOrganization, { body: { ...form, orgEmail: 'whole@masjid.example' } })
  const inWhole = async (person: typeof owner) =>
    (await person(listInvites, {})).data.find(({ _id }) => _id === invite._id)?.invitationsDetails
  expect(await inWhole(owner)).toEqual(invite.invitationsDetails)
  expect(await inWhole(manager)).toMatchObject({
    inviteAccessCode: '',
    inviteLogs: [{ inviteCode: '', orgPhoneNo: '+15105550123' }],
  })
  const [row] = (await owner(listInvites, { query: { q: 'whole@masjid.example' } })).data
  expect(row).not.toHaveProperty('invitationsDetails')
})
