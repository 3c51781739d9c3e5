import { isDeepStrictEqual } from 'node:util'
import {
  type Application,
  type ApplicationDraft,
  type ApplicationUpdate,
  applications as endpoints,
  MAY_NOT_PRICE,
  MAY_NOT_SELL,
  whyNotChangeApplication,
  whyNotRestoreApplication,
} from '@hikmah/contract/applications'
import { can } from '@hikmah/contract/permissions'
import { billingWords, changesAvailability, defaultPlans } from '@hikmah/contract/plans'
import type { EndedDraft } from '@hikmah/contract/product-drafts'
import { eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { House, Writes } from '../house.ts'
import { linesOf, record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { newId } from '../kit/db/ids.ts'
import { assertVersion, forbiddenField, ID_DIFFERS, invalid, refuseIf } from '../kit/errors/refusal.ts'
import { billedInCents, centsOf, inCents } from '../kit/figures/money.ts'
import type { Serve } from '../kit/http/serve.ts'
import { lastPlace, saveOrder } from '../kit/list/ordered-list.ts'
import type { Tx } from '../kit/write/tx.ts'
import { libraryImageId } from '../media/queries.ts'
import { dropDraft } from '../product-drafts/queries.ts'
import {
  type FindCompatible,
  listApplications,
  lockApplication,
  presentApplication,
  readApplication,
  readApplicationUsage,
} from './queries.ts'
import { applications } from './table.ts'

type Shown = Pick<Application, keyof ApplicationDraft>

/** A new application is compared with this. */
const nothing = {
  stripeProductId: '',
  features: [],
  plans: defaultPlans.map(({ id, name }) => ({
    id,
    name,
    status: 'Available' as const,
    monthlyBilling: { stripePlanId: '', price: 0, billingPeriod: 'Monthly' as const, discountPercentage: 0 as const },
    annuallyBilling: { stripePlanId: '', price: 0, billingPeriod: 'Annually' as const, discountPercentage: 0 as const },
    features: [],
  })),
  hardware: [],
  showHardware: false,
  status: undefined,
}

/** The first changed field that takes the right to set prices: provider id, plans, prices, and a status to or from Available. */
function pricedChange(before: Shown | undefined, after: ApplicationDraft) {
  const previous = before ?? nothing
  const priced = (field: string) => ({ field, reason: MAY_NOT_PRICE })
  if (previous.stripeProductId !== after.stripeProductId) return priced('stripeProductId')
  if (!isDeepStrictEqual(previous.plans, after.plans)) return priced(planField(previous.plans, after.plans))
  const feature = pricedFeature(previous.features, after.features)
  if (feature) return priced(feature)
  if (!isDeepStrictEqual(previous.hardware.map(priceOf), after.hardware.map(priceOf))) {
    const i = after.hardware.findIndex(
      (item, at) => !isDeepStrictEqual(priceOf(item), previous.hardware[at] && priceOf(previous.hardware[at])),
    )
    return priced(i < 0 ? 'hardware' : `hardware.${i}.price`)
  }
  if (changesAvailability(previous.status, after.status)) return { field: 'status', reason: MAY_NOT_SELL }
  return undefined
}

function planField(previous: readonly unknown[], plans: readonly unknown[]) {
  const i = plans.findIndex((plan, at) => !isDeepStrictEqual(plan, previous[at]))
  return i < 0 ? 'plans' : `plans.${i}`
}

/** The name counts too: it is chosen from a list, so another name is another device for the price. */
const priceOf = ({ name, price, setupCost, billingPeriod }: Shown['hardware'][number]) => ({
  name,
  price,
  setupCost,
  billingPeriod,
})

interface PricedFeature {
  title: string
  featureType: string
  price: number
}

/**
 * A feature is known again by its title, each of those that share one; a new title takes the place of one that is gone
 * and had this price, or is Free.
 */
function pricedFeature(previous: readonly PricedFeature[], features: readonly PricedFeature[]): string | undefined {
  const gone = [...previous]
  const take = (isIt: (feature: PricedFeature) => boolean) => {
    const at = gone.findIndex(isIt)
    return at >= 0 && gone.splice(at, 1)
  }
  const isPricedAs = (feature: PricedFeature) => (other: PricedFeature) =>
    feature.price === other.price && feature.featureType === other.featureType
  const isSame = (feature: PricedFeature) => (other: PricedFeature) =>
    feature.title === other.title && isPricedAs(feature)(other)
  const others = features.filter((feature) => !take(isSame(feature)))
  const changed = others.find(
    (feature) => gone.some(({ title }) => title === feature.title) || (!take(isPricedAs(feature)) && feature.price > 0),
  )
  if (changed) return `features.${features.indexOf(changed)}.price`
  return gone.some(({ price }) => price > 0) ? 'features' : undefined
}

/** `findCompatible` is what the integrations know. */
export function applicationRoutes(serve: Serve, house: House, findCompatible: FindCompatible) {
  const { db } = house
  serve(endpoints.listApplications, ({ query }) => listApplications(db, query))
  serve(endpoints.readApplication, ({ params }) => readApplication(db, params.id))
  serve(endpoints.createApplication, ({ query, body, actor }) => createApplication(house, actor, body, query))
  serve(endpoints.updateApplication, ({ params, body, actor }) => updateApplication(house, actor, params.id, body))
  serve(endpoints.sortApplications, ({ body, actor }) =>
    house.change(actor, (tx) =>
      saveOrder(tx, 'application', applications, body.sortedList, isNull(applications.archivedAt)),
    ),
  )
  serve(endpoints.readApplicationUsage, ({ params }) => readApplicationUsage(db, params.id, findCompatible))
  serve(endpoints.deleteApplication, ({ params, actor }) => deleteApplication(house, actor, params.id, findCompatible))
  serve(endpoints.restoreApplication, ({ params, actor }) => restoreApplication(house, actor, params.id))
}

export const createApplication = (
  { change }: Writes,
  actor: StaffActor,
  draft: ApplicationDraft,
  { draftVersion }: EndedDraft = {},
) =>
  change(actor, async (tx) => {
    assertMayPrice(actor, undefined, draft)
    const id = newId()
    const place = await lastPlace(tx, applications)
    await tx
      .insert(applications)
      .values({ ...(await draftColumns(tx, draft)), id, place, statusSince: tx.at, createdAt: tx.at })
    await dropDraft(tx, actor.id, 'application', draftVersion)
    record(tx, { ...auditSubject(id, draft), action: 'application.created', after: describeDraft(draft) })
    return readApplication(tx, id)
  })

export const updateApplication = (
  { change }: Writes,
  actor: StaffActor,
  id: string,
  { _id, version, ...draft }: z.output<typeof ApplicationUpdate>,
) =>
  change(actor, async (tx) => {
    if (_id !== undefined && _id !== id) throw invalid('_id', ID_DIFFERS)
    const row = await lockApplication(tx, id)
    const before = presentApplication(row)
    refuseIf(whyNotChangeApplication(before))
    await assertVersion(version, row, async () => before)
    assertMayPrice(actor, before, draft)
    await tx
      .update(applications)
      .set({
        ...(await draftColumns(tx, draft)),
        ...(draft.status !== row.status && { statusSince: tx.at }),
        version: sql`${applications.version} + 1`,
      })
      .where(eq(applications.id, id))
    record(tx, {
      ...auditSubject(id, draft),
      action: 'application.updated',
      before: describeDraft(before),
      after: describeDraft(draft),
    })
    return readApplication(tx, id)
  })

function assertMayPrice(actor: StaffActor, before: Parameters<typeof pricedChange>[0], draft: ApplicationDraft) {
  const locked = can(actor.role, 'products.price') ? undefined : pricedChange(before, draft)
  if (locked) throw forbiddenField(locked.field, locked.reason)
}

async function draftColumns(tx: Tx, draft: ApplicationDraft) {
  const { imageMetaData: image, iconMetaData: icon, features, plans, hardware, ...plain } = draft
  return {
    ...plain,
    imageMediaId: await libraryImageId(tx, 'imageMetaData.imageUrl', image.imageUrl),
    imageName: image.imageName,
    imageSize: image.imageSize,
    iconMediaId: await libraryImageId(tx, 'iconMetaData.iconUrl', icon.iconUrl),
    iconName: icon.iconName,
    iconSize: icon.imageSize,
    features: features.map(inCents),
    plans: plans.map(billedInCents),
    hardware: hardware.map(({ setupCost, ...item }) => ({
      ...inCents(item),
      setupCostCents: setupCost === null ? null : centsOf(setupCost),
    })),
  }
}

const auditSubject = (entityId: string, { displayName }: { displayName: string }) =>
  ({ entity: 'application', entityId, entityName: displayName }) as const

/** The draft as a reader of the audit trail knows it: a line for each feature, plan and item, by its name. */
function describeDraft({ features, plans, hardware, imageMetaData, iconMetaData, ...draft }: ApplicationDraft) {
  const { name, displayName, stripeProductId, shortDescription, longDescription, showHardware, status } = draft
  const plain = { name, displayName, stripeProductId, shortDescription, longDescription, showHardware, status }
  const line = (...parts: unknown[]) => parts.filter((part) => part !== '').join(' · ')
  return {
    ...(plain satisfies typeof draft),
    'imageMetaData.imageUrl': imageMetaData.imageUrl,
    'iconMetaData.iconUrl': iconMetaData.iconUrl,
    ...linesOf(
      'Feature',
      features,
      ({ title }) => title,
      ({ featureType, price, status, description }) => line(price > 0 ? `$${price}` : featureType, status, description),
    ),
    ...linesOf(
      'Plan',
      plans,
      ({ name }) => name,
      ({ id, status, monthlyBilling, annuallyBilling, features: included }) =>
        line(
          id,
          status,
          `${billingWords(monthlyBilling)} a month`,
          `${billingWords(annuallyBilling)} a year`,
          included
            .map(({ title, featureType, description }) => `${title} (${line(featureType, description)})`)
            .join(', '),
        ),
    ),
    ...Object.fromEntries(
      hardware.map(({ name, price, billingPeriod, setupCost, shipping }, i) => [
        `Hardware ${i + 1}`,
        line(name, `$${price} ${billingPeriod}`, setupCost ? `setup $${setupCost}` : '', `shipping ${shipping}`),
      ]),
    ),
  }
}

/** Deletes what was never used, and archives what was. */
const deleteApplication = ({ change }: Writes, actor: StaffActor, id: string, findCompatible: FindCompatible) =>
  change(actor, async (tx) => {
    const application = presentApplication(await lockApplication(tx, id))
    refuseIf(whyNotChangeApplication(application))
    const { isArchived } = await readApplicationUsage(tx, id, findCompatible)
    if (isArchived)
      await tx.update(applications).set({ archivedAt: tx.at, version: sql`version + 1` }).where(eq(applications.id, id))
    else await tx.delete(applications).where(eq(applications.id, id))
    record(tx, { ...auditSubject(id, application), action: `application.${isArchived ? 'archived' : 'deleted'}` })
  })

const restoreApplication = ({ change }: Writes, actor: StaffActor, id: string) =>
  change(actor, async (tx) => {
    const application = presentApplication(await lockApplication(tx, id))
    refuseIf(whyNotRestoreApplication(application))
    const place = await lastPlace(tx, applications)
    await tx
      .update(applications)
      .set({ archivedAt: null, place, version: sql`version + 1` })
      .where(eq(applications.id, id))
    record(tx, { ...auditSubject(id, application), action: 'application.restored' })
    return readApplication(tx, id)
  })
