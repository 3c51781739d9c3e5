import {
  demoRequests as demoContract,
  contactInquiries as inquiryContract,
} from '@hikmah/contract/communication/endpoints'
import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startResponses } from '../../test/responses.ts'
import { staff } from '../accounts/table.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { newId } from '../kit/db/ids.ts'
import { responseEntries } from './table.ts'

const { given, callWith, as, call, db, audited, clock, mailsTo, fatima, manager, kinds } = await startResponses()

test.each(kinds)('an answer to $name sets its status, appends to its timeline and is audited', async (kind) => {
  const { id } = await kind.make()
  clock.advance(60)
  const reply = await manager(kind.put, {
    params: { id },
    body: { status: kind.status, responseTimeline: { note: 'Called, no answer' }, version: 1 },
  })
  expect([reply.status, reply.message]).toEqual([200, kind.updated])
  expect(reply.data).toMatchObject({
    _id: id,
    status: kind.status,
    assignee: [{ name: 'DC Admin', imageUrl: '', role: '' }],
    version: 2,
    responseTimeline: [
      {
        status: kind.status,
        assignee: 'DC Admin',
        note: 'Called, no answer',
        reviewedBy: 'Fatima Noor',
        fromWebsite: false,
        mailStatus: null,
      },
    ],
  })
  expect(reply.data.updatedAt).toBe(reply.data.responseTimeline[0]?.createdAt)
  expect(reply.data.updatedAt > reply.data.createdAt).toBe(true)
  expect(await audited(id)).toEqual([`${kind.entity}.responded`])
  const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.entityId, id))
  expect(entry).toMatchObject({ actorId: fatima.id, changes: { status: { before: 'New', after: kind.status } } })
})

test.each(kinds)('$name takes every status of the contract', async ({ make, put, statuses }) => {
  for (const status of statuses) {
    const { id } = await make()
    expect((await manager(put, { params: { id }, body: { status } })).data).toMatchObject({ status })
  }
})

test.each(kinds)(
  'the suspicion of spam is taken back from $name by who answers it, and by nothing else',
  async (kind) => {
    const { id } = await kind.make({ spam: true })
    const answer = (more: object) => manager(kind.put, { params: { id }, body: { status: kind.status, ...more } })
    expect((await answer({})).data.spam).toBe(true)
    expect((await answer({ notSpam: true })).data.spam).toBe(false)
    const entries = await db.select().from(auditEntries).where(eq(auditEntries.entityId, id))
    expect(entries.map(({ changes }) => changes.spam)).toContainEqual({ before: true, after: false })
    expect((await answer({ notSpam: 'yes' })).status).toBe(400)
  },
)

test.each(kinds)('who answered $name, when and what is never taken from the form', async (kind) => {
  const { id } = await kind.make()
  const { data } = await manager(kind.put, {
    params: { id },
    body: {
      status: kind.status,
      responseTimeline: {
        status: 'Done',
        assignee: 'The Queen',
        note: 'x',
        createdAt: '1999-01-01T00:00:00Z',
        reviewedBy: 'Somebody Else',
        fromWebsite: true,
        mailStatus: 'sent',
      },
      createdAt: '1999-01-01T00:00:00Z',
      spam: true,
      email: 'other@masjid.example',
      assignee: [{ name: 'The Queen' }],
    },
  })
  expect(data).toMatchObject({ status: kind.status, spam: false, assignee: [{ name: 'DC Admin' }] })
  expect(data.email).not.toBe('other@masjid.example')
  expect(data.responseTimeline).toMatchObject([
    { status: kind.status, assignee: 'DC Admin', reviewedBy: 'Fatima Noor', fromWebsite: false, mailStatus: null },
  ])
  expect(data.responseTimeline[0]!.createdAt > '2020').toBe(true)
})

test.each(kinds)('$name is given to a colleague by id, email or name, and shows them as they are now', async (kind) => {
  const omar = await given.staff('admin', {
    firstName: 'Omar',
    lastName: `Siddiqui ${kind.entity}`,
    image: '/api/media/1/file',
  })
  const name = `Omar Siddiqui ${kind.entity}`
  const { id } = await kind.make()
  const give = (more: object) => manager(kind.put, { params: { id }, body: { status: kind.status, ...more } })
  const omarNow = [{ _id: omar.id, name, imageUrl: '/api/media/1/file', role: 'Admin' }]
  for (const body of [
    { assigneeId: omar.id },
    { responseTimeline: { assignee: omar.userName.toUpperCase() } },
    { responseTimeline: { assignee: name.toLowerCase() } },
    { responseTimeline: { assignee: { name } } },
    { responseTimeline: { assignee: [{ name, imageUrl: 'https://elsewhere.example/x.png', role: 'Owner' }] } },
    { assigneeId: omar.id, responseTimeline: { assignee: 'DC Admin' } },
  ]) {
    await give({ responseTimeline: { assignee: null } })
    const { data } = await give(body)
    expect([data.assignee, data.responseTimeline.at(-1)?.assignee]).toEqual([omarNow, name])
  }
  await db.update(staff).set({ lastName: 'Karimi', image: '', role: 'hikmah_manager' }).where(eq(staff.id, omar.id))
  const { data } = await manager(kind.read, { params: { id } })
  expect(data.assignee).toEqual([{ _id: omar.id, name: 'Omar Karimi', imageUrl: '', role: 'Manager' }])
  expect(data.responseTimeline.at(-1)?.assignee).toBe(name)
})

