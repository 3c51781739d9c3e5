import { maskedEin, type TaxDocument, type TaxEvent, type TaxStatus } from '@hikmah/contract/tax-status'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../kit/db.ts'
import { newId } from '../kit/ids.ts'
import { keptQueries } from '../kit/prepared.ts'
import { notFound } from '../kit/refusal.ts'
import { type OrganizationTableRow, organizations } from '../organizations/table.ts'
import type { EventDraft, Reviewed } from './rules.ts'
import { taxDocuments, taxEvents } from './table.ts'

const eventsQuery = (db: Db) =>
  db
    .select()
    .from(taxEvents)
    .where(eq(taxEvents.organizationId, sql.placeholder('id')))
    .orderBy(asc(taxEvents.at), asc(taxEvents.type), asc(taxEvents.id))
    .prepare('')

const documentsQuery = (db: Db) =>
  db
    .select()
    .from(taxDocuments)
    .where(eq(taxDocuments.organizationId, sql.placeholder('id')))
    .orderBy(asc(taxDocuments.createdAt), asc(taxDocuments.id))
    .prepare('')

const keptEvents = keptQueries<ReturnType<typeof eventsQuery>>()
const keptDocuments = keptQueries<ReturnType<typeof documentsQuery>>()

type View = { maskEin: boolean }
type TaxRow = Omit<OrganizationTableRow, 'search' | 'waitingSince'>

/** An organization's tax status with its whole history. The EIN is masked for those who may not decide on it. */
export const readTaxStatus = async (db: Db, organizationId: string, view: View): Promise<TaxStatus> =>
  readTaxStatusOf(db, await readReviewed(db, organizationId), view)

/** The same of an organization that was read already. */
export async function readTaxStatusOf(db: Db, row: TaxRow, { maskEin }: View): Promise<TaxStatus> {
  const events = await keptEvents(db, '', () => eventsQuery(db)).execute({ id: row.id })
  const documents = await keptDocuments(db, '', () => documentsQuery(db)).execute({ id: row.id })
  return presentTaxStatus(row, events.map(presentTaxEvent), documents.map(presentTaxDocument), maskEin)
}

export async function readReviewed(db: Db, organizationId: string): Promise<OrganizationTableRow> {
  const [row] = await db.select().from(organizations).where(eq(organizations.id, organizationId))
  if (!row) throw notFound('organization')
  return row
}

/** Holds the organization until the transaction ends, so that two reviewers cannot both decide. */
export async function lockReviewed(tx: Tx, organizationId: string): Promise<OrganizationTableRow> {
  const [row] = await tx.select().from(organizations).where(eq(organizations.id, organizationId)).for('update')
  if (!row) throw notFound('organization')
  return row
}

type Times = Pick<OrganizationTableRow, 'einSubmittedAt' | 'einReviewedAt' | 'exemptSubmittedAt' | 'exemptReviewedAt'>

export async function saveReviewed(tx: Tx, organizationId: string, after: Reviewed & Partial<Times>): Promise<void> {
  await tx
    .update(organizations)
    .set({ ...after, taxVersion: sql`${organizations.taxVersion} + 1` })
    .where(eq(organizations.id, organizationId))
}

/** Appends events in the name of whoever writes, and answers their ids. */
export async function appendTaxEvents(
  tx: Tx,
  organizationId: string,
  drafts: (EventDraft & Pick<TaxEvent, 'snapshot'>)[],
): Promise<string[]> {
  if (drafts.length === 0) return []
  const rows = drafts.map(({ eventType, ...draft }) => ({
    ...draft,
    id: newId(),
    organizationId,
    type: eventType,
    at: tx.at,
    byName: tx.by.name,
  }))
  await tx.insert(taxEvents).values(rows)
  return rows.map((row) => row.id)
}

export async function readTaxDocumentRow(db: Db, organizationId: string, id: string) {
  const [row] = await db
    .select()
    .from(taxDocuments)
    .where(and(eq(taxDocuments.id, id), eq(taxDocuments.organizationId, organizationId)))
  if (!row) throw notFound('document')
  return row
}

function presentTaxStatus(row: TaxRow, events: TaxEvent[], documents: TaxDocument[], maskEin: boolean): TaxStatus {
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

const presentTaxEvent = (row: typeof taxEvents.$inferSelect): TaxEvent => ({
  _id: row.id,
  eventType: row.type,
  status: row.status,
  submittedAt: row.at.getTime(),
  messages: row.messages,
  by: row.byName,
  snapshot: row.snapshot,
})

const presentTaxDocument = (row: typeof taxDocuments.$inferSelect): TaxDocument => ({
  _id: row.id,
  name: row.name,
  contentType: row.contentType,
  size: row.size,
  eventId: row.eventId,
})
