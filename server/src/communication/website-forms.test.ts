import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { RECEIVED } from '@hikmah/contract/communication/schemas'
import { NewDemoRequest, NewInquiry } from '@hikmah/contract/communication/website-forms'
import { expect, test } from 'vitest'
import { kinds, newEmail, startIntake } from '../../test/intake.ts'
import { startServer } from '../../test/start.ts'
import { contactInquiries, demoRequests } from './table.ts'

const { app, readOnly } = await startIntake()

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
    for (const payload of [{}, { name: 'Omar', message: 'Salam', email: newEmail() }]) {
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

test('ten forms in ten minutes and sixty in a day are taken from one address, both kinds together', async () => {
  const strict = await startServer({ INTAKE_PER_10_MIN: '10' })
  let sent = 0
  const post = (remoteAddress: string) => {
    const kind = kinds[sent % 2]!
    sent += 1
    return strict.app.inject({
      method: 'POST',
      url: `/api${kind.create.path}`,
      remoteAddress,
      headers: { origin: ORIGIN },
      payload: { ...kind.form('Salam'), email: newEmail() },
    })
  }
  const answers: number[] = []
  for (let i = 0; i < 12; i += 1) answers.push((await post('203.0.113.7')).statusCode)
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
  const refused = await post('203.0.113.7')
  expect(refused.json()).toMatchObject({
    code: 'RATE_LIMITED',
    message: expect.stringMatching(/Please try again later/),
  })
  expect(refused.headers).toMatchObject({ 'access-control-allow-origin': '*' })
  // Ten minutes from the first, less what passed since.
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(570)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(600)
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
