import { expect, test } from 'vitest'
import { addressOf, networkOf } from './network.ts'

test('addresses of one network count together, however they are written', () => {
  expect(['203.0.113.7', '::ffff:203.0.113.9'].map(networkOf)).toEqual(['203.0.113', '203.0.113'])
  expect(['203.0.113.7', '::ffff:203.0.113.9'].map(addressOf)).toEqual(['203.0.113.7', '203.0.113.9'])
  const sameSixtyFour = ['2001:db8::5', '2001:db8::6:7', '2001:db8:0:0:1:2:3:4', '2001:db8::']
  expect(new Set(sameSixtyFour.map(addressOf))).toEqual(new Set(['2001:db8:0:0']))
  expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1:2')
  expect(networkOf('::1')).toBe('0:0:0:0')
})
