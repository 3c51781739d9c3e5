import {
  type ApplicationDraft,
  type ApplicationUpdate,
  applications as endpoints,
  whyNotChangeApplication,
  whyNotRestoreApplication,
} from '@hikmah/contract/applications'
import { can } from '@hikmah/contract/permissions'
import { billingWords, type Plan } from '@hikmah/contract/plans'
import type { EndedDraft } from '@hikmah/contract/product-drafts'
import { eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { House, Writes } from '../house.ts'
import { linesOf, record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { newId } from '../kit/db/ids.ts'
import { assertVersion, conflict, forbiddenField, ID_DIFFERS, invalid } from '../kit/errors/refusal.ts'
import { centsOf, inCents } from '../kit/figures/money.ts'
import type { Serve } from '../kit/http/serve.ts'
import { lastPlace, type Place, saveOrder } from '../kit/list/ordered-list.ts'
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
import { pricedChange } from './rules.ts'
import { applications, type KeptPlan } from './table.ts'

const keptPlan = ({ monthlyBilling, annuallyBilling, ...plan }: Plan): KeptPlan => ({
  ...plan,
  monthlyBilling: inCents(monthlyBilling),
  annuallyBilling: inCents(annuallyBilling),
})

/** `findCompatible` is what the integrations know. */
export function applicationRoutes(serve: Serve, house: House, findCompatible: FindCompatible) {
  const { db } = house
  serve(endpoints.listApplications, ({ query }) => listApplications(db, query))
  serve(endpoints.readApplication, ({ params }) => readApplication(db, params.id))
  serve(endpoints.createApplication, ({ query, body, actor }) => createApplication(house, actor, body, query))
  serve(endpoints.updateApplication, ({ params, body, actor }) => updateApplication(house, actor, params.id, body))
  serve(endpoints.sortApplications, ({ body, actor }) => sortApplications(house, actor, body.sortedList))
  serve(endpoints.readApplicationUsage, ({ params }) => readApplicationUsage(db, params.id, findCompatible))
  serve(endpoints.deleteApplication, ({ params, actor }) => deleteApplication(house, actor, params.id, findCompatible))
  serve(endpoints.restoreApplication, ({ params, actor }) => restoreApplication(house, actor, params.id))
}

/** Adds an application as the last of the list, and drops the draft that it was. */
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
      .values({ ...(await columnsOf(tx, draft)), id, place, statusSince: tx.at, createdAt: tx.at })
    await dropDraft(tx, actor.id, 'application', draftVersion)
    record(tx, { ...entryOf(id, draft), action: 'application.created', after: wordsOf(draft) })
    return readApplication(tx, id)
  })

/** Saves the whole draft. */
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
    const archived = whyNotChangeApplication(before)
    if (archived) throw conflict(archived)
    await assertVersion(version, row, async () => before)
    assertMayPrice(actor, before, draft)
    const [was, is] = [wordsOf(before), wordsOf(draft)]
    await tx
      .update(applications)
      .set({
        ...(await columnsOf(tx, draft)),
        ...(draft.status !== row.status && { statusSince: tx.at }),
        version: sql`${applications.version} + 1`,
      })
      .where(eq(applications.id, id))
    record(tx, { ...entryOf(id, draft), action: 'application.updated', before: was, after: is })
    return readApplication(tx, id)
  })

const sortApplications = ({ change }: Writes, actor: StaffActor, sortedList: Place[]): Promise<void> =>
  change(actor, async (tx) => {
    const before = await saveOrder(tx, applications, sortedList, isNull(applications.archivedAt))
    const after = sortedList.toSorted((a, b) => a.order - b.order).map(({ _id }) => _id)
    record(tx, {
      action: 'application.list-sorted',
      entity: 'application',
      entityId: '',
      entityName: 'All applications',
      before: { order: before },
      after: { order: after },
    })
  })

function assertMayPrice(actor: StaffActor, before: Parameters<typeof pricedChange>[0], draft: ApplicationDraft) {
  const locked = can(actor.role, 'products.price') ? undefined : pricedChange(before, draft)
  if (locked) throw forbiddenField(locked.field, locked.reason)
}

async function columnsOf(tx: Tx, draft: ApplicationDraft) {
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
    plans: plans.map(keptPlan),
    hardware: hardware.map(({ setupCost, ...item }) => ({
      ...inCents(item),
      setupCostCents: setupCost === null ? null : centsOf(setupCost),
    })),
  }
}

const entryOf = (entityId: string, { displayName }: { displayName: string }) =>
  ({ entity: 'application', entityId, entityName: displayName }) as const

/** The draft as a reader of the audit trail knows it: a line for each feature, plan and item, by its name. */
function wordsOf({ features, plans, hardware, imageMetaData, iconMetaData, ...draft }: ApplicationDraft) {
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
const deleteApplication = (
  { change }: Writes,
  actor: StaffActor,
  id: string,
  findCompatible: FindCompatible,
): Promise<void> =>
  change(actor, async (tx) => {
    const { displayName, ...application } = presentApplication(await lockApplication(tx, id))
    const archived = whyNotChangeApplication(application)
    if (archived) throw conflict(archived)
    const { isArchived } = await readApplicationUsage(tx, id, findCompatible)
    if (isArchived)
      await tx.update(applications).set({ archivedAt: tx.at, version: sql`version + 1` }).where(eq(applications.id, id))
    else await tx.delete(applications).where(eq(applications.id, id))
    record(tx, {
      action: isArchived ? 'application.archived' : 'application.deleted',
      entity: 'application',
      entityId: id,
      entityName: displayName,
    })
  })

const restoreApplication = ({ change }: Writes, actor: StaffActor, id: string) =>
  change(actor, async (tx) => {
    const { displayName, ...application } = presentApplication(await lockApplication(tx, id))
    const reason = whyNotRestoreApplication(application)
    if (reason) throw conflict(reason)
    const place = await lastPlace(tx, applications)
    await tx
      .update(applications)
      .set({ archivedAt: null, place, version: sql`version + 1` })
      .where(eq(applications.id, id))
    record(tx, { action: 'application.restored', entity: 'application', entityId: id, entityName: displayName })
    return readApplication(tx, id)
  })
