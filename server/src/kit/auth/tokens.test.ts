import { createHmac } from 'node:crypto'
import { createSigner } from 'fast-jwt'
import { expect, test } from 'vitest'
import { createTokens } from './tokens.ts'

const key = Buffer.alloc(32, 'key')
const tokens = createTokens(key)
const now = new Date()
const exp = Math.floor(now.getTime() / 1000) + 60
const sign = createSigner({ key, algorithm: 'HS256' })

test('a token of ours is read by those it is for', () => {
  const token = tokens.sign('staff', 'a-session', new Date(exp * 1000))
  expect(tokens.read('staff', token, now)).toBe('a-session')
  expect(tokens.read('organization', token, now)).toBeUndefined()
})

test.each([
  ['for whom', { sid: 'a-session', exp }],
  ['which session', { aud: 'staff', exp }],
  ['until when', { aud: 'staff', sid: 'a-session' }],
])('one that does not say %s is none, although it is signed', (_, claims) => {
  expect(tokens.read('staff', sign(claims), now)).toBeUndefined()
})

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claims = { aud: 'staff', sid: 'a-session', exp }
const [head, , signature] = sign(claims).split('.')
/** By hand: the library signs so with longer keys only. */
const withHs512 = (value: object) => {
  const signed = `${part({ alg: 'HS512', typ: 'JWT' })}.${part(value)}`
  return `${signed}.${createHmac('sha512', key).update(signed).digest('base64url')}`
}

test.each([
  ['without a signature', `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`],
  ['with other claims than were signed', `${head}.${part({ ...claims, sid: 'another' })}.${signature}`],
  ['signed with another key', createSigner({ key: Buffer.alloc(32, 'other'), algorithm: 'HS256' })(claims)],
  ['signed with our key by another algorithm', withHs512(claims)],
  ['that is over', sign({ ...claims, exp: exp - 61 })],
])('a token %s is none', (_, token) => {
  expect(tokens.read('staff', sign(claims), now)).toBe('a-session')
  expect(tokens.read('staff', token, now)).toBeUndefined()
})
