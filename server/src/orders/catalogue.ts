import { hardwareNames } from '@hikmah/contract/applications/schemas'
import type { OrderItem } from '@hikmah/contract/orders/schemas'
import { inArray } from 'drizzle-orm'
import { applications, preferredFirst, pricesOf } from '../applications/table.ts'
import { integrations, preferredFirst as meantFirstOfIntegrations } from '../integrations/table.ts'
import type { Db } from '../kit/db/db.ts'

/** What was bought, as the provider calls it. */
export interface Bought {
  productId: string
  productName: string
  priceId: string
  nickname: string
}

export interface Named {
  name: string
  planType: string
  kind: OrderItem['kind']
  /** Where a device is to be assigned. */
  appStream: string
}

/** Names what was bought as our catalogue does: by the ids of product and price that stand there, never by its words. */
export async function nameBought(db: Db, bought: Bought[]): Promise<Named[]> {
  const ids = bought.map(({ productId }) => productId).filter(Boolean)
  const known =
    ids.length > 0
      ? await db
          .select()
          .from(applications)
          .where(inArray(applications.stripeProductId, ids))
          .orderBy(...preferredFirst)
      : []
  const added =
    ids.length > 0
      ? await db
          .select({ name: integrations.name, stripeProductId: integrations.stripeProductId })
          .from(integrations)
          .where(inArray(integrations.stripeProductId, ids))
          .orderBy(...meantFirstOfIntegrations)
      : []
  return bought.map(({ productId, productName, priceId, nickname }) => {
    const application = known.find(({ stripeProductId }) => stripeProductId === productId)
    if (application) {
      const plan = application.plans.find((one) => pricesOf(one).includes(priceId))
      const name = application.name.toUpperCase()
      return { name, planType: plan?.name ?? nickname, kind: 'plan', appStream: streamOf(name) }
    }
    const integration = added.find(({ stripeProductId }) => stripeProductId === productId)
    if (integration) return { name: integration.name, planType: nickname, kind: 'integration', appStream: '' }
    const isHardware = hardwareNames.some((name) => name.toLowerCase() === productName.toLowerCase())
    return {
      name: productName,
      planType: nickname,
      kind: isHardware ? 'hardware' : 'other',
      appStream: streamOf(productName),
    }
  })
}

/** A kiosk or a screen, with its plan or the player alone, is a device. */
function streamOf(name: string): string {
  const [word = ''] = name.toUpperCase().split(/\s/)
  return word === 'DEENKIOSK' || word === 'DEENSCREEN' ? word : ''
}
