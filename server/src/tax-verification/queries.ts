import { isRegistryStale } from '@hikmah/contract/irs-registry/words'
import { isBlocked } from '@hikmah/contract/organizations/words'
import { MAX_HOLDERS } from '@hikmah/contract/tax-verification/against-record'
import { becomesPending, isClaimHeld, isDecided, isWaiting } from '@hikmah/contract/tax-verification/rules'
import type { EinHolder } from '@hikmah/contract/tax-verification/schemas'
import {
  newestSubmission,
  type TaxDocument,
  type TaxEvent,
  type TaxEvidence,
  type TaxRequest,
  type TaxStatus,
  type TaxVerdict,
} from '@hikmah/contract/tax-verification/schemas'
import { and, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import type { Db } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { existing, notFound } from '../kit/errors/refusal.ts'
import type { SearchSource } from '../kit/list/search.ts'
import type { Tx } from '../kit/write/tx.ts'
import { presentTaxFields } from '../organizations/queries.ts'
import { einSearch, type OrganizationTableRow, organizationNames, organizations } from '../organizations/table.ts'
import { type EventDraft, findMissingItems, type RequestDraft, type TaxProfile } from './settle-review.ts'
import { taxDocuments, taxEvents, taxRequests, taxVerdicts } from './table.ts'

type TaxRow = Omit<OrganizationTableRow, 'search'>
type EinChange = { by: string; at: string }
type Kept = Pick<typeof taxVerdicts.$inferSelect, 'outcome' | 'score' | 'evidence' | 'outcomeBefore'> & {
  at: string | Date
}
type TaxHistory = SelectResultFields<typeof taxHistory>

/** An organization may submit as often as it likes, so no answer holds its whole history. */
const SHOWN = 100
const isItsOwn = sql.raw('organization_id = organizations.id')
const earlierIn = (table: string) =>
  sql`(select greatest(count(*) - ${SHOWN}, 0) from ${sql.raw(table)} where ${isItsOwn})`

/** An organization's newest submissions and decisions, oldest first, in the shapes of the contract: columns of its one query. */
export const taxHistory = {
  events: sql<TaxEvent[]>`(select coalesce(json_agg(json_build_object('_id', e.id, 'eventType', e.type,
      'status', e.status, 'submittedAt', (extract(epoch from e.at) * 1000)::bigint, 'messages', e.messages,
      'by', e.by_name, 'snapshot', e.snapshot, 'reasonCode', e.reason_code, 'missing', e.missing, 'evidence', e.evidence,
      'against', e.against)
      order by e.at, e.type, e.id), '[]')
    from (select * from tax_events where ${isItsOwn} order by at desc, type desc, id desc limit ${SHOWN}) e)`,
  documents: sql<TaxDocument[]>`(select coalesce(json_agg(json_build_object('_id', d.id, 'name', d.name,
      'contentType', d.content_type, 'size', d.size, 'eventId', d.event_id) order by d.created_at, d.id), '[]')
    from (select * from tax_documents where ${isItsOwn} order by created_at desc, id desc limit ${SHOWN}) d)`,
  requests: sql<TaxRequest[]>`(select coalesce(json_agg(json_build_object('_id', r.id, 'status', r.status,
      'at', (extract(epoch from r.at) * 1000)::bigint, 'by', r.by_name, 'reasonCode', r.reason_code, 'reason', r.reason,
      'missing', r.missing, 'message', r.message) order by r.at, r.id), '[]')
    from (select * from tax_requests where ${isItsOwn} order by at desc, id desc limit ${SHOWN}) r)`,
  earlier: sql<TaxStatus['earlier']>`(select json_build_object('events', ${earlierIn('tax_events')},
      'documents', ${earlierIn('tax_documents')}, 'requests', ${earlierIn('tax_requests')}))`,
  einChange: sql<EinChange | null>`(select json_build_object('by', a.actor_name, 'at', a.at)
    from audit_entries a where a.organization_id = organizations.id and a.actor_kind = 'staff' and a.changes -> 'ein' is not null
    order by a.seq desc limit 1)`,
  verdict: sql<Kept | null>`(select json_build_object('outcome', v.outcome, 'score', v.score, 'evidence', v.evidence,
      'outcomeBefore', v.outcome_before, 'at', v.checked_at)
    from tax_verdicts v where v.organization_id = organizations.id)`,
  holders: sql<EinHolder[]>`(select coalesce(json_agg(json_build_object('_id', h.id, 'orgName', h.name,
      'einStatus', h.ein_status, 'isBlocked', h.status = 'blocked') order by h.ein_status, h.name, h.id), '[]')
    from (select id, name, ein_status, status from organizations h where h.ein = organizations.ein and h.ein <> ''
      and h.id <> organizations.id and h.ein_status is distinct from 'Rejected'
      order by ein_status, name, id limit ${MAX_HOLDERS}) h)`,
  claim: sql<TaxStatus['claim'] | null>`(select json_build_object('by', c.by_name, 'byId', c.staff_id, 'at', c.at)
    from tax_claims c where c.organization_id = organizations.id)`,
}

/** An organization's tax status with its newest history. `now` tells which claims still hold, and how old the files of the IRS are. */
export async function readTaxStatus(db: Db, organizationId: string, now: Date): Promise<TaxStatus> {
  const { search: _search, ...columns } = getTableColumns(organizations)
  const [row] = await db
    .select({ ...columns, ...taxHistory })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  if (!row) throw notFound('organization')
  return presentTaxStatus(row, now)
}

export const readTaxProfile = async (db: Db, organizationId: string): Promise<OrganizationTableRow> =>
  existing(await db.select().from(organizations).where(eq(organizations.id, organizationId)), 'organization')

/** Locks the row until the transaction ends, so that two reviewers cannot both decide. */
export const lockTaxProfile = async (tx: Tx, organizationId: string): Promise<OrganizationTableRow> =>
  existing(
    await tx.select().from(organizations).where(eq(organizations.id, organizationId)).for('update'),
    'organization',
  )

type Times = Pick<
  OrganizationTableRow,
  | `${'ein' | 'exempt'}${'SubmittedAt' | 'ReviewedAt' | 'PendingSince'}`
  | 'taxResubmitted'
  | 'papersAskedAt'
  | 'papersDueAt'
  | 'papersArrivedAt'
  | 'hasPapers'
  | 'irsChangedAt'
  | 'einShared'
  | 'taxGroup'
  | 'einAgainst'
  | 'exemptAgainst'
  | 'decidedById'
  | 'decidedByName'
  | 'decidedOutcome'
  | 'decidedGroup'
>

/** A review that becomes Pending waits from now, unless it is said otherwise; one that was Pending keeps its place. */
export async function saveTaxProfile(tx: Tx, before: OrganizationTableRow, after: TaxProfile & Partial<Times>) {
  await tx
    .update(organizations)
    .set({
      ...(becomesPending(before.einStatus, after.einStatus) && { einPendingSince: tx.at }),
      ...(becomesPending(before.exemptStatus, after.exemptStatus) && { exemptPendingSince: tx.at }),
      // What is open contradicts nothing.
      ...(!isDecided(after.einStatus) && { einAgainst: null }),
      ...(!isDecided(after.exemptStatus) && { exemptAgainst: null }),
      ...after,
      ...(!isWaiting(after) && { papersDueAt: null, papersArrivedAt: null }),
      taxVersion: sql`${organizations.taxVersion} + 1`,
    })
    .where(eq(organizations.id, before.id))
}

export async function appendTaxEvents(
  tx: Tx,
  organizationId: string,
  drafts: (EventDraft & Partial<Pick<TaxEvent, 'snapshot' | 'evidence' | 'against'>>)[],
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

const NOTHING_SAID: RequestDraft = { reasonCode: null, reason: '', missing: [], message: '' }

/** Records in the name of the caller that a new submission was asked for, or that this was undone. */
export async function appendTaxRequest(
  tx: Tx,
  organizationId: string,
  status: TaxRequest['status'],
  draft = NOTHING_SAID,
): Promise<void> {
  await tx.insert(taxRequests).values({ ...draft, status, id: newId(), organizationId, at: tx.at, byName: tx.by.name })
}

/** What a decision is made on: the verdict as it stands. Null where the EIN was never looked up. */
export async function readTaxEvidence(tx: Tx, organizationId: string): Promise<TaxEvidence | null> {
  const [kept] = await tx.select().from(taxVerdicts).where(eq(taxVerdicts.organizationId, organizationId))
  if (!kept) return null
  const { suggestion: _suggestion, ...evidence } = presentVerdict({ ...kept, at: kept.checkedAt }, tx.at)
  return evidence
}

export const readTaxDocumentRow = async (db: Db, organizationId: string, id: string) =>
  existing(
    await db
      .select({ ...getTableColumns(taxDocuments), organizationName: organizations.name })
      .from(taxDocuments)
      .innerJoin(organizations, eq(organizations.id, taxDocuments.organizationId))
      .where(and(eq(taxDocuments.id, id), eq(taxDocuments.organizationId, organizationId))),
    'document',
  )

export function presentTaxStatus(row: TaxRow & TaxHistory, now: Date): TaxStatus {
  const submitted = newestSubmission(row)
  // A change that the organization has submitted itself since is none any more.
  const isChanged = submitted && submitted.snapshot?.taxIdEin !== row.ein
  return {
    ...presentTaxFields(row),
    einChange:
      isChanged && row.einChange ? { by: row.einChange.by, at: new Date(row.einChange.at).toISOString() } : null,
    events: row.events,
    documents: row.documents,
    requests: row.requests,
    earlier: row.earlier,
    askedAt: row.papersAskedAt?.toISOString() ?? null,
    linkEndsAt: row.papersDueAt?.toISOString() ?? null,
    papersArrivedAt: row.papersArrivedAt?.toISOString() ?? null,
    letterLanguage: row.letterLanguage,
    verdict: row.verdict && presentVerdict(row.verdict, now),
    irsChange: row.irsChangedAt && {
      at: row.irsChangedAt.toISOString(),
      before: row.verdict?.outcomeBefore ?? null,
      after: row.verdict?.outcome ?? null,
      einShared: row.einShared,
    },
    claim:
      row.claim && isClaimHeld(new Date(row.claim.at), now)
        ? { ...row.claim, at: new Date(row.claim.at).toISOString() }
        : null,
    holders: row.holders,
    isBlocked: isBlocked(row.status),
    missing: findMissingItems({ ...row, group: row.taxGroup, hasDocuments: row.documents.length > 0 }),
    waitingSince: row.waitingSince?.toISOString() ?? null,
    version: row.taxVersion,
  }
}

const presentVerdict = ({ outcome, score, evidence, at }: Omit<Kept, 'outcomeBefore'>, now: Date): TaxVerdict => ({
  ...evidence,
  outcome,
  score,
  stale: isRegistryStale(evidence.sources, now),
  checkedAt: new Date(at).toISOString(),
})

export const taxReviewSource: SearchSource = {
  type: 'taxReview',
  permission: 'tax-verification.read',
  table: organizations,
  createdAt: organizations.waitingSince,
  where: isNotNull(organizations.waitingSince),
  isFew: true,
  title: organizations.name,
  detail: sql`'Waiting for a decision'`,
  search: organizations.search,
  names: organizationNames,
  secret: { permission: 'tax-verification.decide', search: einSearch, isNumber: true },
}
