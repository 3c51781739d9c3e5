import { isBlocked, organizationName } from '@hikmah/contract/organizations/words'
import { messageTitles } from '@hikmah/contract/tax-verification/words'
import { and, asc, eq, inArray, max, ne, sql } from 'drizzle-orm'
import { auditEntries } from '../kit/audit/audit.ts'
import type { Tx } from '../kit/write/tx.ts'
import { organizations } from '../organizations/table.ts'
import type { EventDraft } from './settle-review.ts'

const EIN_LOCK = 748_206

/** A rejected EIN is not held; a blocked organization holds it. Of two approvals at once the second sees the first. */
export async function lockEinHolders(tx: Tx, ein: string, organizationId: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(${EIN_LOCK}, hashtext(${ein}))`)
  const { id, name, status, einStatus } = organizations
  return tx
    .select({ id, name, status, einStatus })
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
}
export type EinHolder = Awaited<ReturnType<typeof lockEinHolders>>[number]

/** By the audit trail, in the order of the commits; a moment is when a transaction began, before it had its locks. */
export async function findEinsDecidedSince(tx: Tx, organizationId: string, holders: EinHolder[]) {
  const { entityId, entity, changes, seq } = auditEntries
  const ids = [organizationId, ...holders.map(({ id }) => id)]
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
  const named = holders.slice(0, MAX_NAMED).map(({ name, status, einStatus }) => {
    const state = [einStatus ?? 'not submitted', isBlocked(status) && 'blocked'].filter(Boolean).join(', ')
    return `${organizationName(name)} (${state})`
  })
  const others = holders.length - named.length
  return new Intl.ListFormat('en-US').format(others > 0 ? [...named, `${others} more`] : named)
}

export const refusalOfSharedEin = (ein: string, holders: EinHolder[]) =>
  `EIN ${ein} is already held by ${describeHolders(holders)}. Approve it here only if they share it, such as a branch and its parent.`

/** With each approval stands which organizations its reviewer was asked about. */
export function withHolders(events: EventDraft[], holders: EinHolder[]): EventDraft[] {
  const message = `Confirmed, although also held by ${describeHolders(holders)}`
  const confirmed = { title: messageTitles.sharedEin, message }
  return events.map((event) =>
    event.status === 'Approved' && holders.length > 0 ? { ...event, messages: [...event.messages, confirmed] } : event,
  )
}
