import { isBlocked } from '@hikmah/contract/organizations/words'
import { holderText, MAX_HOLDERS } from '@hikmah/contract/tax-verification/against-record'
import type { EinHolder } from '@hikmah/contract/tax-verification/schemas'
import { messageTitles } from '@hikmah/contract/tax-verification/words'
import { and, asc, eq, inArray, max, ne, sql } from 'drizzle-orm'
import { auditEntries } from '../kit/audit/audit.ts'
import type { Tx } from '../kit/write/tx.ts'
import { organizations } from '../organizations/table.ts'
import type { EventDraft } from './settle-review.ts'

const EIN_LOCK = 748_206

/** Of two approvals at once the second sees the first. */
export async function lockEinHolders(tx: Tx, ein: string, organizationId: string): Promise<EinHolder[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${EIN_LOCK}, hashtext(${ein}))`)
  const { id, name, status, einStatus } = organizations
  const rows = await tx
    .select({ id, name, status, einStatus: sql<EinHolder['einStatus']>`${einStatus}` })
    .from(organizations)
    .where(
      and(
        eq(organizations.ein, ein),
        ne(organizations.ein, ''),
        ne(id, organizationId),
        sql`${einStatus} is distinct from 'Rejected'`,
      ),
    )
    .orderBy(asc(einStatus), asc(name), asc(id))
    .limit(MAX_HOLDERS)
  return rows.map((row) => ({
    _id: row.id,
    orgName: row.name,
    einStatus: row.einStatus,
    isBlocked: isBlocked(row.status),
  }))
}

/** By the audit trail, in the order of the commits; a moment is when a transaction began, before it had its locks. */
export async function findEinsDecidedSince(tx: Tx, organizationId: string, holders: EinHolder[]) {
  const { entityId, entity, changes, seq } = auditEntries
  const ids = [organizationId, ...holders.map(({ _id }) => _id)]
  const last = await tx
    .select({ id: entityId, seq: max(seq) })
    .from(auditEntries)
    .where(and(eq(entity, 'organization'), inArray(entityId, ids), sql`${changes} ? 'einStatus'`))
    .groupBy(entityId)
  const lastSeq = new Map(last.map(({ id, seq }) => [id, seq ?? 0]))
  const decided = lastSeq.get(organizationId) ?? 0
  return new Set(ids.filter((id) => (lastSeq.get(id) ?? 0) > decided))
}

const MAX_NAMED = 5

/** Masjid An-Noor (Approved), Masjid Hamza (Pending, blocked) and 3 more */
export function describeHolders(holders: EinHolder[]): string {
  const named = holders.slice(0, MAX_NAMED).map(holderText)
  const others = holders.length - named.length
  return new Intl.ListFormat('en-US').format(others > 0 ? [...named, `${others} more`] : named)
}

/** With each approval stands which other organizations held the EIN. */
export function withHolders(events: EventDraft[], holders: EinHolder[]): EventDraft[] {
  const message = `Confirmed, although also held by ${describeHolders(holders)}`
  const shared = { title: messageTitles.sharedEin, message }
  return events.map((event) =>
    event.status === 'Approved' && holders.length > 0 ? { ...event, messages: [...event.messages, shared] } : event,
  )
}
