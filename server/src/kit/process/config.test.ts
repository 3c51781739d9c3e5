import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'

test('proxies are addresses or networks', () => {
  expect(readConfig({ TRUSTED_PROXIES: '10.0.0.1, fd00::/8,192.168.0.0/16, loopback' }).trustedProxies).toEqual([
    '10.0.0.1',
    'fd00::/8',
    '192.168.0.0/16',
    'loopback',
  ])
  expect(readConfig({ TRUSTED_PROXIES: '' }).trustedProxies).toEqual([])
})

test.each(['everybody', '10.0.0.1/33', '10.0.0.1,', '10.0.0', '10.0.0.1/8/8', 'true'])(
  'other words stop the start with the name of the variable: %s',
  (text) => {
    expect(() => readConfig({ TRUSTED_PROXIES: text })).toThrow(ConfigError)
    expect(() => readConfig({ TRUSTED_PROXIES: text })).toThrow('TRUSTED_PROXIES')
  },
)
