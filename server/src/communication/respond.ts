import type { responseBody } from '@hikmah/contract/communication/schemas'
import { plainTextOf } from '@hikmah/contract/rich-text/document'
import type { z } from 'zod'
import { record } from '../kit/audit/audit.ts'
import type { Tx } from '../kit/db/db.ts'
import { invalid } from '../kit/http/refusal.ts'
import { post } from '../kit/mail/post.ts'
import { findAssignee } from './assignee.ts'
import { replyLetter } from './letters.ts'
import { appendEntry, type Owner } from './queries.ts'

export type ResponseForm<Status extends string> = z.output<ReturnType<typeof responseBody<Status>>>

/** A demo request or an inquiry, as far as an answer to it is concerned. */
interface Asked {
  entity: 'demo-request' | 'contact-inquiry'
  owner: Owner
  row: { id: string; email: string; status: string; assignee: string; spam: boolean; createdAt: Date }
  person: string
}

/**
 * What both kinds of answer do: find the assignee, mail the note where that is asked for, append to the timeline and to the
 * audit trail. Hands back what is to be saved. The person and the time are known here and never taken from the form.
 */
export async function respond<Status extends string>(
  tx: Tx,
  { entity, owner, row, person }: Asked,
  { status, assigneeId, responseTimeline, mailNote, notSpam }: ResponseForm<Status>,
) {
  const { note } = responseTimeline
  const spam = row.spam && !notSpam
  const words = plainTextOf(note)
  if (mailNote && words === '') throw invalid('responseTimeline.note', 'Write what is to be mailed')
  const assignee = await findAssignee(tx, assigneeId, responseTimeline.assignee)
  const asked = { what: entity.replace('-', ' '), person, email: row.email, createdAt: row.createdAt }
  const mailId = mailNote ? await post(tx, replyLetter(asked, tx.by.name, words)) : null
  await appendEntry(tx, owner, {
    status,
    assignee: assignee.name,
    note,
    reviewedBy: tx.by.name,
    fromWebsite: false,
    mailId,
  })
  record(tx, {
    action: `${entity}.responded`,
    entity,
    entityId: row.id,
    entityName: person,
    before: { status: row.status, assignee: row.assignee, spam: row.spam },
    after: {
      status,
      assignee: assignee.name,
      spam,
      ...(words !== '' && { note: words }),
      ...(mailNote && { mailed: true }),
    },
  })
  return { status, spam, assigneeId: assignee.id, assignee: assignee.name, updatedAt: tx.at }
}
