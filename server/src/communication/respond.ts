import { describeSchedule, quoteEarlier, replyText } from '@hikmah/contract/communication/answers'
import type { InquiryStatus } from '@hikmah/contract/communication/endpoints'
import type { DemoResponse, responseBody } from '@hikmah/contract/communication/responses'
import { DEFAULT_ASSIGNEE, NOTE_NEEDED, ONE_LETTER } from '@hikmah/contract/communication/schemas'
import { isolatedInEnglish } from '@hikmah/contract/isolates'
import { plainTextOf } from '@hikmah/contract/rich-text'
import { UNDO_S } from '@hikmah/contract/tax-verification/rules'
import { fullName } from '@hikmah/contract/words'
import { and, asc, eq, gt, isNotNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { staff } from '../accounts/table.ts'
import type { Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { fullNameOf } from '../kit/db/columns.ts'
import { assertVersion, invalid } from '../kit/errors/refusal.ts'
import { HAS_CONSOLE_ACCOUNT, OPEN_IN_CONSOLE } from '../kit/mail/letter.ts'
import { type Letter, letterTo, post, type Recipient, sendNow } from '../kit/mail/post.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { forgetNotices } from '../notices/notify-staff.ts'
import {
  appendEntry,
  type ConversationRow,
  demoRequestInbox,
  type Inbox,
  inquiryInbox,
  lockConversation,
  nameInTrail,
  readConversation,
  saveConversation,
} from './queries.ts'
import { responseEntries } from './table.ts'

type SentAssignee = string | { name?: string | undefined } | { name?: string | undefined }[] | null | undefined

const sentName = (sent: SentAssignee): string => {
  const first = Array.isArray(sent) ? sent[0] : sent
  return (typeof first === 'string' ? first : (first?.name ?? '')).toLowerCase()
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
  { status, assigneeId, responseTimeline, mailNote, answer, notSpam, version }: ResponseForm<Row['status']>,
  /** The other columns that a response changes, before and after, and what its mail says about them. */
  compareFurther: (row: Row) => Record<'before' | 'after', object> & { takesPlace?: string } = () => ({
    before: {},
    after: {},
  }),
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
    if (mailNote && answer !== '') throw invalid('mailNote', ONE_LETTER)
    await sendNow(tx, await listWaitingAnswers(tx, tx.by.id))
    const assignee = await findAssignee(tx, assigneeId, responseTimeline.assignee, row.assigneeId)
    const thread = `${entity}:${id}`
    const mailed = mailNote ? words : answer
    const { takesPlace } = further
    const reply = { what, person, author: tx.by.name, words: mailed, subject: inbox.words(row), takesPlace }
    const waitS = answer === '' ? 0 : UNDO_S
    const mailId =
      mailed && (await post(tx, replyLetter(row.email, thread, reply, await listEarlier(tx, inbox, row), waitS)))
    const assigned = assignee.person
    if (assigned && assigned.id !== row.assigneeId && assigned.id !== tx.by.id) {
      const url = `${house.config.publicUrl}${inbox.path(id)}`
      await post(tx, assignedLetter(assigned, tx.by.name, { what, person, status, words, url, thread }))
    }
    const [reviewedBy, spam] = [tx.by.name, row.spam && !notSpam]
    const previous = { status: row.status, assigneeId: row.assigneeId, assignee: row.assignee, spam: row.spam }
    await appendEntry(tx, inbox.ownerOfEntry(id), {
      ...{ status, assignee: assignee.name, note, answer, reviewedBy, fromWebsite: false, mailId: mailId || null },
      ...{ savedBy: tx.by.id, previous: { ...previous, ...further.before } },
    })
    record(tx, {
      action: `${entity}.responded`,
      entity,
      entityId: id,
      entityName: nameInTrail(id),
      secrets: ['note', 'answer', 'scheduleTime'],
      before: { status: row.status, assignee: row.assignee, spam: row.spam, ...further.before },
      after: {
        ...further.after,
        status,
        assignee: assignee.name,
        spam,
        ...(words !== '' && { note: words }),
        ...(answer !== '' && { answer }),
        ...(mailed !== '' && { mailed: true }),
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

type Schedule = NonNullable<z.output<typeof DemoResponse>['schedule']>
const toColumns = ({ date, time, zone }: Schedule) => ({ scheduleDate: date, scheduleTime: time, scheduleZone: zone })

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
  return respond(house, actor, demoRequestInbox, id, body, ({ scheduleDate, scheduleTime, scheduleZone }) => {
    const before = { date: scheduleDate, time: scheduleTime, zone: scheduleZone }
    const after = schedule ?? before
    const takesPlace = body.status === 'Scheduled' ? describeSchedule(after) : ''
    return { before: toColumns(before), after: toColumns(after), takesPlace }
  })
}

export async function deleteConversation<Row extends ConversationRow>(
  { change }: Writes,
  actor: StaffActor,
  inbox: Inbox<Row>,
  id: string,
) {
  await change(actor, async (tx) => {
    await lockConversation(tx, inbox, id)
    await saveConversation(tx, inbox, id, { deletedAt: tx.at })
    const { entity } = inbox
    record(tx, { action: `${entity}.deleted`, entity, entityId: id, entityName: nameInTrail(id) })
    // Nobody is told tomorrow of what is gone today.
    await forgetNotices(tx, [inbox.path(id)])
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
      record(tx, { action: `${entity}.restored`, entity, entityId: id, entityName: nameInTrail(id) })
    }
    return readConversation(tx, inbox, id)
  })
}

/** The letters of one's answers that may still be taken back. */
async function listWaitingAnswers(tx: Tx, staffId: string): Promise<string[]> {
  const { mailId, savedBy, createdAt } = responseEntries
  const rows = await tx
    .select({ mailId })
    .from(responseEntries)
    .where(and(eq(savedBy, staffId), gt(createdAt, secondsAfter(tx.at, -UNDO_S)), isNotNull(mailId)))
  return rows.flatMap((row) => row.mailId ?? [])
}

type Reply = Parameters<typeof replyText>[0]

type Earlier = ReturnType<typeof quoteEarlier>

async function listEarlier<Row extends ConversationRow, Presented extends object>(
  tx: Tx,
  inbox: Inbox<Row, Presented>,
  row: Row,
): Promise<Earlier> {
  const { responseTimeline } = await readConversation(tx, inbox, row.id)
  return quoteEarlier(inbox.visitor(row), inbox.words(row), responseTimeline)
}

/** A member of staff's reply, as written, to the visitor. It waits as long as it can be taken back. */
function replyLetter(to: string, thread: string, reply: Reply, earlier: Earlier, waitS: number): Letter {
  const { subject, ...text } = replyText(reply)
  return {
    ...{ kind: 'reply', to, subject, thread, waitS },
    isToOutside: true,
    body: { ...text, earlier, why: 'you wrote to us through our website' },
  }
}

interface Assignment extends Pick<Reply, 'what' | 'person' | 'words'> {
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
