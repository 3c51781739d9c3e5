import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { RECEIVED } from '@hikmah/contract/communication/words'
import { contactInquiries as inquiryContract } from '@hikmah/contract/contact-inquiries/endpoints'
import { NewInquiry } from '@hikmah/contract/contact-inquiries/schemas'
import { demoRequests as demoContract } from '@hikmah/contract/demo-requests/endpoints'
import { NewDemoRequest } from '@hikmah/contract/demo-requests/schemas'
import { plainTextOf } from '@hikmah/contract/rich-text/document'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startServer } from '../../test/start.ts'
import { contactInquiries } from '../contact-inquiries/table.ts'
import { demoRequests } from '../demo-requests/table.ts'
import { auditEntries } from '../kit/audit/audit.ts'

const { app, as, call, db, audited, clock, mailsTo } = await startServer({ INTAKE_PER_10_MIN: '100000' })
let [manager, admin] = [await as('manager'), await as('admin')]
/** Nobody stays signed in that long. */
async function wait(hours: number) {
  clock.advance(hours * 3600)
  ;[manager, admin] = [await as('manager'), await as('admin')]
}
let counter = 0
const newEmail = () => {
  counter += 1
  return `visitor${counter}@masjid.example`
}
const RECEIVED_ANSWER = { data: { received: true }, message: RECEIVED }

/** The two forms side by side: what is said here holds for both. */
const kinds = [
  {
    name: 'a demo request',
    entity: 'demo-request',
    create: demoContract.createDemoRequest,
    list: demoContract.listDemoRequests,
    read: demoContract.readDemoRequest,
    put: demoContract.respondToDemoRequest,
    remove: demoContract.deleteDemoRequest,
    settled: ['Done'],
    open: 'Scheduled',
    form: (words: string) => ({
      name: 'Khadija Diallo',
      queries: [{ question: 'What do you need?', answer: words }],
    }),
  },
  {
    name: 'an inquiry',
    entity: 'contact-inquiry',
    create: inquiryContract.createInquiry,
    list: inquiryContract.listInquiries,
    read: inquiryContract.readInquiry,
    put: inquiryContract.respondToInquiry,
    remove: inquiryContract.deleteInquiry,
    settled: ['Closed', 'Done'],
    open: 'In-progress',
    form: (words: string) => ({ name: 'Khadija Diallo', message: words }),
  },
] as const
type Kind = (typeof kinds)[number]

const send = (kind: Kind, email: string, words: string, more: object = {}) =>
  call(kind.create, { body: { ...kind.form(words), email, ...more } })
const found = async (kind: Kind, email: string) =>
  (await manager(kind.list, { query: { q: email, limit: 100 } })).data.filter((row) => row.email === email)
