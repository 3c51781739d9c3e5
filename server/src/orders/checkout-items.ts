import { hardwareNames } from '@hikmah/contract/applications'
import type { PageQuery } from '@hikmah/contract/common'
import type { OrderItem } from '@hikmah/contract/orders/schemas'
import { frequencyOf } from '@hikmah/contract/payments'
import { desc, eq, inArray, isNull } from 'drizzle-orm'
import type Stripe from 'stripe'
import { applications, preferredFirst, pricesOf } from '../applications/table.ts'
import { integrations, preferredFirst as meantFirstOfIntegrations } from '../integrations/table.ts'
import type { Db } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { pagingOf } from '../kit/list/rows.ts'
import type { Tx } from '../kit/write/tx.ts'
import { unitAmountOf } from '../outside/stripe/billing.ts'
import { idOf } from '../outside/stripe/requests.ts'
import { withSuggestions } from '../payments/queries.ts'
import { stripeSubscriptionItems } from '../payments/table.ts'
import { keptCheckouts } from './table.ts'

/** The unit price in the currency of the checkout: the amount of a price is in the first of its currencies. */
export function lineUnitAmount({ price, quantity, amount_subtotal }: Stripe.LineItem, currency: string): number {
  const isSame = price?.currency === currency
  return (isSame ? unitAmountOf(price) : null) ?? Math.round(amount_subtotal / (quantity ?? 1))
}

type Bought = Record<'productId' | 'productName' | 'priceId' | 'nickname', string>

/** `appStream` is set where a device is to be assigned. */
type Named = Record<'name' | 'planType' | 'appStream', string> & Pick<OrderItem, 'kind'>

/** Names what was bought as our catalogue does: by the ids of product and price that stand there, never by its words. */
export async function nameBought(db: Db, bought: Bought[]): Promise<Named[]> {
  if (bought.length === 0) return []
  const ids = bought.map(({ productId }) => productId).filter(Boolean)
  const soldApplications = await db
    .select()
    .from(applications)
    .where(inArray(applications.stripeProductId, ids))
    .orderBy(...preferredFirst)
  const soldIntegrations = await db
    .select({ name: integrations.name, stripeProductId: integrations.stripeProductId })
    .from(integrations)
    .where(inArray(integrations.stripeProductId, ids))
    .orderBy(...meantFirstOfIntegrations)
  return bought.map(({ productId, productName, priceId, nickname }) => {
    const application = soldApplications.find(({ stripeProductId }) => stripeProductId === productId)
    if (application) {
      const plan = application.plans.find((offered) => pricesOf(offered).includes(priceId))
      const name = application.name.toUpperCase()
      return { name, planType: plan?.name ?? nickname, kind: 'plan', appStream: appStreamNamed(name) }
    }
    const integration = soldIntegrations.find(({ stripeProductId }) => stripeProductId === productId)
    if (integration) return { name: integration.name, planType: nickname, kind: 'integration', appStream: '' }
    const isHardware = hardwareNames.some((name) => name.toLowerCase() === productName.toLowerCase())
    return {
      name: productName,
      planType: nickname,
      kind: isHardware ? 'hardware' : 'other',
      appStream: appStreamNamed(productName),
    }
  })
}

/** A kiosk or a screen, with its plan or the player alone, is a device. */
function appStreamNamed(name: string): string {
  const [word = ''] = name.toUpperCase().split(/\s/)
  return word === 'DEENKIOSK' || word === 'DEENSCREEN' ? word : ''
}

export async function itemRows(
  tx: Tx,
  orderId: string,
  currency: string,
  lines: Stripe.LineItem[],
  subscriptionId: string | null,
) {
  const named = await nameBought(tx, lines.map(describeLine))
  const subscribed = subscriptionId
    ? await tx.select().from(stripeSubscriptionItems).where(eq(stripeSubscriptionItems.subscriptionId, subscriptionId))
    : []
  return lines.map((line, position) => {
    const { productId, priceId } = describeLine(line)
    const quantity = line.quantity ?? 1
    // A subscription has each price once.
    const item = subscribed.find((one) => one.priceId === priceId)
    return {
      ...named[position]!,
      id: newId(),
      orderId,
      position,
      quantity,
      unitAmount: lineUnitAmount(line, currency),
      amount: line.amount_subtotal,
      currency,
      frequency: frequencyOf({
        interval: line.price?.recurring?.interval ?? null,
        intervalCount: line.price?.recurring?.interval_count ?? null,
      }),
      productId,
      priceId,
      subscriptionItemId: item?.id ?? '',
      status: 'new' as const,
      dueAt: item?.currentPeriodEnd ?? null,
    }
  })
}

function describeLine({ price, description }: Stripe.LineItem) {
  const product = price?.product
  const productName = typeof product === 'object' && !product.deleted ? product.name : (description ?? '')
  return { productId: idOf(product) ?? '', productName, priceId: price?.id ?? '', nickname: price?.nickname ?? '' }
}

/** Checkouts of nobody we know and without a customer who could be linked. Newest first. */
export async function listGuestCheckouts(db: Db, query: PageQuery) {
  const { page, limit, offset } = pagingOf(query)
  const isGuest = isNull(keptCheckouts.customerId)
  const rows = await db
    .select()
    .from(keptCheckouts)
    .where(isGuest)
    .orderBy(desc(keptCheckouts.createdAt), desc(keptCheckouts.id))
    .limit(limit)
    .offset(offset)
  const total = await db.$count(keptCheckouts, isGuest)
  const data = (await withSuggestions(db, rows)).map(({ customerId: _, createdAt, payment, paidAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    payment: payment ?? ('none' as const),
    paidAt: paidAt?.toISOString() ?? null,
  }))
  return { data, meta: { total, page, limit, counts: { all: total }, whole: total } }
}
