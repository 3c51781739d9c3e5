import {
  demoRequests as demoContract,
  contactInquiries as inquiryContract,
} from '@hikmah/contract/communication/endpoints'
import { expect, test } from 'vitest'
import { kinds, startIntake } from '../../test/intake.ts'
import { startServer } from '../../test/start.ts'

const { app, call, found } = await startIntake()

/** Marks that stand above one letter, each of one character however it is spelled. */
const MARKS = [...'\u1ab0-\u1abd\u1dc0-\u1df5\u20d0-\u20dc\ufe20-\ufe2d\u0300-\u034e'.matchAll(/(.)-(.)/g)]
  .flatMap(([, first = '', last = '']) =>
    Array.from({ length: last.charCodeAt(0) - first.charCodeAt(0) }, (_, i) =>
      String.fromCharCode(first.charCodeAt(0) + i),
    ),
  )
  .filter((mark) => mark.normalize().length === 1)
const letterWith = (marks: number) =>
  `a${Array.from({ length: marks }, () => MARKS[Math.floor(Math.random() * MARKS.length)]).join('')}`

const good = { name: 'Omar', email: 'bad.input@masjid.example', message: 'Salam' }
test.each([
  ['name', { name: '' }],
  ['name', { name: ' ' }],
  ['name', { name: 'x'.repeat(101) }],
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
  ['message', { message: 'a\u202e' }],
  ['message', { message: '\u200b\u3164' }],
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

test.each([
  ['application/x-www-form-urlencoded', 'name=Omar&email=a@b.example&message=x'],
  ['text/plain', JSON.stringify(good)],
  [undefined, JSON.stringify(good)],
])('a form that is not JSON is refused, not misread: %s', async (type, payload) => {
  const headers = type ? { 'content-type': type } : {}
  const { statusCode } = await app.inject({ method: 'POST', url: '/api/dc-contact-us', headers, payload })
  expect(statusCode).toBe(415)
})

test.each(['"__proto__": {"spam": false}', '"constructor": {"prototype": {"spam": false}}'])(
  'a body that would reach the prototype of others is refused: %s',
  async (field) => {
    const payload = JSON.stringify(good).replace('{', `{${field}, `)
    const headers = { 'content-type': 'application/json' }
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/api/dc-contact-us', headers, payload })
    expect([statusCode, body]).toEqual([400, expect.stringContaining('body')])
  },
)

test('a name of a hundred letters with more marks than can be kept is refused in both forms', async () => {
  // More bytes than an index takes, however they are packed.
  const name = Array.from({ length: 100 }, () => letterWith(15)).join('')
  for (const kind of kinds) {
    const { status, error } = await call(kind.create, { body: { ...good, name } })
    expect([status, error.message]).toEqual([400, 'A text is too long'])
    expect(await found(kind, good.email)).toEqual([])
  }
})

test('a letter carries up to thirty marks, and no more in both forms', async () => {
  for (const kind of kinds) {
    const email = `marks.${kind.entity}@masjid.example`
    const send = (marks: number) =>
      call(kind.create, { body: { ...kind.form('Salam'), email, name: letterWith(marks) } })
    const { status, error } = await send(31)
    expect([status, error.fields]).toEqual([400, { name: 'Use at most 30 accents or vowel marks on one letter' }])
    expect(await found(kind, email)).toEqual([])
    expect((await send(30)).status).toBe(200)
  }
})

test('a text is taken with what came along when it was pasted', async () => {
  const spaces = ' \n'.repeat(500)
  for (const kind of kinds) {
    const email = `pasted.${kind.entity}@masjid.example`
    const form = {
      ...kind.form(`${spaces.slice(0, 400)}Salam${spaces.slice(0, 400)}`),
      name: `  Omar ${' '.repeat(900)}`,
    }
    expect((await call(kind.create, { body: { ...form, email: ` ${email}${' '.repeat(500)}` } })).status).toBe(200)
    expect(await found(kind, email)).toHaveLength(1)
  }
})

test('what is refused counts as a form too, before anything of it is read', async () => {
  const strict = await startServer({ INTAKE_PER_10_MIN: '3' })
  const post = async (payload: string | object, type = 'application/json') => {
    const headers = { 'content-type': type }
    return (await strict.app.inject({ method: 'POST', url: '/api/dc-contact-us', headers, payload })).statusCode
  }
  expect([await post({}), await post('{', 'application/json'), await post('name=Omar', 'text/plain')]).toEqual([
    400, 400, 415,
  ])
  expect([await post('{'), await post({ ...good, name: 'x'.repeat(1_000_000) })]).toEqual([429, 429])
})

test.each([
  ['name', { name: undefined }, 'Required'],
  ['name', { name: '' }, 'Required'],
  ['name', { name: 'x'.repeat(101) }, 'At most 100 characters'],
  ['schedule.date', { schedule: { date: '0000-01-01' } }, 'Choose a date from 2000 on'],
  ['schedule.date', { schedule: { date: '2026-02-31' } }, 'Enter a date'],
  ['applications', { applications: Array.from({ length: 11 }, () => 'x') }, 'At most 10 entries'],
])('a visitor is told in plain words what is wrong with %s (%#)', async (field, wrong, words) => {
  const { status, error } = await call(demoContract.createDemoRequest, { body: { ...good, ...wrong } })
  expect([status, error.fields]).toEqual([400, { [field]: words }])
})
