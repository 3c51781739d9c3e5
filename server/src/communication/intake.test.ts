import {
  demoRequests as demoContract,
  contactInquiries as inquiryContract,
} from '@hikmah/contract/communication/endpoints'
import { RECEIVED } from '@hikmah/contract/communication/schemas'
import { profile } from '@hikmah/contract/profile/endpoints'
import { plainTextOf } from '@hikmah/contract/rich-text'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { kinds, newEmail, startIntake } from '../../test/intake.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { mailTable } from '../kit/mail/post.ts'

const { call, callWith, db, given, audited, clock, mailsTo, manager, admin, send, found, readOnly } =
  await startIntake()
const wait = (hours: number) => clock.advance(hours * 3600)
const RECEIVED_ANSWER = { data: { received: true }, message: RECEIVED }

test('a demo request is kept as it was sent', async () => {
  const email = newEmail()
  const reply = await call(demoContract.createDemoRequest, {
    body: {
      name: ' Abdul  Rahman Al Amin ',
      email: email.toUpperCase(),
      phoneNo: '(510) 555-0142',
      organizationName: 'Masjid an-Noor',
      applications: ['deenkiosk', 'deenfund'],
      stream: 'deenfund',
      schedule: { date: '2027-02-28', time: 'after Dhuhr' },
      queries: [{ question: 'How many?', answer: 'Two\nor three' }, { question: 'When?' }],
      _id: 'mine',
      status: 'Done',
      createdAt: '1999-01-01T00:00:00Z',
      spam: true,
      assignee: [{ name: 'Me' }],
    },
  })
  expect([reply.status, JSON.parse(reply.text)]).toEqual([200, RECEIVED_ANSWER])
  const kept = await readOnly(kinds[0], email)
  expect(kept).toMatchObject({
    name: { firstName: 'Abdul', lastName: 'Rahman Al Amin' },
    email,
    phoneNo: '+15105550142',
    organizationName: 'Masjid an-Noor',
    applications: ['deenkiosk', 'deenfund'],
    stream: 'DEENFUND',
    schedule: { date: '2027-02-28', time: 'after Dhuhr' },
    queries: [
      { question: 'How many?', answer: 'Two\nor three' },
      { question: 'When?', answer: '' },
    ],
    status: 'New',
    assignee: [],
    spam: false,
    version: 1,
    responseTimeline: [],
  })
  expect(kept.createdAt > '2020').toBe(true)
  expect(await audited(kept._id)).toEqual(['demo-request.received'])
})

test('an inquiry is kept as it was sent, and nothing is mailed on its own', async () => {
  const email = newEmail()
  const message = '<img src=x onerror=alert(1)>\nسلام & "quotes"'
  const reply = await call(inquiryContract.createInquiry, {
    body: { name: 'Hamza', email, phone: '', inquiryType: 'Support', message: `  ${message} ` },
  })
  expect([reply.status, JSON.parse(reply.text)]).toEqual([200, RECEIVED_ANSWER])
  const kept = await readOnly(kinds[1], email)
  expect(kept).toMatchObject({ name: 'Hamza', message, inquiryType: 'Support', stream: 'DCWEBSITE', status: 'New' })
  const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.entityId, kept._id))
  expect(entry).toMatchObject({ actorKind: 'public', action: 'contact-inquiry.received', ip: '' })
  for (const word of ['Hamza', email, 'سلام', 'Support']) expect(JSON.stringify(entry)).not.toContain(word)
  expect(await mailsTo(email)).toEqual([])
})

test.each(kinds)('$name of a machine is kept as suspected spam and answered alike', async (kind) => {
  const links = ['https://a.example', 'http://b.example', 'www.c.example'].join(' ')
  for (const [words, more, spam] of [
    ['Hello', { website: 'https://x.example' }, true],
    [`${links} https://www.d.example`, {}, true],
    [links, {}, false],
    ['Hello', { website: '  ' }, false],
  ] as const) {
    const email = newEmail()
    const reply = await send(kind, email, words, more)
    expect([reply.status, JSON.parse(reply.text)]).toEqual([200, RECEIVED_ANSWER])
    expect((await found(kind, email)).map((row) => row.spam)).toEqual([spam])
  }
})

test.each(kinds)('who sends $name again within 24 hours adds to it', async (kind) => {
  const email = newEmail()
  await send(kind, email, 'First')
  const before = await readOnly(kind, email)
  wait(23)
  const words = `Second ${'long '.repeat(100)}`.trim()
  const reply = await send(kind, email.toUpperCase(), words, { name: 'K. Diallo' })
  expect(JSON.parse(reply.text)).toEqual(RECEIVED_ANSWER)
  const after = await readOnly(kind, email)
  expect(after.responseTimeline).toMatchObject([
    { status: 'New', assignee: '', reviewedBy: 'K. Diallo', fromWebsite: true, mailStatus: null },
  ])
  expect(after.responseTimeline[0]!.note).toContain(words)
  expect(after.updatedAt > before.updatedAt).toBe(true)
  expect({ ...after, updatedAt: '', version: 0, responseTimeline: [] }).toEqual({
    ...before,
    updatedAt: '',
    version: 0,
  })
  expect(await audited(after._id)).toEqual([`${kind.entity}.received`, `${kind.entity}.sent-again`])

  wait(1.1)
  await send(kind, email, 'Third')
  expect(await found(kind, email)).toHaveLength(2)
})

