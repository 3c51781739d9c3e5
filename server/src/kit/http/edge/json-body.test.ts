import { apiUrl } from '@hikmah/contract/endpoint'
import { invites } from '@hikmah/contract/invites/endpoints'
import { productDrafts } from '@hikmah/contract/product-drafts'
import { expect, test } from 'vitest'
import { startServer } from '../../../../test/start.ts'
import { DEEPEST, MOST_PARTS } from './json-body.ts'

const { app, given } = await startServer()
const { token } = await given.staff('admin')

/** So many brackets in one another. */
const arrays = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

async function send(method: 'PUT' | 'POST', url: string, payload: string, more: Record<string, string> = {}) {
  const headers = { token, 'content-type': 'application/json', ...more }
  const reply = await app.inject({ method, url, payload, headers })
  return { status: reply.statusCode, ...(reply.json() as { code?: string; fields?: object }) }
}

const TOO_DEEP = { status: 400, code: 'VALIDATION', fields: { body: 'Nest at most 64 levels' } }

test.each([
  ['arrays', arrays],
  ['objects', objects],
])('a draft of %s in one another is kept up to 64 levels, and refused beyond', async (_, nested) => {
  const kind = nested === arrays ? ('application' as const) : ('integration' as const)
  const address = apiUrl(productDrafts.saveProductDraft, { params: { kind } })
  const save = (levels: number, version: number) =>
    // The body and the draft are two of the levels.
    send('PUT', address, `{"draft":{"a":${nested(levels - 2)}},"step":0,"version":${version}}`)
  expect((await save(DEEPEST, 0)).status).toBe(200)
  for (const levels of [DEEPEST + 1, 7000, 100_000]) expect(await save(levels, 1)).toMatchObject(TOO_DEEP)
  expect((await save(3, 1)).status).toBe(200)
})

test('what nobody reads of a body may not be nested too deep either', async () => {
  const address = apiUrl(invites.inviteOrganization, {})
  const invite = (dateTime: string) => {
    const orgEmail = `${crypto.randomUUID()}@masjid.example`
    const known = { orgName: 'Masjid an-Noor', orgAdmin: 'Yusuf', orgEmail, phoneFax: { primaryPhone: '+15105550123' } }
    const body = `${JSON.stringify(known).slice(0, -1)},"dateTime":${dateTime}}`
    return send('POST', address, body, { 'idempotency-key': crypto.randomUUID() })
  }
  for (const levels of [64, 7000, 100_000]) expect(await invite(arrays(levels))).toMatchObject(TOO_DEEP)
  expect((await invite(arrays(63))).status).toBe(200)
})

test.each([
  ['numbers', (count: number) => `[${'1,'.repeat(count - 2)}1]`],
  ['empty lists', (count: number) => `[${'[],'.repeat(count / 2 - 1)}[]]`],
  ['fields', (count: number) => `{${Array.from({ length: count - 1 }, (_, i) => `"${i * 7919}":0`)}}`],
])('a body of up to 40,000 %s is read, and one of more refused before', async (_, filled) => {
  const address = apiUrl(invites.inviteOrganization, {})
  const invite = (count: number) =>
    // The body itself, its field and the comma before it are three of them.
    send('POST', address, `{"orgName":"Masjid an-Noor","dateTime":${filled(count - 2)}}`)
  expect((await invite(MOST_PARTS)).fields).toMatchObject({ orgEmail: 'Required' })
  for (const count of [MOST_PARTS + 2, 50_000]) {
    expect(await invite(count)).toMatchObject({ status: 400, fields: { body: 'Send at most 40,000 values' } })
  }
})

test('what stands in a text is neither depth nor values of its own', async () => {
  const address = apiUrl(productDrafts.saveProductDraft, { params: { kind: 'integration' } })
  const text = `${'\\'}"${'['.repeat(1000)}${','.repeat(50_000)}${'\\'.repeat(3)}`
  const draft = { [text]: text, after: text }
  const other = { token: (await given.staff('admin')).token }
  expect((await send('PUT', address, JSON.stringify({ draft, step: 0, version: 0 }), other)).status).toBe(200)
  expect((await send('PUT', address, `{"draft":{"a":"${text}`)).fields).toEqual({ body: 'not valid JSON' })
})

test('a body that is not sent as JSON is refused for that', async () => {
  const address = apiUrl(productDrafts.saveProductDraft, { params: { kind: 'application' } })
  for (const type of ['text/plain', 'text/plain;charset=UTF-8', 'application/xml']) {
    const refused = { status: 415, code: 'VALIDATION', fields: { 'Content-Type': 'send application/json' } }
    expect(await send('PUT', address, '{"draft":{},"step":0,"version":0}', { 'content-type': type })).toMatchObject(
      refused,
    )
  }
})
