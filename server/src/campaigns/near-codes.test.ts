import { campaigns } from '@hikmah/contract/campaigns'
import { expect, test } from 'vitest'
import { startWithPayments } from '../../test/payments.ts'

const { as, sandboxUrl, given, provider, customerOf } = await startWithPayments()
const admin = await as('admin')
const look = (promoCode: string) => admin(campaigns.previewCampaign, { query: { promoCode } })

test('beside a code that is none stand those that are spelled nearly so and can be used', async () => {
  const customer = (await customerOf(await given.organization())).id
  const { id: coupon } = await provider.coupons.create({ percent_off: 25, duration: 'once' })
  const codes = { WELCOME25: {}, WELCOME20: {}, WELCOME26: { active: false }, WELCOME27: { customer }, EID25: {} }
  for (const [code, more] of Object.entries(codes))
    await provider.promotionCodes.create({ promotion: { type: 'coupon', coupon }, code, ...more })
  const { data, meta } = await look('welcome52')
  expect([data, meta.near]).toEqual([[], ['WELCOME25', 'WELCOME20']])
  expect((await look('WELCOME')).meta.near.sort()).toEqual(['WELCOME20', 'WELCOME25'])
  expect((await look('WLECOME25')).meta.near[0]).toBe('WELCOME25')
  expect((await look('NOSUCHCODE')).meta.near).toEqual([])
  const [found] = (await look('WELCOME25')).data
  expect(found!.page).toBe(`${sandboxUrl}/__sandbox/promotion_codes/${found!.id}`)
})
