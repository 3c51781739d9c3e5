import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { isMadeUp } from './config.ts'

test.each([
  'changemechangemechangemechangeme',
  'changemechangemechangemechange',
  'passwordpassword',
  'P@ssw0rd-P@ssw0rd-P@ssw0rd-2026!',
  'this-is-my-secret-key-for-hikmah',
  'My-V3ry-S3cr3t-K3y-That-Nobody-Knows',
  'prometheus-scraper-2026',
  'whsec_secretsecretsecretsecretsecretse',
  '0123456789abcdef0123456789abcdef',
  '12345678901234567890123456789012',
  'abcdefghijklmnopqrstuvwxyz012345',
  'qwertyuiopasdfghjklzxcvbnm123456',
  'aaaabbbbccccddddeeeeffffgggghhhh',
  'a'.repeat(64),
])('a secret that somebody thought up is known for one: %s', (secret) => {
  expect(isMadeUp(secret)).toBe(true)
})

test.each<[string, () => string]>([
  ['openssl rand -hex 32', () => randomBytes(32).toString('hex')],
  ['openssl rand -base64 32', () => randomBytes(32).toString('base64')],
  ['uuidgen', randomUUID],
  ['the payment provider', () => `whsec_${randomBytes(24).toString('base64').replace(/\W/g, '7')}`],
])('one of %s is taken', (_, draw) => {
  const refused = Array.from({ length: 3000 }, draw).filter(isMadeUp)
  // One in some millions holds such a word by chance.
  expect(refused.length).toBeLessThanOrEqual(1)
})
