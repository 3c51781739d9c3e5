import { eq, inArray, like, sql } from 'drizzle-orm'
import { inboxes, removeConversations } from '../communication/remove-conversations.ts'
import type { House } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { hmac, type Keys } from '../kit/auth/keys.ts'
import { isNoticeMail, mailTable } from '../kit/mail/post.ts'
import { idempotencyKeys } from '../kit/write/change.ts'
import type { Tx } from '../kit/write/tx.ts'
import { forgetNotices } from '../notices/notify-staff.ts'
import { listKept, strangersLetters } from './queries.ts'

/** By which the trail names a person: whoever knows the address and the secret key finds it again, nobody else. */
export const nameByHash = ({ pepper }: Pick<Keys, 'pepper'>, email: string) => hmac(pepper, `person ${email}`)

const ERASED = 'erased'

/** Returns what was kept before. */
export const erasePerson = ({ change, keys }: Pick<House, 'change' | 'keys'>, actor: StaffActor, email: string) =>
  change(actor, async (tx) => {
    const kept = await listKept(tx, email)
    for (const inbox of inboxes) {
      const { table } = inbox
      const rows = await tx.select({ id: table.id }).from(table).where(eq(table.email, email)).for('update')
      const ids = rows.map(({ id }) => String(id))
      await removeConversations(tx, inbox, ids, 'erased')
      for (const id of ids) {
        await forgetNotices(tx, inbox.path(id))
        await forgetCopies(tx, id)
      }
    }
    await tx
      .update(mailTable)
      .set({
        ...{ recipient: ERASED, subject: ERASED, html: ERASED, text: ERASED, hidden: '', replyTo: '' },
        ...{ unsubscribeUrl: '', lastError: '', thread: '' },
        status: sql`case when status = 'sent' then status else 'failed' end`,
      })
      .where(strangersLetters(tx, email))
    const erased = kept.filter(({ count, reason }) => count > 0 && reason === '')
    if (erased.length > 0)
      record(tx, {
        action: 'person.erased',
        entity: 'person',
        entityId: nameByHash(keys, email),
        entityName: '',
        after: Object.fromEntries(erased.map(({ data, count }) => [data, count])),
      })
    return kept
  })

/** What staff was mailed about a conversation, with what else stood in that mail, and answers kept to be repeated. */
async function forgetCopies(tx: Tx, id: string) {
  const told = tx
    .select({ id: mailTable.id })
    .from(mailTable)
    .where(sql`${isNoticeMail} and ${mailTable.text} like ${`%${id}%`}`)
  await tx.delete(mailTable).where(inArray(mailTable.id, told))
  await tx.delete(idempotencyKeys).where(like(idempotencyKeys.answer, `%${id}%`))
}
