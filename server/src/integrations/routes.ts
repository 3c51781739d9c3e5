import { isDeepStrictEqual } from 'node:util'
import {
  integrations as endpoints,
  type Integration,
  type IntegrationDraft,
  type IntegrationUpdate,
  MAY_NOT_PRICE_INTEGRATION,
  MAY_NOT_SET_AVAILABLE,
} from '@hikmah/contract/integrations'
import { can } from '@hikmah/contract/permissions'
import { billingWords, changesAvailability } from '@hikmah/contract/plans'
import type { EndedDraft } from '@hikmah/contract/product-drafts'
import { plainTextOf } from '@hikmah/contract/rich-text'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { applications } from '../applications/table.ts'
import type { House, Writes } from '../house.ts'
import { linesOf, record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { newId } from '../kit/db/ids.ts'
import { assertVersion, forbiddenField, ID_DIFFERS, invalid } from '../kit/errors/refusal.ts'
import { billedInCents } from '../kit/figures/money.ts'
import type { Serve } from '../kit/http/serve.ts'
import { lastPlace, saveOrder } from '../kit/list/ordered-list.ts'
import type { Tx } from '../kit/write/tx.ts'
import { libraryImageId } from '../media/queries.ts'
import { dropDraft } from '../product-drafts/queries.ts'
import { listIntegrations, lockIntegration, readIntegration, readIntegrationUsage } from './queries.ts'
import { integrationApplications, integrations, isListed } from './table.ts'

export function integrationRoutes(serve: Serve, house: House) {
  const { db } = house
  serve(endpoints.listIntegrations, ({ query }) => listIntegrations(db, query))
  serve(endpoints.readIntegration, ({ params }) => readIntegration(db, params.id))
  serve(endpoints.createIntegration, ({ query, body, actor }) => createIntegration(house, actor, body, query))
  serve(endpoints.updateIntegration, ({ params, body, actor }) => updateIntegration(house, actor, params.id, body))
  serve(endpoints.sortIntegrations, ({ body, actor }) =>
    house.change(actor, (tx) => saveOrder(tx, 'integration', integrations, body.sortedList, isListed)),
  )
  serve(endpoints.readIntegrationUsage, ({ params }) => readIntegrationUsage(db, params.id))
  serve(endpoints.deleteIntegration, ({ params, actor }) => deleteIntegration(house, actor, params.id))
}

/**
 * Refuses the first changed field that takes more than the right to edit the texts: provider id, pricing, and the status
 * to or from Available. What is not there yet is Free.
 */
function assertMayPrice(actor: StaffActor, before: Integration | undefined, after: IntegrationDraft) {
  if (can(actor.role, 'products.price')) return
  const previous = before ?? { stripeProductId: '', pricing: { pricingType: 'Free' as const }, status: undefined }
  if (previous.stripeProductId !== after.stripeProductId)
    throw forbiddenField('stripeProductId', MAY_NOT_PRICE_INTEGRATION)
  if (!isDeepStrictEqual(previous.pricing, after.pricing)) throw forbiddenField('pricing', MAY_NOT_PRICE_INTEGRATION)
  if (changesAvailability(previous.status, after.status)) throw forbiddenField('status', MAY_NOT_SET_AVAILABLE)
}

export const createIntegration = (
  { change }: Writes,
  actor: StaffActor,
  draft: IntegrationDraft,
  { draftVersion }: EndedDraft = {},
) =>
  change(actor, async (tx) => {
    assertMayPrice(actor, undefined, draft)
    const id = newId()
    const place = await lastPlace(tx, integrations)
    await tx
      .insert(integrations)
      .values({ ...(await draftColumns(tx, draft)), id, place, statusSince: tx.at, createdAt: tx.at })
    await saveCompatible(tx, id, draft)
    await dropDraft(tx, actor.id, 'integration', draftVersion)
    const saved = await readIntegration(tx, id)
    record(tx, { ...auditSubject(saved), action: 'integration.created', after: describeIntegration(saved) })
    return saved
  })

export const updateIntegration = (
  { change }: Writes,
  actor: StaffActor,
  id: string,
  { _id, version, ...draft }: z.output<typeof IntegrationUpdate>,
) =>
  change(actor, async (tx) => {
    if (_id !== undefined && _id !== id) throw invalid('_id', ID_DIFFERS)
    const row = await lockIntegration(tx, id)
    const before = await readIntegration(tx, id)
    await assertVersion(version, row, async () => before)
    assertMayPrice(actor, before, draft)
    await tx
      .update(integrations)
      .set({
        ...(await draftColumns(tx, draft)),
        ...(draft.status !== row.status && { statusSince: tx.at }),
        version: sql`${integrations.version} + 1`,
      })
      .where(eq(integrations.id, id))
    await saveCompatible(tx, id, draft)
    const saved = await readIntegration(tx, id)
    record(tx, {
      ...auditSubject(saved),
      action: 'integration.updated',
      before: describeIntegration(before),
      after: describeIntegration(saved),
    })
    return saved
  })

/**
 * Takes it out of the catalogue. For those who subscribe to it the name on their plans is kept, but no application is
 * compatible with it any more, so that it holds up none that is deleted.
 */
const deleteIntegration = ({ change }: Writes, actor: StaffActor, id: string): Promise<void> =>
  change(actor, async (tx) => {
    await lockIntegration(tx, id)
    const before = await readIntegration(tx, id)
    const { subscriptions } = await readIntegrationUsage(tx, id)
    if (subscriptions > 0) {
      await tx.update(integrations).set({ deletedAt: tx.at }).where(eq(integrations.id, id))
      await tx.delete(integrationApplications).where(eq(integrationApplications.integrationId, id))
    } else await tx.delete(integrations).where(eq(integrations.id, id))
    record(tx, { ...auditSubject(before), action: 'integration.deleted', before: describeIntegration(before) })
  })

async function draftColumns(tx: Tx, { imageMetaData: image, compatibleWith: _, pricing, ...plain }: IntegrationDraft) {
  return {
    ...plain,
    pricing: pricing.pricingType === 'Free' ? pricing : billedInCents(pricing),
    imageMediaId: await libraryImageId(tx, 'imageMetaData.imageUrl', image.imageUrl),
    imageName: image.imageName,
    imageSize: image.imageSize,
  }
}

/** Each must be there; one that was archived stays where it is compatible already. */
async function saveCompatible(tx: Tx, integrationId: string, { compatibleWith }: IntegrationDraft) {
  const ids = compatibleWith.map(({ application }) => application)
  const isOfThis = eq(integrationApplications.integrationId, integrationId)
  const { applicationId: id } = integrationApplications
  const before = tx.select({ id }).from(integrationApplications).where(isOfThis)
  const isAvailable = or(isNull(applications.archivedAt), inArray(applications.id, before))
  const held = await tx
    .select({ id: applications.id })
    .from(applications)
    .where(and(inArray(applications.id, ids), isAvailable))
    .for('key share', { of: applications })
  const available = new Set(held.map(({ id }) => id))
  const missing = ids.findIndex((id) => !available.has(id))
  if (missing >= 0) throw invalid(`compatibleWith.${missing}.application`, 'This application does not exist')
  await tx.delete(integrationApplications).where(isOfThis)
  await tx
    .insert(integrationApplications)
    .values([...available].map((applicationId) => ({ integrationId, applicationId })))
}

const auditSubject = ({ _id, name }: Integration) =>
  ({ entity: 'integration', entityId: _id, entityName: name }) as const

type Structured = 'features' | 'pricing' | 'compatibleWith' | 'imageMetaData'

/** The integration as a reader of the audit trail knows it: a line for each feature, by its title. */
function describeIntegration({ features, pricing, compatibleWith, imageMetaData, ...shown }: Integration) {
  const { name, stripeProductId, shortDescription, integrationApi, status } = shown
  const longDescription = plainTextOf(shown.longDescription)
  const plain = { name, stripeProductId, shortDescription, longDescription, integrationApi, status }
  return {
    ...(plain satisfies Record<Exclude<keyof IntegrationDraft, Structured>, string>),
    'imageMetaData.imageUrl': imageMetaData.imageUrl,
    compatibleWith: compatibleWith.map(({ applicationName }) => applicationName).join(', '),
    pricing:
      pricing.pricingType === 'Free'
        ? 'Free'
        : `${billingWords(pricing.monthlyBilling)} a month, ${billingWords(pricing.annuallyBilling)} a year`,
    ...linesOf(
      'Feature',
      features,
      ({ title }) => title,
      ({ status: of, description }) => [of, description].filter(Boolean).join(' · '),
    ),
  }
}
