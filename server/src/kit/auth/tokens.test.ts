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
