import { describeSchedule } from '@hikmah/contract/communication/answers'
import { statusFacts, UNANSWERED } from '@hikmah/contract/communication/schemas'
import type { NewDemoRequest, NewInquiry } from '@hikmah/contract/communication/website-forms'
import { isolatedInEnglish } from '@hikmah/contract/isolates'
import { plainTextOf } from '@hikmah/contract/rich-text'
import { fullName } from '@hikmah/contract/words'
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Notifies, Reads, Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { PublicActor } from '../kit/auth/actor.ts'
import { limit } from '../kit/auth/throttle.ts'
import { newId } from '../kit/db/ids.ts'
import { machineAddress } from '../kit/http/edge/network.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { notifyStaff } from '../notices/notify-staff.ts'
import {
  appendEntry,
  type ConversationRow,
  demoRequestInbox,
  type Inbox,
  type InquiryRow,
  inquiryInbox,
  nameInTrail,
  type RequestRow,
  saveConversation,
} from './queries.ts'
import { responseEntries, type SharedColumn } from './table.ts'

const TEN_MINUTES_S = 600
/** The limit of a day is that of an hour: nobody fills in a form all day long. */
const TEN_MINUTES_IN_A_DAY = 6
const TOO_MANY = 'You have sent too many messages. Please try again later.'

/** Both forms together, by the address they are sent from, whatever is in them. */
export async function countIntake(house: Reads & Settings, ip: string): Promise<void> {
  const max = house.config.intakePer10Min
  const address = machineAddress(ip)
  await limit(house, { key: `intake:${address}`, max, windowS: TEN_MINUTES_S, message: TOO_MANY })
  const perDay = { key: `intake-day:${address}`, max: max * TEN_MINUTES_IN_A_DAY, windowS: DAY_S }
  await limit(house, { ...perDay, message: TOO_MANY })
}

const MAX_LINKS = 3
const LINK = /https?:\/\/|(?<!\/)www\./gi

/** A field that only a machine fills in is filled in, or the text is full of links. */
const looksLikeSpam = (honeypot: string, texts: string[]): boolean =>
  honeypot.trim() !== '' || (texts.join(' ').match(LINK)?.length ?? 0) > MAX_LINKS

type Contents<Row extends ConversationRow> = Omit<Row, Exclude<SharedColumn, 'email' | 'phone' | 'stream'>>

interface WebsiteForm<Sent, Row extends ConversationRow> {
  inbox: Inbox<Row>
  lock: number
  sender: (sent: Sent) => string
  texts: (sent: Sent) => string[]
  contents: (sent: Sent) => Contents<Row>
  line: (contents: Contents<Row>) => string
  note: (sent: Sent, thread: Row) => string
  fill: (sent: Sent, thread: Row) => Partial<Contents<Row>>
}

/** The answer (B-09) is the same for everybody: it tells neither who wrote before nor who looked like a machine. */
async function receive<Sent extends { email: string; website: string }, Row extends ConversationRow>(
  house: Writes & Notifies,
  actor: PublicActor,
  form: WebsiteForm<Sent, Row>,
  sent: Sent,
) {
  const spam = looksLikeSpam(sent.website, form.texts(sent))
  await house.change({ ...actor, ip: '' }, async (tx) => {
    // One form of a sender at a time, so that two at once become one thread.
    await tx.execute(sql`select pg_advisory_xact_lock(${form.lock}, hashtext(${sent.email}))`)
    const thread = await lockThread(tx, form.inbox, sent.email, spam)
    if (thread) await joinThread(house, tx, form, thread, sent)
    else await startThread(house, tx, form, sent, spam)
  })
  return { received: true as const }
}

/** A further form starts a new thread: a refusal would lose its words and tell strangers who wrote before. */
const MAX_JOINED = 10

/** Suspected spam has threads of its own, so that a machine cannot write into a person's. */
async function lockThread<Row extends ConversationRow>(
  tx: Tx,
  { table, columns, entryOwner }: Inbox<Row>,
  email: string,
  spam: boolean,
) {
  const joined = tx.$count(responseEntries, and(eq(entryOwner, table.id), responseEntries.fromWebsite))
  const [thread] = await tx
    .select(columns)
    .from(table)
    .where(
      and(
        lt(joined, MAX_JOINED),
        eq(table.email, email),
        eq(table.spam, spam),
        gt(table.createdAt, secondsAfter(tx.at, -DAY_S)),
        isNull(table.deletedAt),
      ),
    )
    .orderBy(desc(table.createdAt))
    .limit(1)
    .for('update')
  return thread as Row | undefined
}

async function startThread<Sent, Row extends ConversationRow>(
  house: Notifies,
  tx: Tx,
  form: WebsiteForm<Sent, Row>,
  sent: Sent,
  spam: boolean,
) {
  const { entity, table } = form.inbox
  const id = newId()
  const contents = form.contents(sent)
  await tx.insert(table).values({ id, ...contents, status: UNANSWERED, spam, createdAt: tx.at, updatedAt: tx.at })
  record(tx, {
    action: `${entity}.received`,
    entity,
    entityId: id,
    entityName: nameInTrail(id),
    after: { stream: contents.stream, spam },
  })
  if (!spam) await notify(house, tx, form, { id, contents }, (noun) => `A new ${noun}`)
}

