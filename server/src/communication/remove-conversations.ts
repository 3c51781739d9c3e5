import { retained } from '@hikmah/contract/retention'
import { and, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { House } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import { systemActor } from '../kit/auth/actor.ts'
import { job } from '../kit/jobs/jobs.ts'
import { mailTable } from '../kit/mail/post.ts'
import { daysBefore } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { demoRequestInbox, type Inbox, inquiryInbox, nameInTrail } from './queries.ts'
import { responseEntries } from './table.ts'

export type AnyInbox = Pick<Inbox, 'entity' | 'table' | 'entryOwner'> & { path: (id: string) => string }
export const inboxes: AnyInbox[] = [demoRequestInbox, inquiryInbox]

/** For good: with its letters and, by the database, its entries. The trail says that it was, and names no visitor. */
export async function removeConversations(
  tx: Tx,
  { entity, table, entryOwner }: AnyInbox,
  ids: string[],
  verb: 'purged' | 'erased',
): Promise<void> {
  if (ids.length === 0) return
  // Letters of before they had a thread are found by their entry.
  const ofEntries = tx
    .select({ id: responseEntries.mailId })
    .from(responseEntries)
    .where(and(inArray(entryOwner, ids), isNotNull(responseEntries.mailId)))
  const threads = ids.map((id) => `${entity}:${id}`)
  await tx.delete(mailTable).where(or(inArray(mailTable.thread, threads), inArray(mailTable.id, ofEntries)))
  const isShown = and(inArray(table.id, ids), isNull(table.deletedAt))
  await tx.update(table).set({ deletedAt: tx.at }).where(isShown)
  await tx.delete(table).where(inArray(table.id, ids))
  for (const id of ids) record(tx, { action: `${entity}.${verb}`, entity, entityId: id, entityName: nameInTrail(id) })
}

const AT_ONCE = 100

export async function purgeConversations({ change, clock }: Pick<House, 'change' | 'clock'>): Promise<void> {
  const before = daysBefore(clock.now(), retained.conversations.days)
  for (const inbox of inboxes) {
    const { table } = inbox
    const purge = async (tx: Tx) => {
      const rows = await tx
        .select({ id: table.id })
        .from(table)
        .where(lt(table.deletedAt, before))
        .orderBy(table.deletedAt)
        .limit(AT_ONCE)
        .for('update', { skipLocked: true })
      const ids = rows.map(({ id }) => String(id))
      await removeConversations(tx, inbox, ids, 'purged')
      return ids.length
    }
    while ((await change(systemActor('Data retention'), purge)) === AT_ONCE);
  }
}

export const purgeConversationsJob = job({ name: 'purge-conversations', every: 'hour', work: purgeConversations })