const readOnly = async (kind: Kind, email: string) => {
  const [row, ...others] = await found(kind, email)
  expect(others).toEqual([])
  return (await manager(kind.read, { params: { id: row!._id } })).data
}

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
  expect(entry).toMatchObject({ actorKind: 'public', action: 'contact-inquiry.received', entityName: 'Hamza' })
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
  await wait(23)
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

  await wait(1.1)
  await send(kind, email, 'Third')
  expect(await found(kind, email)).toHaveLength(2)
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
    schedule: { date: '2027-03-01', time: 'Friday' },
    queries: [{ question: 'When?', answer: 'Soon' }],
  })
  expect(kept.responseTimeline.map((entry) => entry.note)).toEqual([
    'Organization: Masjid Noor\nPhone: +15105550199\nApplications: deenweb\nSchedule: 2027-03-01 Monday\nWhen?\nSoon',
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
  '$name that was settled is New again when the person writes again; an open one stays',
  async (kind) => {
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

test.each(kinds)('many of $name at the same moment from one e-mail are one thread', async (kind) => {
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

const good = { name: 'Omar', email: 'bad.input@masjid.example', message: 'Salam' }
test.each([
  ['name', { name: '' }],
  ['name', { name: ' ' }],
  ['name', { name: 'x'.repeat(101) }],
  ['name', { name: 'a\nBcc: x' }],
  ['name', { name: 'a\u2028Bcc: x' }],
  ['name', { name: '\u200b\u2060' }],
  ['name', { name: 7 }],
  ['name', { name: undefined }],
  ['email', { email: 'nobody' }],
  ['email', { email: 'a@b.example\r\nBcc: x@y.example' }],
  ['email', { email: undefined }],
  ['website', { website: 'x'.repeat(2001) }],
  ['stream', { stream: 'x'.repeat(31) }],
])('a wrong %s (%#) is refused by name in both forms', async (field, wrong) => {
  for (const kind of kinds) {
    const { status, error } = await call(kind.create, { body: { ...good, ...wrong } })
    expect([status, Object.keys(error.fields ?? {})[0]]).toEqual([400, field])
    expect(await found(kind, good.email)).toEqual([])
  }
})

test.each([
  ['message', { message: '' }],
  ['message', { message: 'x'.repeat(2001) }],
  ['message', { message: 'a\u0000' }],
  ['message', { message: { $gt: '' } }],
  ['phone', { phone: '12' }],
  ['inquiryType', { inquiryType: 'x'.repeat(51) }],
])('a wrong %s (%#) is refused by name in an inquiry', async (field, wrong) => {
  const { status, error } = await call(inquiryContract.createInquiry, { body: { ...good, ...wrong } })
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]])
})

test.each([
  ['name.firstName', { name: { firstName: '', lastName: 'x' } }],
  ['phoneNo', { phoneNo: 'call me' }],
  ['applications', { applications: 'deenweb' }],
  ['applications', { applications: Array.from({ length: 11 }, () => 'x') }],
  ['applications.0', { applications: [''] }],
  ['schedule.date', { schedule: { date: '2027-02-30' } }],
  ['schedule.date', { schedule: { date: 'tomorrow' } }],
  ['schedule', { schedule: 'tomorrow' }],
  ['queries.0.question', { queries: [{ answer: 'x' }] }],
  ['queries.0.answer', { queries: [{ question: 'x', answer: 'x'.repeat(1001) }] }],
  ['queries', { queries: Array.from({ length: 21 }, () => ({ question: 'x' })) }],
])('a wrong %s (%#) is refused by name in a demo request', async (field, wrong) => {
  const { status, error } = await call(demoContract.createDemoRequest, { body: { ...good, ...wrong } })
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]])
})

const DOCS = join(import.meta.dirname, '../../../docs/website-forms.md')

/** Runs the script of a documented form as a browser would, filled in as said, and answers what it shows. */
async function submitDocumented(id: string, filled: [string, string][]): Promise<string> {
  const html = [...readFileSync(DOCS, 'utf8').matchAll(/```html\n([\s\S]*?)```/g)]
    .map(([, block = '']) => block)
    .find((block) => block.includes(`id="${id}"`))!
  const action = /action="([^"]*)"/.exec(html)![1]!
  const names = new Set([...html.matchAll(/ name="([^"]*)"/g)].map(([, name]) => name))
  const output = { textContent: '' }
  const form = { action, reset: () => undefined, querySelector: () => output }
  let submit: ((event: object) => Promise<void>) | undefined
  class Filled extends FormData {
    constructor() {
      super()
      for (const [name, value] of filled) {
        expect(names).toContain(name)
        this.append(name, value)
      }
    }
  }
  const fetch = async (url: string, { method, headers, body }: { method: 'POST'; headers: object; body: string }) => {
    const reply = await app.inject({ method, url: new URL(url).pathname, headers: { ...headers }, payload: body })
    return { ok: reply.statusCode === 200, json: async () => reply.json() }
  }
  const document = {
    getElementById: (wanted: string) => ({
      addEventListener: (_event: string, listener: typeof submit) => {
        expect(wanted).toBe(id)
        submit = listener
      },
    }),
  }
  runInContext(/<script>([\s\S]*?)<\/script>/.exec(html)![1]!, createContext({ document, fetch, FormData: Filled }))
  await submit!({ target: form, preventDefault: () => undefined })
  return output.textContent
}

test('the documented contact form works, and names no field that the contract has not', async () => {
  const email = newEmail()
  const filled = Object.entries({ name: 'Omar', email, phone: '', inquiryType: 'Sales', message: 'Salam', website: '' })
  expect(filled.map(([name]) => name).filter((name) => !(name in NewInquiry.shape))).toEqual([])
  expect(await submitDocumented('contact', filled)).toBe(RECEIVED)
  expect(await readOnly(kinds[1], email)).toMatchObject({ message: 'Salam', inquiryType: 'Sales', spam: false })
  expect(await submitDocumented('contact', [['name', 'Omar']])).toMatch(/^email: /)
})

