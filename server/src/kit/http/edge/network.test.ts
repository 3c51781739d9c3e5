import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createFastify } from '../../../app.ts'
import { readConfig } from '../../process/config.ts'
import { machineAddress, networkOf, warnOfProxy } from './network.ts'

test('addresses of one network count together, however they are written', () => {
  expect(new Set(['203.0.113.7', '::ffff:203.0.113.9', '::ffff:cb00:7101'].map(networkOf)).size).toBe(1)
  expect(networkOf('203.0.114.7')).not.toBe(networkOf('203.0.113.7'))
  expect(['203.0.113.7', '::ffff:203.0.113.9'].map(machineAddress)).toEqual(['203.0.113.7', '203.0.113.9'])
  const sameSixtyFour = ['2001:db8::5', '2001:db8::6:7', '2001:db8:0:0:1:2:3:4', '2001:db8::', '2001:DB8::5']
  expect(new Set(sameSixtyFour.map(machineAddress)).size).toBe(1)
  expect(networkOf('2001:db8:1:2::9')).toBe(networkOf('2001:db8:1:2:ffff::1'))
  expect(networkOf('2001:db8:1:2::9')).not.toBe(networkOf('2001:db8:1:3::9'))
})

test('who hung up already has no address, and no two of them fail for it', () => {
  expect([machineAddress(''), networkOf('')]).toEqual(['', ''])
})

test.each([
  ['once where no proxy is trusted', '', 1],
  ['never where one is', '10.0.0.1', 0],
])('X-Forwarded-For leaves a warning %s', async (_, trusted, warnings) => {
  const lines: string[] = []
  const app = Fastify({ logger: { level: 'warn', stream: { write: (line) => void lines.push(line) } } })
  warnOfProxy(app, readConfig({ TRUSTED_PROXIES: trusted }))
  app.get('/', async () => null)
  for (const headers of [{}, { 'x-forwarded-for': '203.0.113.7' }, { 'x-forwarded-for': '203.0.113.7' }]) {
    expect((await app.inject({ url: '/', headers })).statusCode).toBe(200)
  }
  expect(lines.filter((line) => line.includes('TRUSTED_PROXIES'))).toHaveLength(warnings)
})

test.each([
  ['the caller’s own where no proxy is trusted', '', '203.0.113.7'],
  ['the caller’s own where another is', '10.0.0.2', '203.0.113.7'],
  ['what a trusted proxy says', '203.0.113.7', '198.51.100.4'],
])('the address of a call is %s', async (_, trusted, address) => {
  const app = createFastify(readConfig({ TRUSTED_PROXIES: trusted, LOG_LEVEL: 'silent' }))
  app.get('/', async ({ ip }) => ({ ip }))
  const headers = { 'x-forwarded-for': '198.51.100.4', host: 'localhost' }
  const { ip } = (await app.inject({ url: '/', headers, remoteAddress: '203.0.113.7' })).json()
  expect(ip).toBe(address)
})