test.each(kinds)(
  'whoever has $name keeps it by id without access, beside a namesake, and nobody is mailed',
  async (kind) => {
    const [bilal, namesake] = [await given.staff('admin'), await given.staff('admin')]
    await db
      .update(staff)
      .set({ firstName: 'Bilal', lastName: 'Aziz' })
      .where(inArray(staff.id, [bilal.id, namesake.id]))
    const { id } = await kind.make()
    const save = (assigneeId: string) =>
      manager(kind.put, {
        params: { id },
        body: { status: kind.status, assigneeId, responseTimeline: { note: 'Noted' } },
      })
    expect((await save(bilal.id)).data.assignee).toMatchObject([{ _id: bilal.id }])
    await db.update(staff).set({ access: 'revoked' }).where(eq(staff.id, bilal.id))
    const before = (await mailsTo(namesake.userName)).length
    expect((await save(bilal.id)).data.assignee).toMatchObject([{ _id: bilal.id, name: 'Bilal Aziz' }])
    expect((await mailsTo(namesake.userName)).length).toBe(before)
    await save(namesake.id)
    expect(await save(bilal.id)).toMatchObject({ status: 400, error: { fields: { assigneeId: expect.any(String) } } })
  },
)

test.each(kinds)('an assignee whose name turns its direction is refused by name for $name', async (kind) => {
  const { id } = await kind.make()
  for (const assignee of ['Omar\u202e', { name: 'Omar\u202e' }, [{ name: 'Omar\u202e' }]]) {
    const { status, error } = await manager(kind.put, {
      params: { id },
      body: { status: kind.status, responseTimeline: { assignee } },
    })
    expect([status, Object.keys(error.fields ?? {})[0]]).toEqual([
      400,
      expect.stringMatching(/^responseTimeline\.assignee/),
    ])
  }
  expect((await manager(kind.read, { params: { id } })).data.version).toBe(1)
})

test.each(kinds)('nobody without access is given $name', async (kind) => {
  const revoked = await given.staff('admin', { access: 'revoked', firstName: 'Gone', lastName: kind.entity })
  const unverified = await given.staff('admin', { verifiedAt: null })
  const { id } = await kind.make()
  for (const assigneeId of [revoked.id, unverified.id, newId()]) {
    const { status, error } = await manager(kind.put, { params: { id }, body: { status: kind.status, assigneeId } })
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['assigneeId']])
  }
  for (const assignee of [revoked.userName, unverified.userName, `Gone ${kind.entity}`, '', null, []]) {
    const { data } = await manager(kind.put, {
      params: { id },
      body: { status: kind.status, responseTimeline: { assignee } },
    })
    expect(data.assignee).toEqual([{ name: 'DC Admin', imageUrl: '', role: '' }])
  }
})

test.each(kinds)('the second of two answers to one version of $name is refused with what is there', async (kind) => {
  const { id } = await kind.make()
  const body = { status: kind.status, version: 1 }
  const replies = await Promise.all(['a', 'b', 'c'].map(() => manager(kind.put, { params: { id }, body })))
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409])
  const refused = replies.find((reply) => reply.status === 409)!
  expect(refused.error).toMatchObject({ code: 'CONFLICT', current: { _id: id, version: 2, status: kind.status } })
  expect((await manager(kind.read, { params: { id } })).data.responseTimeline).toHaveLength(1)
  const late = await manager(kind.put, { params: { id }, body: { status: kind.status } })
  expect([late.status, late.data.version]).toEqual([200, 3])
})

test.each([
  [{}, 'status'],
  [{ status: 'Open' }, 'status'],
  [{ status: 7 }, 'status'],
  [{ status: 'Done', responseTimeline: 'x' }, 'responseTimeline'],
  [{ status: 'Done', responseTimeline: { assignee: 7 } }, 'responseTimeline.assignee'],
  [{ status: 'Done', assigneeId: 'x' }, 'assigneeId'],
  [{ status: 'Done', mailNote: 'yes' }, 'mailNote'],
  [{ status: 'Done', version: 'x' }, 'version'],
  [{ status: 'Done', version: 1e300 }, 'version'],
])('%j is refused by name', async (body, field) => {
  for (const kind of kinds) {
    const { id } = await kind.make()
    const { status, error } = await manager(kind.put, { params: { id }, body })
    expect([status, Object.keys(error.fields ?? {})[0]]).toEqual([400, field])
    expect((await manager(kind.read, { params: { id } })).data.responseTimeline).toEqual([])
  }
})