test('the documented demo form works, and names no field that the contract has not', async () => {
  const email = newEmail()
  const filled: [string, string][] = [
    ...Object.entries({ name: 'Omar Haddad', email, phoneNo: '', organizationName: 'Masjid', website: '' }),
    ['applications', 'deenkiosk'],
    ['applications', 'deenweb'],
  ]
  expect(filled.map(([name]) => name).filter((name) => !(name in NewDemoRequest.shape))).toEqual([])
  filled.push(['date', '2027-02-01'], ['time', '10:00'], ['answer', 'Two'])
  expect(await submitDocumented('demo', filled)).toBe(RECEIVED)
  expect(await readOnly(kinds[0], email)).toMatchObject({
    name: { firstName: 'Omar', lastName: 'Haddad' },
    applications: ['deenkiosk', 'deenweb'],
    schedule: { date: '2027-02-01', time: '10:00' },
    queries: [{ question: 'How many screens do you need?', answer: 'Two' }],
  })
})

const ORIGIN = 'https://masjid.example'
const corsOf = (headers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')))

test.each(['/api/dc-contact-us', '/api/dc-website/demoRequest'])(
  'any website may post to %s, and no more',
  async (url) => {
    const asks = (method: string) =>
      app.inject({
        method: 'OPTIONS',
        url,
        headers: {
          origin: ORIGIN,
          'access-control-request-method': method,
          'access-control-request-headers': 'content-type',
        },
      })
    const preflight = await asks('POST')
    expect([preflight.statusCode, corsOf(preflight.headers)]).toEqual([
      204,
      {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'content-type',
        'access-control-max-age': '3600',
      },
    ])
    for (const payload of [{}, { ...good, email: newEmail() }]) {
      const posted = await app.inject({ method: 'POST', url, headers: { origin: ORIGIN }, payload })
      expect(corsOf(posted.headers)).toEqual({ 'access-control-allow-origin': '*' })
    }
    expect(corsOf((await app.inject({ method: 'GET', url, headers: { origin: ORIGIN } })).headers)).toEqual({})
  },
)

test.each([
  '/api/hikmah/auth/authenticateWithPassword',
  '/api/hikmah/organizations',
  '/api/dc-contact-us/019aa1f0-0000-7000-8000-000000000000',
  '/api/hikmah/navigation/counts',
  '/',
])('no other website may call %s', async (url) => {
  const headers = { origin: ORIGIN, 'access-control-request-method': 'POST', 'access-control-request-headers': 'token' }
  const preflight = await app.inject({ method: 'OPTIONS', url, headers })
  expect([preflight.statusCode, corsOf(preflight.headers)]).toEqual([404, {}])
  for (const method of ['GET', 'POST', 'PUT'] as const) {
    const reply = await app.inject({ method, url, headers: { origin: ORIGIN } })
    expect(corsOf(reply.headers)).toEqual({})
  }
})

test('a form that is not JSON is refused, not misread', async () => {
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/dc-contact-us',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'name=Omar&email=a@b.example&message=x',
  })
  expect(statusCode).toBe(415)
})

test('ten forms in ten minutes and sixty in a day are taken from one address, both kinds together', async () => {
  const strict = await startServer({ INTAKE_PER_10_MIN: '10' })
  const post = (remoteAddress: string, kind: Kind = kinds[counter % 2]!) =>
    strict.app.inject({
      method: 'POST',
      url: `/api${kind.create.path}`,
      remoteAddress,
      headers: { origin: ORIGIN },
      payload: { ...kind.form('Salam'), email: newEmail() },
    })
  const answers: number[] = []
  for (let i = 0; i < 12; i += 1) answers.push((await post('203.0.113.7')).statusCode)
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
  const refused = await post('203.0.113.7')
  expect(refused.json()).toMatchObject({
    code: 'RATE_LIMITED',
    message: expect.stringMatching(/Please try again later/),
  })
  expect(refused.headers).toMatchObject({ 'access-control-allow-origin': '*', 'retry-after': '600' })
  expect((await post('203.0.113.8')).statusCode).toBe(200)
  for (let round = 0; round < 5; round += 1) {
    strict.clock.advance(601)
    for (let i = 0; i < 10; i += 1) expect((await post('203.0.113.7')).statusCode).toBe(200)
  }
  strict.clock.advance(601)
  expect((await post('203.0.113.7')).statusCode).toBe(429)
  strict.clock.advance(86_400)
  expect((await post('203.0.113.7')).statusCode).toBe(200)
  const kept = [demoRequests, contactInquiries].map((table) => strict.db.$count(table))
  expect((await Promise.all(kept)).reduce((sum, count) => sum + count, 0)).toBe(62)
})
