import type { TaxDocument, TaxEvent, TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { maskedEin, newestSubmission } from '@hikmah/contract/tax-verification/words'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db, Tx } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { notFound } from '../kit/http/refusal.ts'
import { type OrganizationTableRow, organizations } from '../organizations/table.ts'
import type { EventDraft, TaxProfile } from './rules.ts'
import { taxDocuments, taxEvents } from './table.ts'

type View = { maskEin: boolean }
type TaxRow = Omit<OrganizationTableRow, 'search'>
type EinChange = { by: string; at: string }
type TaxHistory = { events: TaxEvent[]; documents: TaxDocument[]; einChange: EinChange | null }

/** An organization's submissions and decisions, oldest first, in the shapes of the contract: columns of its one query. */
export const taxHistory = {
  events: sql<TaxEvent[]>`(select coalesce(json_agg(json_build_object('_id', e.id, 'eventType', e.type,
      'status', e.status, 'submittedAt', (extract(epoch from e.at) * 1000)::bigint, 'messages', e.messages,
      'by', e.by_name, 'snapshot', e.snapshot) order by e.at, e.type, e.id), '[]')
    from tax_events e where e.organization_id = organizations.id)`,
  documents: sql<TaxDocument[]>`(select coalesce(json_agg(json_build_object('_id', d.id, 'name', d.name,
      'contentType', d.content_type, 'size', d.size, 'eventId', d.event_id) order by d.created_at, d.id), '[]')
    from tax_documents d where d.organization_id = organizations.id)`,
  einChange: sql<EinChange | null>`(select json_build_object('by', a.actor_name, 'at', a.at)
    from audit_entries a where a.organization_id = organizations.id and a.actor_kind = 'staff' and a.changes -> 'ein' is not null
    order by a.seq desc limit 1)`,
}

/** An organization's tax status with its whole history. The EIN is masked for those who may not decide on it. */
export async function readTaxStatus(db: Db, organizationId: string, view: View): Promise<TaxStatus> {
  const { search: _search, ...columns } = getTableColumns(organizations)
  const [row] = await db
    .select({ ...columns, ...taxHistory })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  if (!row) throw notFound('organization')
  return presentTaxStatus(row, view)
}

export async function readTaxProfile(db: Db, organizationId: string): Promise<OrganizationTableRow> {
  const [row] = await db.select().from(organizations).where(eq(organizations.id, organizationId))
  if (!row) throw notFound('organization')
  return row
}

/** Holds the organization until the transaction ends, so that two reviewers cannot both decide. */
export async function lockTaxProfile(tx: Tx, organizationId: string): Promise<OrganizationTableRow> {
  const [row] = await tx.select().from(organizations).where(eq(organizations.id, organizationId)).for('update')
  if (!row) throw notFound('organization')
  return row
}

type Times = Pick<
  OrganizationTableRow,
  `${'ein' | 'exempt'}${'SubmittedAt' | 'ReviewedAt' | 'PendingSince'}` | 'taxResubmitted'
>

/** A review that becomes Pending waits from now, unless it is said otherwise; one that was Pending keeps its place. */
export async function saveTaxProfile(
  tx: Tx,
  before: OrganizationTableRow,
  after: TaxProfile & Partial<Times>,
): Promise<void> {
  const isOpened = (was: typeof before.einStatus, is: typeof before.einStatus) => is === 'Pending' && was !== 'Pending'
  await tx
    .update(organizations)
    .set({
      ...(isOpened(before.einStatus, after.einStatus) && { einPendingSince: tx.at }),
      ...(isOpened(before.exemptStatus, after.exemptStatus) && { exemptPendingSince: tx.at }),
      ...after,
      taxVersion: sql`${organizations.taxVersion} + 1`,
    })
    .where(eq(organizations.id, before.id))
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

export function presentTaxStatus(row: TaxRow & TaxHistory, { maskEin }: View): TaxStatus {
  const shown = (ein: string) => (maskEin ? maskedEin(ein) : ein)
  const submitted = newestSubmission(row)
  // A change that the organization has submitted itself since is none any more.
  const isChanged = submitted && submitted.snapshot?.taxIdEin !== row.ein
  return {
    taxIdEin: shown(row.ein),
    einChange:
      isChanged && row.einChange ? { by: row.einChange.by, at: new Date(row.einChange.at).toISOString() } : null,
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
    events: row.events.map((event) => ({
      ...event,
      snapshot: event.snapshot && { ...event.snapshot, taxIdEin: shown(event.snapshot.taxIdEin) },
    })),
    documents: row.documents,
    waitingSince: row.waitingSince?.toISOString() ?? null,
    version: row.taxVersion,
  }
}
