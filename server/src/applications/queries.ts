import type { Application, ApplicationsQuery, ApplicationUsage } from '@hikmah/contract/applications'
import { applicationStatuses, type Plan } from '@hikmah/contract/plans'
import { eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { devices } from '../hardware/table.ts'
import { type Db, keptQuery, rowsOf } from '../kit/db/db.ts'
import { existing } from '../kit/errors/refusal.ts'
import { dollarsOf, inDollars } from '../kit/figures/money.ts'
import { readOrdered } from '../kit/list/ordered-list.ts'
import type { SearchSource } from '../kit/list/search.ts'
import type { Tx } from '../kit/write/tx.ts'
import { mediaUrl, shownIn } from '../media/queries.ts'
import { members } from '../organization-team/table.ts'
import { subscriptionsTo } from '../payments/queries.ts'
import {
  type ApplicationTableRow,
  applications,
  applicationWords,
  type KeptPlan,
  preferredFirst,
  pricesOf,
} from './table.ts'

const presentPlan = (plan: KeptPlan): Plan => ({
  ...plan,
  monthlyBilling: inDollars(plan.monthlyBilling),
  annuallyBilling: inDollars(plan.annuallyBilling),
})

export async function listApplications(db: Db, { archived = false, ...query }: z.output<typeof ApplicationsQuery>) {
  const { rows, meta } = await readOrdered<ApplicationTableRow>(db, applications, query, {
    statuses: applicationStatuses,
    where: archived ? isNotNull(applications.archivedAt) : isNull(applications.archivedAt),
  })
  return { data: rows.map(presentApplication), meta }
}

const findApplication = keptQuery((db) =>
  db
    .select()
    .from(applications)
    .where(eq(applications.id, sql.placeholder('id'))),
)

export async function readApplication(db: Db, id: string): Promise<Application> {
  return presentApplication(existing(await findApplication(db, { id }), 'application'))
}

export const lockApplication = async (tx: Tx, id: string): Promise<ApplicationTableRow> =>
  existing(await tx.select().from(applications).where(eq(applications.id, id)).for('update'), 'application')

export type FindCompatible = (db: Db, applicationId: string) => Promise<ApplicationUsage['integrations']>

/**
 * What deleting it touches. Whoever subscribes to it uses it. What an organization has of its kind, such as devices, does
 * not say of which application of that kind it is: it counts for the one that is meant first.
 */
export async function readApplicationUsage(db: Db, id: string, findCompatible: FindCompatible) {
  const { name, stripeProductId: productId, plans } = await readApplication(db, id)
  const kind = name.toUpperCase()
  const [first] = await db
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.name, name))
    .orderBy(...preferredFirst)
    .limit(1)
  const isMeant = first?.id === id
  const [counts] = await rowsOf<{ organizations: number; subscriptions: number; ended: number }>(
    db,
    sql`with subscribed as (${subscriptionsTo({ productId, priceIds: plans.flatMap(pricesOf) })}), users as (
      select organization_id from subscribed where runs and organization_id is not null
      union
      select ${members.organizationId} from ${members}
        where ${isMeant} and ${members.roles} @> ${JSON.stringify([{ application: kind }])}::jsonb
      union
      select ${devices.organizationId} from ${devices}
        where ${isMeant} and ${devices.appStream} = ${kind}
          and ${devices.organizationId} is not null and ${devices.deletedAt} is null
    ) select (select count(*)::integer from users) as organizations,
      (select count(*)::integer from subscribed where runs) as subscriptions,
      (select count(*)::integer from subscribed where not runs) as ended`,
  )
  const { organizations, subscriptions, ended } = counts!
  const compatible = await findCompatible(db, id)
  const isArchived = [organizations, subscriptions, ended, compatible.length].some((count) => count > 0)
  return { organizations, subscriptions, integrations: compatible, isArchived }
}

export const applicationsWithImage = shownIn('application', {
  id: applications.id,
  name: applications.displayName,
  images: [applications.imageMediaId, applications.iconMediaId],
})

export const presentApplication = (row: ApplicationTableRow): Application => ({
  _id: row.id,
  name: row.name,
  displayName: row.displayName,
  stripeProductId: row.stripeProductId,
  shortDescription: row.shortDescription,
  longDescription: row.longDescription,
  imageMetaData: { imageUrl: mediaUrl(row.imageMediaId), imageName: row.imageName, imageSize: row.imageSize },
  iconMetaData: { iconUrl: mediaUrl(row.iconMediaId), iconName: row.iconName, imageSize: row.iconSize },
  features: row.features.map(inDollars),
  plans: row.plans.map(presentPlan),
  hardware: row.hardware.map(({ setupCostCents, ...item }) => ({
    ...inDollars(item),
    setupCost: setupCostCents === null ? null : dollarsOf(setupCostCents),
  })),
  showHardware: row.showHardware,
  status: row.status,
  statusSince: row.statusSince.toISOString(),
  order: row.place,
  archivedAt: row.archivedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  version: row.version,
})

export const applicationSource: SearchSource = {
  type: 'application',
  permission: 'products.read',
  table: applications,
  title: applications.displayName,
  detail: sql`${applications.shortDescription}`,
  status: applications.status,
  search: applications.search,
  names: applicationWords,
}
