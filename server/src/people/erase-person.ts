import { and, eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type AnyInbox, inboxes, removeConversations } from '../communication/remove-conversations.ts'
import type { House } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { hmac, type Keys } from '../kit/auth/keys.ts'
import { throttles } from '../kit/auth/throttle.ts'
import { isNoticeMail, mailTable } from '../kit/mail/post.ts'
import { idempotencyKeys } from '../kit/write/change.ts'
import type { Tx } from '../kit/write/tx.ts'
import { forgetNotices } from '../notices/notify-staff.ts'
import { listKept, strangersLetters, triesOfStranger } from './queries.ts'

/** By which the trail names a person: whoever knows the address and the secret key finds it again, nobody else. */
export const nameByHash = ({ pepper }: Pick<Keys, 'pepper'>, email: string) => hmac(pepper, `person ${email}`)

/** The end of the hash tells that entries are about the same person. */
export function personInTrail(keys: Keys, email: string) {
  const entityId = nameByHash(keys, email)
  return { entity: 'person', entityId, entityName: `#${entityId.slice(-6)}` } as const
}

const ERASED = 'erased'
const ERASE_LOCK = 748_213

/** Returns what was kept before. */
export const erasePerson = ({ change, keys }: Pick<House, 'change' | 'keys'>, actor: StaffActor, email: string) =>
  change(actor, async (tx) => {
    // One caller at a time, so that the second finds nothing and records nothing.
    await tx.execute(sql`select pg_advisory_xact_lock(${ERASE_LOCK}, hashtext(${email}))`)
    const kept = await listKept(tx, email)
    for (const inbox of inboxes) {
      const { table } = inbox
      const rows = await tx.select({ id: table.id }).from(table).where(eq(table.email, email)).for('update')
      const ids = rows.map(({ id }) => String(id))
      await removeConversations(tx, inbox, ids, 'erased')
      await forgetNotices(tx, ids.map(inbox.path))
      await forgetCopies(tx, inbox, ids)
    }
    await tx
      .update(mailTable)
      .set({
        ...{ recipient: ERASED, subject: ERASED, html: ERASED, text: ERASED, hidden: '', replyTo: '' },
        ...{ unsubscribeUrl: '', lastError: '', thread: '' },
        status: sql`case when status = 'sent' then status else 'failed' end`,
      })
      .where(strangersLetters(tx, email))
    await tx.delete(throttles).where(triesOfStranger(tx, email))
    const erased = kept.filter(({ count, reason }) => count > 0 && reason === '')
    if (erased.length > 0)
      record(tx, {
        action: 'person.erased',
        ...personInTrail(keys, email),
        after: Object.fromEntries(erased.map(({ data, count }) => [data, count])),
      })
    return kept
  })

/** What staff was mailed about conversations, with what else stood in that mail, and answers kept to be repeated. */
async function forgetCopies(tx: Tx, { path }: AnyInbox, ids: string[]) {
  if (ids.length === 0) return
  // Reads each text once, however many ids there are.
  const names = (text: PgColumn, before: string) =>
    sql`exists (
      select from string_to_table(${text}, ${before}) as part
      where left(part, ${ids[0]!.length}) in (select unnest(${sql.param(ids)}::text[]))
    )`
  await tx.delete(mailTable).where(and(isNoticeMail, names(mailTable.text, path(''))))
  await tx.delete(idempotencyKeys).where(names(idempotencyKeys.answer, '"'))
}
