import { consolePaths } from '@hikmah/contract/console-paths'
import { isBlocked, nameInText } from '@hikmah/contract/organizations/words'
import { holderText, MAX_HOLDERS } from '@hikmah/contract/tax-verification/against-record'
import { hasApproval } from '@hikmah/contract/tax-verification/rules'
import type { EinHolder } from '@hikmah/contract/tax-verification/schemas'
import { messageTitles, taxEventTypes } from '@hikmah/contract/tax-verification/words'
import { and, asc, eq, gt, inArray, max, ne, sql } from 'drizzle-orm'
import type { House, Notifies } from '../house.ts'
import { auditEntries, recordOnOrganization } from '../kit/audit/audit.ts'
import { systemActor } from '../kit/auth/actor.ts'
import { job } from '../kit/jobs/jobs.ts'
import type { Tx } from '../kit/write/tx.ts'
import { notifyStaff } from '../notices/notify-staff.ts'
import { type OrganizationTableRow, organizations } from '../organizations/table.ts'
import { isListed, isRegistryChange, readKept } from './keep-verdict.ts'
import { appendTaxEvents } from './queries.ts'
import type { EventDraft, TaxProfile } from './settle-review.ts'
import { taxEvents } from './table.ts'

const EIN_LOCK = 748_206

/** Of two approvals at once the second sees the first. */
export async function lockEinHolders(tx: Tx, ein: string, organizationId: string): Promise<EinHolder[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${EIN_LOCK}, hashtext(${ein}))`)
  const { id, name, status, einStatus } = organizations
  const rows = await tx
    .select({ id, name, status, einStatus: sql<EinHolder['einStatus']>`${einStatus}` })
    .from(organizations)
    .where(and(holds(ein), ne(id, organizationId)))
    .orderBy(asc(einStatus), asc(name), asc(id))
    .limit(MAX_HOLDERS)
  return rows.map(presentHolder)
}

const holds = (ein: string) =>
  and(
    eq(organizations.ein, ein),
    ne(organizations.ein, ''),
    sql`${organizations.einStatus} is distinct from 'Rejected'`,
  )!

const presentHolder = ({ id, name, einStatus, status }: Pick<Holder, 'id' | 'name' | 'einStatus' | 'status'>) => ({
  _id: id,
  orgName: name,
  einStatus: einStatus as EinHolder['einStatus'],
  isBlocked: isBlocked(status),
})

const heldEin = ({ ein, einStatus }: Pick<TaxProfile, 'ein' | 'einStatus'>) => (einStatus === 'Rejected' ? '' : ein)

/** Has the approvals for an EIN looked at again once another organization came to hold it, or gave it up. */
export async function followSharedEin(
  { jobs }: Pick<House, 'jobs'>,
  tx: Tx,
  organizationId: string,
  before: TaxProfile,
  after: TaxProfile & { einShared?: boolean },
): Promise<void> {
  const [left, came] = [heldEin(before), heldEin(after)]
  // The lock first: of two that come to hold it at once the second sees the first.
  if (came !== left && (await lockEinHolders(tx, came, organizationId)).length > 0)
    await jobs.enqueue(tx, sharedEinJob, { ein: came, newcomerId: organizationId, at: tx.at.getTime() })
  // Whoever an undo brings back may be the only one left.
  const given = came === left ? (after.einShared ? came : '') : left
  const isShared = and(eq(organizations.ein, given), ne(organizations.ein, ''), organizations.einShared)
  if (await tx.$count(organizations, isShared))
    await jobs.enqueue(tx, sharedEinJob, { ein: given, newcomerId: null, at: tx.at.getTime() })
}

const checker = systemActor('Shared EIN')

/** In a transaction of its own, since two organizations in one could lock against another's two. */
export const sharedEinJob = job({
  name: 'shared-ein',
  work: (house: House, { ein, newcomerId, at }: { ein: string; newcomerId: string | null; at: number }) =>
    house.change(checker, async (tx) => {
      const holders = await tx.select().from(organizations).where(holds(ein)).orderBy(organizations.id).for('update')
      const newcomer = holders.find(({ id }) => id === newcomerId)
      if (newcomer) await reviewAgain(house, tx, newcomer, await withoutReasoned(tx, holders, new Date(at)))
      const [last] = holders
      if (last?.einShared && holders.length === 1) await endSharedEin(tx, last)
    }),
})

type Holder = OrganizationTableRow

/** Whoever decided since the newcomer came, and named it with the reason, need not be asked again. */
async function withoutReasoned(tx: Tx, holders: Holder[], since: Date): Promise<Holder[]> {
  const { organizationId, at, against } = taxEvents
  const ids = holders.map(({ id }) => id)
  const namesIt = sql`${against} -> 'codes' ? 'EIN_OF_ANOTHER'`
  const reasoned = await tx
    .select({ id: organizationId })
    .from(taxEvents)
    .where(and(inArray(organizationId, ids), gt(at, since), namesIt))
  return holders.filter((row) => !reasoned.some(({ id }) => id === row.id))
}

/** The approvals of the others stand, and wait for somebody to confirm them. */
async function reviewAgain(house: Notifies, tx: Tx, newcomer: Holder, holders: Holder[]) {
  const others = holders.filter((row) => row.id !== newcomer.id && hasApproval(row) && !row.einShared)
  const seen = holders.filter((row) => row.id !== newcomer.id && !others.includes(row) && isListed(row))
  await outdateViews(tx, seen)
  const [first] = others
  if (!first) return
  await tx
    .update(organizations)
    .set({
      einShared: true,
      irsChangedAt: sql`coalesce(${organizations.irsChangedAt}, ${tx.at.toISOString()}::timestamptz)`,
      taxVersion: sql`${organizations.taxVersion} + 1`,
    })
    .where(
      inArray(
        organizations.id,
        others.map(({ id }) => id),
      ),
    )
  const holder = holderText(presentHolder(newcomer))
  for (const row of others) await recordSharing(tx, row, `${holder} has this EIN too.`, { before: null, after: holder })
  const more = others.length - 1
  const who = more === 0 ? nameInText(first.name) : `${nameInText(first.name)} and ${more} more`
  await notifyStaff(house, tx, 'irs-changes', {
    subject: `Same EIN: ${nameInText(newcomer.name)} and ${who}`,
    line: `${holder} has the EIN that was approved for ${who}. Review ${more === 0 ? 'it' : 'them'} again.`,
    path: more === 0 ? consolePaths.taxReview(first.id) : consolePaths.changedReviews,
  })
}

/** A reason for the holders that a reviewer has before them is none for one who comes before they save. */
async function outdateViews(tx: Tx, rows: Holder[]) {
  const isOne = inArray(
    organizations.id,
    rows.map(({ id }) => id),
  )
  if (rows.length > 0)
    await tx
      .update(organizations)
      .set({ taxVersion: sql`${organizations.taxVersion} + 1` })
      .where(isOne)
}

async function endSharedEin(tx: Tx, row: Holder) {
  const kept = (await readKept(tx, [row.id])).get(row.id)
  await tx
    .update(organizations)
    .set({
      einShared: false,
      ...(!isRegistryChange(kept) && { irsChangedAt: null }),
      taxVersion: sql`${organizations.taxVersion} + 1`,
    })
    .where(eq(organizations.id, row.id))
  await recordSharing(tx, row, 'No other organization has this EIN any more.', { before: 'Others', after: null })
}

async function recordSharing(tx: Tx, row: Holder, message: string, holder: Record<'before' | 'after', string | null>) {
  const messages = [{ title: messageTitles.sharedEin, message }]
  await appendTaxEvents(tx, row.id, [{ eventType: taxEventTypes.record, status: 'Changed', messages }])
  recordOnOrganization(tx, row, {
    action: 'tax-review.record-changed',
    before: { einSharedWith: holder.before },
    after: { einSharedWith: holder.after },
  })
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