async function joinThread<Sent, Row extends ConversationRow>(
  house: Notifies,
  tx: Tx,
  form: WebsiteForm<Sent, Row>,
  thread: Row,
  sent: Sent,
) {
  const { inbox } = form
  const { entity } = inbox
  const { isSettled } = statusFacts[thread.status]
  const status = isSettled ? UNANSWERED : thread.status
  await appendEntry(tx, inbox.ownerOfEntry(thread.id), {
    status,
    assignee: thread.assignee,
    note: toNote(form.note(sent, thread)),
    reviewedBy: form.sender(sent),
    fromWebsite: true,
    mailId: null,
  })
  await saveConversation(tx, inbox, thread.id, { ...form.fill(sent, thread), status, updatedAt: tx.at })
  record(tx, {
    action: `${entity}.sent-again`,
    entity,
    entityId: thread.id,
    entityName: nameInTrail(thread.id),
    before: { status: thread.status },
    after: { status },
  })
  if (isSettled && !thread.spam) {
    await notify(house, tx, form, { id: thread.id, contents: thread }, (noun) => `A ${noun} is open again`)
  }
}

const notify = <Sent, Row extends ConversationRow>(
  house: Notifies,
  tx: Tx,
  { inbox, line }: WebsiteForm<Sent, Row>,
  { id, contents }: { id: string; contents: Contents<Row> },
  subject: (noun: string) => string,
) =>
  notifyStaff(house, tx, inbox.list, {
    subject: subject(inbox.entity.replace('-', ' ')),
    line: line(contents),
    path: inbox.path(id),
  })

/** The words of a visitor as a note that is shown as written, also where they happen to look like a document. */
function toNote(words: string): string {
  if (plainTextOf(words) === words) return words
  const content = words
    .split('\n')
    .map((text) => ({ type: 'paragraph', ...(text !== '' && { content: [{ type: 'text', text }] }) }))
  return JSON.stringify({ type: 'doc', content })
}

type Schedule = NewDemoRequest['schedule']

function describeWish(schedule: Schedule, previous: Schedule | undefined): string {
  const wish = describeSchedule(schedule)
  const before = previous ? describeSchedule(previous) : ''
  if (wish === '' || before === '') return wish && `Schedule: ${wish}`
  return wish === before ? `Schedule: ${wish}, as before` : `Asks for another time: ${wish}, instead of ${before}`
}

const describeRequest = (sent: NewDemoRequest, previous?: Schedule): string =>
  [
    sent.organizationName && `Organization: ${sent.organizationName}`,
    sent.phoneNo && `Phone: ${sent.phoneNo}`,
    sent.applications.length > 0 && `Applications: ${sent.applications.join(', ')}`,
    describeWish(sent.schedule, previous),
    ...sent.queries.map(({ question, answer }) => `${question}\n${answer}`.trim()),
  ]
    .filter(Boolean)
    .join('\n')

const demoRequestForm: WebsiteForm<NewDemoRequest, RequestRow> = {
  inbox: demoRequestInbox,
  lock: 748_202,
  sender: ({ name }) => fullName(name),
  texts: (sent) => [fullName(sent.name), describeRequest(sent)],
  contents: ({ name, email, phoneNo, organizationName, applications, stream, schedule, queries }) => ({
    ...name,
    email,
    phone: phoneNo,
    organization: organizationName,
    applications,
    stream,
    scheduleDate: schedule.date,
    scheduleTime: schedule.time,
    scheduleZone: schedule.zone,
    queries,
  }),
  line: (row) =>
    `Demo request from ${[fullName(row), row.organization].filter(Boolean).map(isolatedInEnglish).join(', ')}`,
  note: (sent, { scheduleDate: date, scheduleTime: time, scheduleZone: zone }) =>
    describeRequest(sent, { date, time, zone }),
  fill: ({ phoneNo, organizationName, applications, schedule, queries }, thread) => ({
    phone: thread.phone || phoneNo,
    organization: thread.organization || organizationName,
    applications: thread.applications.length > 0 ? thread.applications : applications,
    queries: thread.queries.length > 0 ? thread.queries : queries,
    // A day of one wish and a time of another would be a time that nobody asked for.
    ...(thread.scheduleDate === '' &&
      thread.scheduleTime === '' && {
        scheduleDate: schedule.date,
        scheduleTime: schedule.time,
        scheduleZone: schedule.zone,
      }),
  }),
}

export const receiveDemoRequest = (house: Writes & Notifies, actor: PublicActor, sent: NewDemoRequest) =>
  receive(house, actor, demoRequestForm, sent)

const inquiryForm: WebsiteForm<NewInquiry, InquiryRow> = {
  inbox: inquiryInbox,
  lock: 748_203,
  sender: ({ name }) => name,
  texts: ({ name, inquiryType, message }) => [name, inquiryType, message],
  contents: ({ website: _website, ...contents }) => contents,
  line: ({ name, inquiryType }) =>
    `Inquiry from ${[name, inquiryType].filter(Boolean).map(isolatedInEnglish).join(', ')}`,
  note: ({ message }) => message,
  fill: (sent, thread) => ({
    phone: thread.phone || sent.phone,
    inquiryType: thread.inquiryType || sent.inquiryType,
  }),
}

export const receiveInquiry = (house: Writes & Notifies, actor: PublicActor, sent: NewInquiry) =>
  receive(house, actor, inquiryForm, sent)