test.each(kinds)('ten more of $name join a thread, and the next begins another, answered alike', async (kind) => {
  const email = newEmail()
  for (let n = 0; n < 25; n += 1) {
    expect(JSON.parse((await send(kind, email, `Word ${n}`)).text)).toEqual(RECEIVED_ANSWER)
  }
  const threads = await Promise.all(
    (await found(kind, email)).map(async ({ _id: id }) => (await manager(kind.read, { params: { id } })).data),
  )
  expect(threads.map(({ responseTimeline }) => responseTimeline.length)).toEqual([2, 10, 10])
  const told = threads.flatMap(({ responseTimeline }) => responseTimeline.map(({ note }) => note))
  expect(
    told.filter((note) => /Word (11|22)$/.test(note)),
    'they begin the others',
  ).toEqual([])
  expect(told.filter((note) => note.endsWith('Word 24'))).toHaveLength(1)
})

test('what was left empty of a demo request is filled in by the next one, and nothing is written over', async () => {
  const email = newEmail()
  const create = (body: object) => call(demoContract.createDemoRequest, { body: { name: 'Omar', email, ...body } })
  await create({ phoneNo: '5105550142', schedule: { date: '', time: 'Friday' } })
  await create({
    phoneNo: '5105550199',
    organizationName: 'Masjid Noor',
    applications: ['deenweb'],
    schedule: { date: '2027-03-01', time: 'Monday' },
    queries: [{ question: 'When?', answer: 'Soon' }],
  })
  await create({ organizationName: 'Other', applications: ['deenfund'], queries: [{ question: 'Why?' }] })
  const kept = await readOnly(kinds[0], email)
  expect(kept).toMatchObject({
    phoneNo: '+15105550142',
    organizationName: 'Masjid Noor',
    applications: ['deenweb'],
    schedule: { date: '', time: 'Friday' },
    queries: [{ question: 'When?', answer: 'Soon' }],
  })
  expect(kept.responseTimeline.map((entry) => entry.note)).toEqual([
    'Organization: Masjid Noor\nPhone: +15105550199\nApplications: deenweb\nAsks for another time: Mon, Mar 1, 2027, Monday, instead of Friday\nWhen?\nSoon',
    'Organization: Other\nApplications: deenfund\nWhy?',
  ])
})

test('what was left empty of an inquiry is filled in by the next one', async () => {
  const email = newEmail()
  const create = (body: object) =>
    call(inquiryContract.createInquiry, { body: { name: 'Omar', email, message: 'Salam', ...body } })
  await create({ inquiryType: 'Sales' })
  await create({ inquiryType: 'Support', phone: '5105550142' })
  expect(await readOnly(kinds[1], email)).toMatchObject({ inquiryType: 'Sales', phone: '+15105550142' })
})

test.each(kinds)(
  '$name that was settled is New again, and told of, when the person writes again; an open one stays',
  async (kind) => {
    const told = await given.staff('manager')
    await callWith(told.token)(profile.updatePreferences, { body: { [kind.topic]: 'each' } })
    for (const status of [...kind.settled, kind.open]) {
      const email = newEmail()
      await send(kind, email, 'First')
      const { _id: id } = await readOnly(kind, email)
      await manager(kind.put, { params: { id }, body: { status } })
      await send(kind, email, 'Second')
      const after = await readOnly(kind, email)
      const expected = status === kind.open ? status : 'New'
      expect([after.status, after.responseTimeline.at(-1)?.status]).toEqual([expected, expected])
      expect(after.assignee).toEqual([{ name: 'DC Admin', imageUrl: '', role: '' }])
      expect(after.version).toBe(3)
      const subjects = (await mailsTo(told.userName, 'notice')).map(({ subject }) => subject)
      expect(subjects.filter((subject) => /open again/.test(subject))).toHaveLength(expected === 'New' ? 1 : 0)
      await db.delete(mailTable)
    }
  },
)

test.each(kinds)(
  'a machine cannot write into a person’s thread of $name, nor a visitor into a deleted one',
  async (kind) => {
    const email = newEmail()
    await send(kind, email, 'First')
    const { _id: id } = await readOnly(kind, email)
    await send(kind, email, 'Buy', { website: 'x' })
    await send(kind, email, 'Buy more', { website: 'x' })
    expect((await found(kind, email)).map((row) => row.spam)).toEqual([true, false])
    expect((await manager(kind.read, { params: { id } })).data.responseTimeline).toEqual([])
    await admin(kind.remove, { params: { id } })
    await send(kind, email, 'Second')
    expect((await found(kind, email)).filter((row) => !row.spam && row._id !== id)).toHaveLength(1)
  },
)

test.each(kinds)('many of $name at the same moment from one email are one thread', async (kind) => {
  const email = newEmail()
  const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => send(kind, email, `Word ${n}`)))
  expect(replies.map((reply) => reply.status)).toEqual(Array.from({ length: 8 }, () => 200))
  expect((await readOnly(kind, email)).responseTimeline).toHaveLength(7)
})

test.each([
  '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"x"}]}]}',
  '[{"type":"paragraph","children":[{"text":"x"}]}]',
  '{"type":"doc","content":[{"type":"script"}]}',
  '[1]\n\n2',
])('the words %s stay words', async (words) => {
  const email = newEmail()
  for (let i = 0; i < 2; i += 1) await send(kinds[1], email, words)
  const { _id: id } = await readOnly(kinds[1], email)
  const { message, responseTimeline } = (await manager(inquiryContract.readInquiry, { params: { id } })).data
  expect([message, plainTextOf(responseTimeline[0]!.note)]).toEqual([words, words])
})
