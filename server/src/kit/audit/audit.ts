import { mustMaskEin } from '@hikmah/contract/permissions'
import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Actor, StaffActor } from '../auth/actor.ts'
import { countTogether, countUse } from '../auth/throttle.ts'
import { moment } from '../db/columns.ts'
import { type Clock, secondsAfter } from '../process/clock.ts'
import type { AuditDraft, Change, Tx } from '../write/tx.ts'

export type Changes = Record<string, { before: unknown; after: unknown }>

/** Excludes entries about staff, mails, the trail itself, reads, and who signed in. */
export const isActivity = sql`entity not in ('audit', 'mail', 'staff') and action not like '%.list-exported' and action not like '%read' and action not like 'sign-in.%' and action not like 'session.%'`

export const actorSearch = sql`(' ' || folded(actor_name) || ' ')`

/** One of `auditKinds` of the contract. */
export const kindOfEntry = sql`audit_kind(action, changes)`

export const isAgainstTheRecord = sql`changes -> 'against' ->> 'after' is not null`

export const auditEntries = pgTable(
  'audit_entries',
  {
    seq: bigint({ mode: 'number' }).primaryKey(),
    at: moment('at').notNull(),
    actorKind: text('actor_kind').$type<Actor['kind']>().notNull(),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    sessionId: text('session_id').notNull(),
    ip: text().notNull(),
    requestId: text('request_id').notNull(),
    action: text().notNull(),
    entity: text().notNull(),
    entityId: text('entity_id').notNull(),
    entityName: text('entity_name').notNull(),
    organizationId: uuid('organization_id'),
    changes: jsonb().$type<Changes>().notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text().notNull(),
  },
  (t) => [
    index('audit_entries_organization').on(t.organizationId, t.seq),
    index('audit_entries_entity').on(t.entity, t.entityId, t.seq),
    index('audit_entries_actor').on(t.actorId, t.seq),
    index('audit_entries_actor_name').on(t.actorName, t.seq),
    index('audit_entries_actor_words').using('gin', sql`${actorSearch} gin_trgm_ops`),
    index('audit_entries_at').on(t.at),
    index('audit_entries_kind').on(kindOfEntry, t.seq),
    index('audit_entries_against').on(t.seq).where(isAgainstTheRecord),
    index('audit_entries_activities').on(t.seq).where(isActivity),
  ],
)

/** Stores the fields that differ, when the transaction ends. */
export function record(tx: Tx, draft: AuditDraft): void {
  tx.drafts.push(draft)
}

export const recordOnOrganization = (
  tx: Tx,
  { id, name }: { id: string; name: string },
  draft: Pick<AuditDraft, 'action' | 'before' | 'after'>,
) => record(tx, { ...draft, entity: 'organization', entityId: id, entityName: name, organizationId: id })

/** A list for the audit trail: all names in order, and each row by its name, numbered where it repeats. */
export function linesOf<Row>(
  kind: string,
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  lineOf: (row: Row) => string,
): Record<string, string> {
  const times = new Map<string, number>()
  const lines = rows.map((row) => {
    const name = nameOf(row)
    const time = (times.get(name) ?? 0) + 1
    times.set(name, time)
    return [`${kind} ${time > 1 ? `${name} (${time})` : name}`, lineOf(row)]
  })
  return { [`${kind}s, in order`]: rows.map(nameOf).join(', '), ...Object.fromEntries(lines) }
}

const HOUR_S = 3600

/** Records a read once an hour for each person and `thing`, since screens read again whenever they show it. */
export const noteRead = (change: Change, actor: StaffActor, draft: AuditDraft, thing = draft.entityId) =>
  change(actor, async (tx) => {
    const { count } = await countUse(tx, `read:${draft.action}:${thing}:${actor.id}`, tx.at, HOUR_S)
    if (count === 1) record(tx, draft)
  })

/** Nobody reviews this many in an hour: who reads so many goes through the list. */
const MANY_EINS = 100

/** Whose EINs this process knows that somebody read within the hour; all count together in the throttles. */
const readBy = new Map<string, { until: Date; organizations: Set<string> }>()

/** Records once an hour that somebody read many EINs, by pages or one by one, instead of the whole list. */
export async function noteEinsRead(
  { change, clock }: { change: Change; clock: Clock },
  actor: StaffActor,
  read: { organizationId: string; taxIdEin: string }[],
): Promise<void> {
  if (mustMaskEin(actor.role)) return
  const now = clock.now()
  for (const [id, { until }] of readBy) if (until <= now) readBy.delete(id)
  const { until, organizations } = readBy.get(actor.id) ?? {
    until: secondsAfter(now, HOUR_S),
    organizations: new Set<string>(),
  }
  readBy.set(actor.id, { until, organizations })
  const isNew = (id: string) => organizations.size < MANY_EINS && !organizations.has(id)
  const added = read.flatMap(({ organizationId: id, taxIdEin }) => (taxIdEin !== '' && isNew(id) ? id : []))
  if (added.length === 0) return
  await change(actor, async (tx) => {
    const isMany = (await countTogether(tx, `eins-read:${actor.id}`, added, tx.at, HOUR_S)) >= MANY_EINS
    const thing = { action: 'tax-review.eins-read', entity: 'tax-review', entityId: '' } as const
    if (isMany && (await countUse(tx, `read:${thing.action}::${actor.id}`, tx.at, HOUR_S)).count === 1)
      record(tx, { ...thing, entityName: `${MANY_EINS} or more organizations within an hour` })
  })
  for (const id of added) organizations.add(id)
}
