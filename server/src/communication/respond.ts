import { DEFAULT_ASSIGNEE, type responseBody } from '@hikmah/contract/communication'
import { plainTextOf } from '@hikmah/contract/rich-text'
import { fullName } from '@hikmah/contract/words'
import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { staff } from '../accounts/table.ts'
import type { Settings } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import { fullNameOf } from '../kit/db/columns.ts'
import { invalid } from '../kit/errors/refusal.ts'
import { post } from '../kit/mail/post.ts'
import type { Tx } from '../kit/write/tx.ts'
import { assignedLetter, replyLetter } from './letters.ts'
import { appendEntry, type Owner } from './queries.ts'

type Sent = string | { name?: string | undefined } | { name?: string | undefined }[] | null | undefined

const nameOf = (sent: Sent): string => {
  const first = Array.isArray(sent) ? sent[0] : sent
  return (typeof first === 'string' ? first : (first?.name ?? '')).trim().toLowerCase()
}

/** Only who may sign in can be given something to do. */
const isAtWork = and(eq(staff.access, 'active'), isNotNull(staff.verifiedAt))

/**
 * The assignee a form names: by id, else by e-mail or full name, else DC Admin. Whoever `holds` it may keep it also without
 * access.
 */
async function findAssignee(tx: Tx, id: string | null | undefined, sent: Sent, holds: string | null) {
  if (!id) return (await findByName(tx, nameOf(sent))) ?? { person: null, name: DEFAULT_ASSIGNEE }
  const [person] = await tx
    .select()
    .from(staff)
    .where(and(eq(staff.id, id), id === holds ? undefined : isAtWork))
  if (!person) throw invalid('assigneeId', 'Choose somebody with access to the console')
  return { person, name: fullName(person) }
}

async function findByName(tx: Tx, name: string) {
  if (name === '') return undefined
  const isCalled = sql`lower(${fullNameOf(staff)}) = ${name}`
  const [person] = await tx
    .select()
    .from(staff)
    .where(and(or(eq(staff.userName, name), isCalled), isAtWork))
    .orderBy(asc(staff.createdAt), asc(staff.id))
    .limit(1)
  return person && { person, name: fullName(person) }
}

export type ResponseForm<Status extends string> = z.output<ReturnType<typeof responseBody<Status>>>

/** A demo request or an inquiry, as far as an answer to it is concerned. */
interface Conversation {
  entity: 'demo-request' | 'contact-inquiry'
  owner: Owner
  row: {
    id: string
    email: string
    status: string
    assigneeId: string | null
    assignee: string
    spam: boolean
  }
  person: string
  /** Its page of the console. */
  path: string
  /** What else the answer changes, for the audit trail. */
  also?: { before: object; after: object }
}

/**
 * What both kinds of answer do: find the assignee and notify them, mail the note where that is asked for, append to the
 * timeline and to the audit trail. Returns what to save. The person and the time are known here and never taken from the
 * form.
 */
export async function respond<Status extends string>(
  { config }: Settings,
  tx: Tx,
  { entity, owner, row, person, path, also }: Conversation,
  { status, assigneeId, responseTimeline, mailNote, notSpam }: ResponseForm<Status>,
) {
  const { note } = responseTimeline
  const spam = row.spam && !notSpam
  const words = plainTextOf(note)
  if (mailNote && words === '') throw invalid('responseTimeline.note', 'Write the note to e-mail')
  const assignee = await findAssignee(tx, assigneeId, responseTimeline.assignee, row.assigneeId)
  const what = entity.replace('-', ' ')
  const about = { what, person, email: row.email }
  const mailId = mailNote ? await post(tx, replyLetter(about, tx.by.name, words)) : null
  const holder = assignee.person
  if (holder && holder.id !== row.assigneeId && holder.id !== tx.by.id) {
    const url = `${config.publicUrl}${path}`
    await post(tx, assignedLetter(holder, tx.by.name, { what, person, status, words, url }))
  }
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
    before: { status: row.status, assignee: row.assignee, spam: row.spam, ...also?.before },
    after: {
      ...also?.after,
      status,
      assignee: assignee.name,
      spam,
      ...(words !== '' && { note: words }),
      ...(mailNote && { mailed: true }),
    },
  })
  return { status, spam, assigneeId: holder?.id ?? null, assignee: assignee.name, updatedAt: tx.at }
}
