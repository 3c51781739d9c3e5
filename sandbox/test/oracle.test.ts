import { expect, test } from 'vitest'
import { Oracle } from './oracle.ts'

const coupon = {
  id: 'x',
  object: 'coupon',
  amount_off: null,
  created: 1,
  currency: null,
  duration: 'once',
  duration_in_months: null,
  livemode: false,
  max_redemptions: null,
  metadata: {},
  name: null,
  percent_off: 10,
  redeem_by: null,
  times_redeemed: 0,
  valid: true,
}

test('what is as the SDK declares it passes; a key too much, one too few and another type do not', async () => {
  const oracle = await Oracle.create()
  const { name: _, ...nameless } = coupon
  expect(oracle.judge(coupon)).toEqual([])
  expect(oracle.judge({ object: 'list', data: [coupon], has_more: false, url: '/' })).toEqual([])
  expect(oracle.judge({ ...coupon, colour: 'red' }).join()).toContain('colour')
  expect(oracle.judge(nameless).join()).toContain('name')
  expect(oracle.judge({ ...coupon, percent_off: '10' }).join()).toContain('percent_off')
  expect(oracle.judge({ object: 'cat' })).not.toEqual([])
})
