import type { Campaign } from '@hikmah/contract/campaigns'
import { expect, test } from 'vitest'
import { emptyHistory, usedText } from './CampaignTerms.tsx'

const campaign = (times_redeemed: number, couponUses: number, max_redemptions: number | null) =>
  ({ times_redeemed, coupon: { times_redeemed: couponUses, max_redemptions } }) as Campaign

test('a code that is used says so also before an invoice has it', () => {
  expect(emptyHistory(0).title).toBe('Not redeemed yet')
  expect(emptyHistory(1)).toMatchObject({ title: 'Not billed yet', text: expect.stringContaining('1 use of the code') })
})

test('the use of a code names that of its coupon where others have used that up', () => {
  expect(usedText(campaign(1, 1, 1))).toBe('1')
  expect(usedText(campaign(1, 5, 5))).toBe('1, its coupon 5 of 5')
  expect(usedText(campaign(1200, 1300, null))).toBe('1,200')
})