test.each(kinds)('$name that does not exist or was deleted cannot be answered', async (kind) => {
  const admin = await as('admin')
  const { id } = await kind.make()
  await admin(kind.remove, { params: { id } })
  for (const one of [id, newId()]) {
    const { status } = await manager(kind.put, { params: { id: one }, body: { status: kind.status } })
    expect(status).toBe(404)
  }
  expect((await manager(kind.put, { params: { id: 'x' }, body: { status: kind.status } })).status).toBe(400)
})

test.each(kinds)('a stranger cannot answer $name', async (kind) => {
  const { id } = await kind.make()
  const member = await given.member((await given.organization()).id)
  for (const caller of [call, callWith(member.token)]) {
    expect((await caller(kind.put, { params: { id }, body: { status: kind.status } })).status).toBe(401)
  }
  expect(await audited(id)).toEqual([])
})

test('the database itself refuses to change or take away an entry of a timeline', async () => {
  const { id } = await given.inquiry()
  await manager(inquiryContract.respondToInquiry, { params: { id }, body: { status: 'Done' } })
  for (const statement of [
    sql`update response_entries set note = 'other'`,
    sql`delete from response_entries`,
    sql`truncate response_entries`,
  ]) {
    await expect(db.execute(statement)).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/append-only/) },
    })
  }
  const kept = await db.select().from(responseEntries).where(eq(responseEntries.inquiryId, id))
  expect(kept).toHaveLength(1)
  expect(kept[0]?.note).toBe('')
})

test.each(kinds)('who is given $name by somebody else is told, once', async (kind) => {
  const bilal = await given.staff('manager', { firstName: 'Bilal', lastName: 'Chaudhry' })
  const { id } = await kind.make()
  const assign = (assigneeId: string, note = '') =>
    manager(kind.put, { params: { id }, body: { status: kind.status, assigneeId, responseTimeline: { note } } })
  await assign(bilal.id, 'Call them on Friday')
  await assign(bilal.id)
  const told = await mailsTo(bilal.userName, 'notice')
  expect(told).toHaveLength(1)
  expect(told[0]!.subject).toContain('Assigned to you')
  expect(told[0]!.text).toContain(`Its status is ${kind.status}.`)
  expect(told[0]!.text).toContain('Call them on Friday')
  expect(told[0]!.text).toContain(`http://127.0.0.1:4000/`)
  expect(told[0]!.text).toContain(id)
  await assign(fatima.id)
  expect(await mailsTo(fatima.userName, 'notice'), 'whoever takes it knows').toEqual([])
})

test.each(kinds)('a list has what is assigned to the caller', async (kind) => {
  const bilal = await given.staff('manager')
  const [{ id }] = [await kind.make(), await kind.make()]
  await manager(kind.put, { params: { id }, body: { status: kind.status, assigneeId: bilal.id } })
  const mine = (query: object) => callWith(bilal.token)(kind.list, { query: { assignee: 'me', page: 1, ...query } })
  for (const query of [{}, { sort: 'name' }, { status: kind.status }]) {
    const { data, meta } = await mine(query)
    expect(data.map(({ _id }) => _id)).toEqual([id])
    expect(meta.total).toBe(1)
  }
  expect((await mine({ status: 'Done' })).data).toEqual([])
  expect((await (await as('manager'))(kind.list, { query: { assignee: 'me', page: 1 } })).data).toEqual([])
  expect((await manager(kind.list, { query: { assignee: bilal.id } })).status).toBe(400)
})

test('when the demo takes place is set with the answer, audited, and stays where it is not sent', async () => {
  const { id } = await given.demoRequest()
  const put = (body: object) =>
    manager(demoContract.respondToDemoRequest, { params: { id }, body: { status: 'Scheduled', ...body } })
  const schedule = { date: '2027-03-01', time: '10:30 AM', zone: '' }
  expect((await put({ schedule })).data.schedule).toEqual(schedule)
  expect((await put({})).data.schedule).toEqual(schedule)
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.entityId, id))
  expect(entries.map(({ changes }) => changes.scheduleDate?.after)).toContain('2027-03-01')
  expect(Object.keys((await put({ schedule: { date: '2027-02-30' } })).error.fields ?? {})).toEqual(['schedule.date'])
})
