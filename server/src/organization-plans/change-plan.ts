import type { Data, Parsed } from '@hikmah/contract/endpoint'
import type { organizationPlans } from '@hikmah/contract/organization-plans/endpoints'
import type { House, Payments, Reads } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Db } from '../kit/db/db.ts'
import { notFound } from '../kit/errors/refusal.ts'
import { type Operation, perform } from '../outside/stripe/operations.ts'
import { assertRecent, previewItems, previewParts, prorationDateOf } from '../outside/stripe/subscriptions.ts'
import { refresh } from '../payments/refresh.ts'
import { assertAsSeen } from './assert-as-seen.ts'
import { nameOf } from './catalogue.ts'
import { askedOf, planCancellation, planChange, planResumption } from './operations.ts'
import { type Billed, catalogueOf, choicesOf, fullName, readSubscriptionItems } from './queries.ts'
import { assertBilled, assertCancellable, assertChanges, assertChoice, assertResumable } from './rules.ts'

type ChangeQuery = Parsed<typeof organizationPlans.previewPlanChange>['query']

/** The change, when it may be made; otherwise a refusal that names the field. */
async function readChange({ db, clock }: Reads, subscription: string, { itemId, priceId, quantity }: ChangeQuery) {
  const rows = await readSubscriptionItems(db, subscription)
  const row = rows.find((one) => one.item.id === itemId)
  if (!row) throw notFound('plan')
  assertBilled(row.subscription)
  const catalogue = await catalogueOf(db, rows)
  const choices = choicesOf(catalogue, row)
  const choice = assertChoice(choices, priceId)
  assertChanges(row.item, { priceId, quantity })
  const before = choices.find((one) => one.priceId === row.item.priceId)
  const words = (one: typeof choice | undefined) => (one ? `${one.planName}, ${one.frequency}` : row.item.priceId)
  return {
    change: { subscription, item: itemId, price: priceId, quantity },
    prorationDate: prorationDateOf(
      rows.map(({ item }) => item),
      clock.now(),
    ),
    catalogue,
    about: {
      ...planRecordOf(row, fullName(catalogue, row)),
      before: { plan: words(before), quantity: row.item.quantity },
      after: { plan: words(choice), quantity },
    },
  }
}

/** Found by its organization. */
const planRecordOf = ({ subscription: { id, organizationId } }: Billed, name: string) => ({
  subscription: id,
  name,
  organizationId: organizationId!,
})

export async function previewPlanChange(
  house: Reads & Payments,
  id: string,
  asked: ChangeQuery,
): Promise<Data<typeof organizationPlans.previewPlanChange>> {
  const { change, prorationDate, catalogue } = await readChange(house, id, asked)
  const preview = await previewItems(house.stripe, askedOf({ ...change, prorationDate }))
  return { ...previewParts(preview, (priced) => nameOf(catalogue, priced).planType), prorationDate }
}

export async function changePlan(
  house: House,
  actor: StaffActor,
  id: string,
  { prorationDate, seen, ...asked }: Parsed<typeof organizationPlans.changePlan>['body'],
): Promise<void> {
  if (seen) await assertAsSeen(house.db, id, asked.itemId, seen, house.clock.now())
  const { change, prorationDate: now, about } = await readChange(house, id, asked)
  assertRecent(prorationDate, now)
  await done(house, actor, planChange, { ...about, change: { ...change, prorationDate }, ...(seen && { seen }) })
}

export async function cancelPlan(house: House, actor: StaffActor, id: string): Promise<void> {
  const rows = await readSubscriptionItems(house.db, id)
  assertCancellable(rows[0].subscription)
  await done(house, actor, planCancellation, planRecordOf(rows[0], await nameOfAll(house.db, rows)))
}

export async function resumePlan(house: House, actor: StaffActor, id: string): Promise<void> {
  const rows = await readSubscriptionItems(house.db, id)
  const { subscription } = rows[0]
  assertResumable(subscription)
  const endsOnDay = !subscription.cancelAtPeriodEnd
  await done(house, actor, planResumption, { ...planRecordOf(rows[0], await nameOfAll(house.db, rows)), endsOnDay })
}

async function nameOfAll(db: Db, rows: Billed[]): Promise<string> {
  const catalogue = await catalogueOf(db, rows)
  return rows.map((row) => fullName(catalogue, row)).join(', ')
}

/** Once it is done at the provider, our copy is read again; should that fail, the event brings it. */
async function done<Params extends { subscription: string }, Answer extends object>(
  house: House,
  actor: StaffActor,
  operation: Operation<Params, Answer>,
  params: Params,
) {
  await perform(house, actor, operation, params.subscription, params)
  await refresh(house, 'subscription', params.subscription, { use: 'page' }).catch(() => undefined)
}
