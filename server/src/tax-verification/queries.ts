import { maskedEin, type TaxDocument, type TaxEvent, type TaxStatus } from '@hikmah/contract/tax-status'
import { asc, eq } from 'drizzle-orm'
import type { Db } from '../kit/db.ts'
import { notFound } from '../kit/refusal.ts'
import { type OrganizationTableRow, organizations } from '../organizations/table.ts'
import { taxDocuments, taxEvents } from './table.ts'

/** An organization's tax status with its whole history. The EIN is masked for those who may not decide on it. */
export async function readTaxStatus(
  db: Db,
  organizationId: string,
  { maskEin }: { maskEin: boolean },
): Promise<TaxStatus> {
  const [row] = await db.select().from(organizations).where(eq(organizations.id, organizationId))
  if (!row) throw notFound('organization')
  const events = await db
    .select()
    .from(taxEvents)
    .where(eq(taxEvents.organizationId, organizationId))
    .orderBy(asc(taxEvents.at), asc(taxEvents.type), asc(taxEvents.id))
  const documents = await db
    .select()
    .from(taxDocuments)
    .where(eq(taxDocuments.organizationId, organizationId))
    .orderBy(asc(taxDocuments.createdAt), asc(taxDocuments.id))
  return presentTaxStatus(row, events.map(presentTaxEvent), documents.map(presentTaxDocument), maskEin)
}

export function presentTaxStatus(
  row: OrganizationTableRow,
  events: TaxEvent[],
  documents: TaxDocument[],
  maskEin: boolean,
): TaxStatus {
  const shown = (ein: string) => (maskEin ? maskedEin(ein) : ein)
  return {
    taxIdEin: shown(row.ein),
    taxIdEinDetail: {
      status: row.einStatus,
      submittedAt: row.einSubmittedAt?.toISOString() ?? null,
      reviewedAt: row.einReviewedAt?.toISOString() ?? null,
    },
    taxExempt: row.taxExempt,
    taxExemptDetail: {
      status: row.exemptStatus,
      submittedAt: row.exemptSubmittedAt?.toISOString() ?? null,
      reviewedAt: row.exemptReviewedAt?.toISOString() ?? null,
    },
    events: events.map((event) => ({
      ...event,
      snapshot: event.snapshot && { ...event.snapshot, taxIdEin: shown(event.snapshot.taxIdEin) },
    })),
    documents,
    version: row.taxVersion,
  }
}

export const presentTaxEvent = (row: typeof taxEvents.$inferSelect): TaxEvent => ({
  _id: row.id,
  eventType: row.type,
  status: row.status,
  submittedAt: row.at.getTime(),
  messages: row.messages,
  by: row.byName,
  snapshot: row.snapshot,
})

export const presentTaxDocument = (row: typeof taxDocuments.$inferSelect): TaxDocument => ({
  _id: row.id,
  name: row.name,
  contentType: row.contentType,
  size: row.size,
  eventId: row.eventId,
})
