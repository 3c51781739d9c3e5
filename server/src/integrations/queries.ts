import type { Integration, IntegrationsQuery, IntegrationUsage } from '@hikmah/contract/integrations'
import { integrationStatuses } from '@hikmah/contract/plans'
import { documentText } from '@hikmah/contract/rich-text'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { FindCompatible } from '../applications/queries.ts'
import { applications, pricesOf } from '../applications/table.ts'
import { inNameOrder } from '../kit/db/columns.ts'
import type { Db } from '../kit/db/db.ts'
import { existing } from '../kit/errors/refusal.ts'
import { inDollars } from '../kit/figures/money.ts'
import { readOrdered } from '../kit/list/ordered-list.ts'
import type { SearchSource } from '../kit/list/search.ts'
import type { Tx } from '../kit/write/tx.ts'
import { mediaUrl, shownIn } from '../media/queries.ts'
import { countSubscribers } from '../payments/queries.ts'
import {
  type IntegrationTableRow,
  integrationApplications,
  integrations,
  integrationWords,
  isListed,
  type KeptPricing,
} from './table.ts'

export async function listIntegrations(db: Db, query: z.output<typeof IntegrationsQuery>) {
  const { rows, meta } = await readOrdered<IntegrationTableRow>(db, integrations, query, {
    statuses: integrationStatuses,
    where: isListed,
  })
  return { data: await presentAll(db, rows), meta }
}

const isIntegration = (id: string) => and(eq(integrations.id, id), isListed)

export const readIntegration = async (db: Db, id: string): Promise<Integration> =>
  existing(await presentAll(db, await db.select().from(integrations).where(isIntegration(id))), 'integration')

export const lockIntegration = async (tx: Tx, id: string): Promise<IntegrationTableRow> =>
  existing(await tx.select().from(integrations).where(isIntegration(id)).for('update'), 'integration')

export async function readIntegrationUsage(db: Db, id: string): Promise<IntegrationUsage> {
  const { stripeProductId: productId, pricing } = await readIntegration(db, id)
  return countSubscribers(db, { productId, priceIds: pricing.pricingType === 'Paid' ? pricesOf(pricing) : [] })
}

export const findIntegrationsOf: FindCompatible = (db, applicationId) =>
  db
    .select({ _id: integrations.id, name: integrations.name })
    .from(integrationApplications)
    .innerJoin(integrations, eq(integrations.id, integrationApplications.integrationId))
    .where(and(eq(integrationApplications.applicationId, applicationId), isListed))
    .orderBy(asc(integrations.place), asc(integrations.id))

export const integrationsWithImage = shownIn('integration', {
  id: integrations.id,
  name: sql`${integrations.name} || case when ${isListed} then '' else ' (deleted)' end`,
  images: [integrations.imageMediaId],
  order: inNameOrder(integrations.name),
})

/** With the applications they are compatible with, by one query for all of them. */
async function presentAll(db: Db, rows: IntegrationTableRow[]): Promise<Integration[]> {
  if (rows.length === 0) return []
  const compatible = await db
    .select({
      integrationId: integrationApplications.integrationId,
      application: applications.id,
      applicationName: applications.displayName,
    })
    .from(integrationApplications)
    .innerJoin(applications, eq(applications.id, integrationApplications.applicationId))
    .where(
      inArray(
        integrationApplications.integrationId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(applications.place), asc(applications.id))
  const byIntegration = Map.groupBy(compatible, ({ integrationId }) => integrationId)
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    stripeProductId: row.stripeProductId,
    shortDescription: row.shortDescription,
    longDescription: documentText(row.longDescription),
    imageMetaData: { imageUrl: mediaUrl(row.imageMediaId), imageName: row.imageName, imageSize: row.imageSize },
    compatibleWith: (byIntegration.get(row.id) ?? []).map(({ integrationId: _, ...application }) => application),
    integrationApi: row.integrationApi,
    features: row.features,
    pricing: presentPricing(row.pricing),
    status: row.status,
    statusSince: row.statusSince.toISOString(),
    order: row.place,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
  }))
}

const presentPricing = (pricing: KeptPricing): Integration['pricing'] =>
  pricing.pricingType === 'Free'
    ? pricing
    : {
        ...pricing,
        monthlyBilling: inDollars(pricing.monthlyBilling),
        annuallyBilling: inDollars(pricing.annuallyBilling),
      }

export const integrationSource: SearchSource = {
  type: 'integration',
  permission: 'products.read',
  table: integrations,
  where: isListed,
  title: integrations.name,
  detail: sql`${integrations.shortDescription}`,
  status: integrations.status,
  search: integrations.search,
  names: integrationWords,
}
