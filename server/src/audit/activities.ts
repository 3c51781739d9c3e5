import type { AuditEntity } from '@hikmah/contract/audit/events'
import type { Activity } from '@hikmah/contract/audit/schemas'
import { can, type Permission, type StaffRole } from '@hikmah/contract/permissions'
import { and, desc, inArray, lt } from 'drizzle-orm'
import { auditEntries, isActivity } from '../kit/audit/audit.ts'
import type { Db } from '../kit/db/db.ts'

const PAGE = 20

/** Who may see a thing is told what happens to it. */
const permissionOf: Record<Exclude<AuditEntity, 'audit' | 'mail' | 'staff'>, Permission> = {
  application: 'products.read',
  campaign: 'campaigns.read',
  'contact-inquiry': 'communication.read',
  'demo-request': 'communication.read',
  device: 'hardware.read',
  integration: 'products.read',
  invite: 'organizations.read',
  invoice: 'billing.read',
  'irs-registry': 'irs-registry.read',
  media: 'media.read',
  member: 'organization-team.read',
  order: 'orders.read',
  organization: 'organizations.read',
  'payment-customer': 'payments.read',
  'plan-subscription': 'billing.read',
  'tax-review': 'tax-verification.read',
}

/** The fields that say how something was decided. */
const TOLD = ['einStatus', 'exemptStatus', 'orgStatus', 'status']

const { seq, at, actorKind, actorId, actorName, action, entity, entityId, entityName, organizationId, changes } =
  auditEntries
const columns = {
  ...{ seq, at, actorKind, actorId, actorName, action, entity, entityId, entityName, organizationId, changes },
}

/** Newest first. The cursor is the place of the last entry in the chain, so that new entries shift nothing. */
export async function listActivities(
  db: Db,
  { cursor, limit = PAGE }: { cursor?: number | undefined; limit?: number | undefined },
  role: StaffRole,
) {
  const seen = Object.entries(permissionOf).flatMap(([name, permission]) => (can(role, permission) ? [name] : []))
  const rows = await db
    .select(columns)
    .from(auditEntries)
    .where(and(isActivity, inArray(entity, seen), cursor ? lt(seq, cursor) : undefined))
    .orderBy(desc(seq))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { data: page.map(present), meta: rows.length > limit && last ? { cursor: last.seq } : {} }
}

const present = (row: Pick<typeof auditEntries.$inferSelect, keyof typeof columns>): Activity => ({
  seq: row.seq,
  at: row.at.toISOString(),
  actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
  action: row.action,
  entity: row.entity,
  entityId: row.entityId,
  entityName: row.entityName,
  organizationId: row.organizationId,
  changes: Object.fromEntries(Object.entries(row.changes).filter(([field]) => TOLD.includes(field))),
})
