import { and, eq, isNull } from 'drizzle-orm'
import type { House } from '../house.ts'
import { idOf } from '../outside/stripe/ids.ts'
import { type Comparer, noteDrift } from '../payments/drift.ts'
import type { EventHandler } from '../payments/events.ts'
import { PROVIDER } from '../payments/refresh.ts'
import { readToMirror } from './mirror-campaign.ts'
import { providedWords } from './rules.ts'
import { campaigns } from './table.ts'

/** Of what was imported: a code, all codes of a coupon, or the code that a discount came by. */
export const followCampaigns: EventHandler = {
  types: ['promotion_code.', 'coupon.', 'customer.discount.'],
  work: async (house, { type, object }) => {
    const changed = type.startsWith('coupon.')
      ? eq(campaigns.couponId, object.id)
      : eq(
          campaigns.promoId,
          type.startsWith('promotion_code.')
            ? object.id
            : (idOf(object.promotion_code as string | { id: string } | null | undefined) ?? ''),
        )
    const rows = await house.db
      .select({ promoId: campaigns.promoId })
      .from(campaigns)
      .where(and(changed, isNull(campaigns.deletedAt)))
    for (const { promoId } of rows) await mirror(house, promoId)
  },
}

async function mirror(house: House, promoId: string) {
  const write = await readToMirror(house, 'work', promoId)
  await house.change(PROVIDER, write)
}

/** Each imported code, against what the provider says of it. */
export const compareCampaigns: Comparer = async (house, counted) => {
  const imported = await house.db
    .select({ promoId: campaigns.promoId })
    .from(campaigns)
    .where(isNull(campaigns.deletedAt))
  for (const { promoId } of imported) {
    const before = await wordsOf(house, promoId)
    await mirror(house, promoId)
    counted.compared += 1
    if (await noteDrift(house, 'campaign', promoId, before, await wordsOf(house, promoId))) counted.differed += 1
  }
}

async function wordsOf({ db }: House, promoId: string): Promise<Record<string, string>> {
  const [row] = await db.select().from(campaigns).where(eq(campaigns.promoId, promoId))
  return Object.fromEntries(Object.entries(providedWords(row!)).map(([field, value]) => [field, String(value)]))
}
