import type { DemoResponse, InquiryStatus } from '@hikmah/contract/communication/endpoints'
import { DEFAULT_ASSIGNEE, NOTE_NEEDED, replyText, type responseBody } from '@hikmah/contract/communication/schemas'
import { isolatedInEnglish } from '@hikmah/contract/isolates'
import { plainTextOf } from '@hikmah/contract/rich-text'
import { fullName } from '@hikmah/contract/words'
import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { staff } from '../accounts/table.ts'
import type { Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { fullNameOf } from '../kit/db/columns.ts'
import { assertVersion, invalid } from '../kit/errors/refusal.ts'
import { HAS_CONSOLE_ACCOUNT, type LetterText, OPEN_IN_CONSOLE } from '../kit/mail/letter.ts'
import { type Letter, letterTo, post, type Recipient } from '../kit/mail/post.ts'
import type { Tx } from '../kit/write/tx.ts'
import {
  appendEntry,
  type ConversationRow,
  demoRequestInbox,
  type Inbox,
  inquiryInbox,
  lockConversation,
  readConversation,
  saveConversation,
} from './queries.ts'

type SentAssignee = string | { name?: string | undefined } | { name?: string | undefined }[] | null | undefined

const sentName = (sent: SentAssignee): string => {
  const first = Array.isArray(sent) ? sent[0] : sent
  return (typeof first === 'string' ? first : (first?.name ?? '')).trim().toLowerCase()
}

const mayBeAssigned = and(eq(staff.access, 'active'), isNotNull(staff.verifiedAt))

/** The current assignee may keep it even without access. */
async function findAssignee(tx: Tx, id: string | null | undefined, sent: SentAssignee, currentId: string | null) {
  if (!id) return (await findByName(tx, sentName(sent))) ?? { person: null, name: DEFAULT_ASSIGNEE }
  const [person] = await tx
    .select()
    .from(staff)
    .where(and(eq(staff.id, id), id === currentId ? undefined : mayBeAssigned))
  if (!person) throw invalid('assigneeId', 'Choose somebody with access to the console')
  return { person, name: fullName(person) }
}

async function findByName(tx: Tx, name: string) {
  if (name === '') return undefined
  const isCalled = sql`lower(${fullNameOf(staff)}) = ${name}`
  const [person] = await tx
    .select()
    .from(staff)
    .where(and(or(eq(staff.userName, name), isCalled), mayBeAssigned))
    .orderBy(asc(staff.createdAt), asc(staff.id))
    .limit(1)
  return person && { person, name: fullName(person) }
}

type ResponseForm<Status extends string> = z.output<ReturnType<typeof responseBody<Status>>>

/** The reviewer and the time are the server's, never the form's. */
async function respond<Row extends ConversationRow, Presented extends object>(
  house: Writes & Settings,
  actor: StaffActor,
  inbox: Inbox<Row, Presented>,
  id: string,
  { status, assigneeId, responseTimeline, mailNote, notSpam, version }: ResponseForm<Row['status']>,
  /** The other columns that a response changes, before and after. */
  compareFurther: (row: Row) => Record<'before' | 'after', object> = () => ({ before: {}, after: {} }),
) {
  return house.change(actor, async (tx) => {
    const row = await lockConversation(tx, inbox, id)
    await assertVersion(version, row, () => readConversation(tx, inbox, id))
    const { entity } = inbox
    const further = compareFurther(row)
    const [person, what] = [inbox.visitor(row), entity.replace('-', ' ')]
    const { note } = responseTimeline
    const words = plainTextOf(note)
    if (mailNote && words === '') throw invalid('responseTimeline.note', NOTE_NEEDED)
    const assignee = await findAssignee(tx, assigneeId, responseTimeline.assignee, row.assigneeId)
    const thread = `${entity}:${id}`
    const reply = { what, person, author: tx.by.name, words }
    const mailId = mailNote
      ? await post(tx, replyLetter(row.email, thread, reply, await listEarlier(tx, inbox, row)))
      : null
    const assigned = assignee.person
    if (assigned && assigned.id !== row.assigneeId && assigned.id !== tx.by.id) {
      const url = `${house.config.publicUrl}${inbox.path(id)}`
      await post(tx, assignedLetter(assigned, tx.by.name, { what, person, status, words, url, thread }))
    }
    const [reviewedBy, spam] = [tx.by.name, row.spam && !notSpam]
    const entry = { status, assignee: assignee.name, note, reviewedBy, fromWebsite: false, mailId }
    await appendEntry(tx, inbox.ownerOfEntry(id), entry)
    record(tx, {
      action: `${entity}.responded`,
      entity,
      entityId: id,
      entityName: person,
      before: { status: row.status, assignee: row.assignee, spam: row.spam, ...further.before },
      after: {
        ...further.after,
        status,
        assignee: assignee.name,
        spam,
        ...(words !== '' && { note: words }),
        ...(mailNote && { mailed: true }),
      },
    })
    await saveConversation(tx, inbox, id, {
      ...further.after,
      status,
      spam,
      assigneeId: assigned?.id ?? null,
      assignee: assignee.name,
      updatedAt: tx.at,
    })
    return readConversation(tx, inbox, id)
  })
}

export const respondToInquiry = (
  house: Writes & Settings,
  actor: StaffActor,
  id: string,
  body: ResponseForm<InquiryStatus>,
) => respond(house, actor, inquiryInbox, id, body)

export function respondToDemoRequest(
  house: Writes & Settings,
  actor: StaffActor,
  id: string,
  { schedule, ...body }: z.output<typeof DemoResponse>,
) {
  const scheduled = schedule && { scheduleDate: schedule.date, scheduleTime: schedule.time }
  return respond(house, actor, demoRequestInbox, id, body, ({ scheduleDate, scheduleTime }) => ({
    before: { scheduleDate, scheduleTime },
    after: scheduled ?? { scheduleDate, scheduleTime },
  }))
}

export async function deleteConversation<Row extends ConversationRow>(
  { change }: Writes,
  actor: StaffActor,
  inbox: Inbox<Row>,
  id: string,
) {
  await change(actor, async (tx) => {
    const row = await lockConversation(tx, inbox, id)
    await saveConversation(tx, inbox, id, { deletedAt: tx.at })
    const { entity } = inbox
    record(tx, { action: `${entity}.deleted`, entity, entityId: id, entityName: inbox.visitor(row) })
  })
}

/** One that is there already is answered as it is. */
export async function restoreConversation<Row extends ConversationRow, Presented extends object>(
  { change }: Writes,
  actor: StaffActor,
  inbox: Inbox<Row, Presented>,
  id: string,
) {
  return change(actor, async (tx) => {
    const row = await lockConversation(tx, inbox, id, { deleted: true })
    if (row.deletedAt) {
      await saveConversation(tx, inbox, id, { deletedAt: null })
      const { entity } = inbox
      record(tx, { action: `${entity}.restored`, entity, entityId: id, entityName: inbox.visitor(row) })
    }
    return readConversation(tx, inbox, id)
  })
}

type Reply = Parameters<typeof replyText>[0]

type Earlier = NonNullable<LetterText['earlier']>

/** What the visitor wrote and was answered, the newest first. No days: the reader's may differ. */
async function listEarlier<Row extends ConversationRow, Presented extends object>(
  tx: Tx,
  inbox: Inbox<Row, Presented>,
  row: Row,
): Promise<Earlier> {
  const { responseTimeline } = await readConversation(tx, inbox, row.id)
  const exchanged = responseTimeline
    .filter(({ fromWebsite, mailStatus }) => fromWebsite || mailStatus !== null)
    .map(({ reviewedBy, note }) => ({ author: reviewedBy, text: plainTextOf(note) }))
  return [{ author: inbox.visitor(row), text: inbox.words(row) }, ...exchanged]
    .reverse()
    .filter(({ text }) => text !== '')
    .map(({ author, text }) => ({ title: `${isolatedInEnglish(author)} wrote`, text }))
}

/** A member of staff's reply, as written, to the visitor. */
function replyLetter(to: string, thread: string, reply: Reply, earlier: Earlier): Letter {
  const { subject, ...text } = replyText(reply)
  return {
    kind: 'reply',
    to,
    subject,
    thread,
    isToOutside: true,
    body: { ...text, earlier, why: 'you wrote to us through our website' },
  }
}

interface Assignment extends Omit<Reply, 'author'> {
  status: string
  url: string
  thread: string
}

const assignedLetter = (to: Recipient, author: string, { what, person, status, words, url, thread }: Assignment) =>
  letterTo(
    to,
    { kind: 'notice', subject: `Assigned to you: the ${what} from ${isolatedInEnglish(person)}`, thread },
    {
      paragraphs: [
        `${isolatedInEnglish(author)} assigned the ${what} from ${isolatedInEnglish(person)} to you. Its status is ${status}.`,
      ],
      quotes: words === '' ? [] : [{ title: `${isolatedInEnglish(author)} noted`, text: words }],
      action: { label: OPEN_IN_CONSOLE, url },
      why: HAS_CONSOLE_ACCOUNT,
    },
  )
