import { CANNOT_UNDO } from '@hikmah/contract/communication/schemas'
import { UNDO_S } from '@hikmah/contract/tax-verification/rules'
import { and, desc, eq } from 'drizzle-orm'
import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { conflict } from '../kit/errors/refusal.ts'
import { takeBack } from '../kit/mail/post.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import {
  appendEntry,
  type ConversationRow,
  type Inbox,
  lockConversation,
  nameInTrail,
  readConversation,
  saveConversation,
} from './queries.ts'
import { responseEntries } from './table.ts'

/** Restores what the newest response changed, and takes its mail back; the entry stays, and another says so. */
export async function undoResponse<Row extends ConversationRow, Presented extends object>(
  { change }: Writes,
  actor: StaffActor,
  inbox: Inbox<Row, Presented>,
  id: string,
  version: number,
) {
  return change(actor, async (tx) => {
    const row = await lockConversation(tx, inbox, id)
    const [last] = await tx
      .select()
      .from(responseEntries)
      .where(and(eq(inbox.entryOwner, id)))
      .orderBy(desc(responseEntries.createdAt), desc(responseEntries.id))
      .limit(1)
    const isMine = last?.savedBy === tx.by.id && last.previous !== null && row.version === version
    if (!isMine || secondsAfter(last.createdAt, UNDO_S) < tx.at) throw conflict(CANNOT_UNDO)
    if (last.mailId && !(await takeBack(tx, last.mailId))) throw conflict(CANNOT_UNDO)
    const previous = last.previous as Partial<ConversationRow>
    const { status = row.status, assignee = row.assignee } = previous
    await appendEntry(tx, inbox.ownerOfEntry(id), {
      ...{ status, assignee, note: '', reviewedBy: tx.by.name, fromWebsite: false, mailId: null },
      ...{ savedBy: tx.by.id, takesBack: last.id },
    })
    const { entity } = inbox
    record(tx, {
      action: `${entity}.response-undone`,
      entity,
      entityId: id,
      entityName: nameInTrail(id),
      before: { status: row.status, assignee: row.assignee },
      after: { status, assignee },
    })
    await saveConversation(tx, inbox, id, { ...previous, updatedAt: tx.at })
    return readConversation(tx, inbox, id)
  })
}
