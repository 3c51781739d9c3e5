import { consolePaths } from '@hikmah/contract/console-paths'
import type { NewDemoRequest } from '@hikmah/contract/website-forms'
import { fullName } from '@hikmah/contract/words'
import { lockSender, looksLikeSpam, noteOf } from '../communication/intake.ts'
import { appendEntry } from '../communication/queries.ts'
import type { Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { PublicActor } from '../kit/auth/actor.ts'
import { newId } from '../kit/db/ids.ts'
import type { Tx } from '../kit/write/tx.ts'
import { notifyStaff } from '../notices/notify-staff.ts'
import { lockThread, type RequestTableRow, saveDemoRequest } from './queries.ts'
import { demoRequests } from './table.ts'

type FormAnswers = Omit<NewDemoRequest, 'name' | 'email' | 'stream' | 'website'>
type Schedule = FormAnswers['schedule']

const shortDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A day of the visitor's calendar and a time as they wrote it: Mar 1, 2027, after Dhuhr. */
const scheduleText = ({ date, time }: Schedule) =>
  [date && shortDate.format(new Date(date)), time].filter(Boolean).join(', ')

function scheduleWords(asked: Schedule, known: Schedule): string {
  const [wish, before] = [scheduleText(asked), scheduleText(known)]
  if (wish === '' || before === '') return wish && `Schedule: ${wish}`
  return wish === before ? `Schedule: ${wish}, as before` : `Asks for another time: ${wish}, instead of ${before}`
}

const NOTHING = { date: '', time: '' }

/** The visitor's form as text, one line for each field; `known` is the schedule asked for before. */
const wordsOf = (
  { organizationName, phoneNo, applications, schedule, queries }: FormAnswers,
  known: Schedule = NOTHING,
): string =>
  [
    organizationName && `Organization: ${organizationName}`,
    phoneNo && `Phone: ${phoneNo}`,
    applications.length > 0 && `Applications: ${applications.join(', ')}`,
    scheduleWords(schedule, known),
    ...queries.map(({ question, answer }) => `${question}\n${answer}`.trim()),
  ]
    .filter(Boolean)
    .join('\n')

/**
 * A demo request from a website (B-09). The answer is the same for everybody, so that it tells neither who wrote before
 * nor who was taken for a machine.
 */
export async function receiveDemoRequest(house: Writes & Settings, actor: PublicActor, sent: NewDemoRequest) {
  const spam = looksLikeSpam(sent.website, [fullName(sent.name), wordsOf(sent)])
  await house.change(actor, async (tx) => {
    await lockSender(tx, 'demo-request', sent.email)
    const thread = await lockThread(tx, sent.email, spam)
    if (thread) return joinThread(house, tx, thread, sent)
    await saveNew(house, tx, sent, spam)
  })
  return { received: true as const }
}

const columnsOf = ({ phoneNo, organizationName, applications, schedule, queries }: NewDemoRequest) => ({
  phone: phoneNo,
  organization: organizationName,
  applications,
  scheduleDate: schedule.date,
  scheduleTime: schedule.time,
  queries,
})

async function saveNew(house: Settings, tx: Tx, sent: NewDemoRequest, spam: boolean) {
  const id = newId()
  const { name, email, stream } = sent
  const given = { email, stream, ...columnsOf(sent) }
  await tx
    .insert(demoRequests)
    .values({ id, ...name, ...given, status: 'New', spam, createdAt: tx.at, updatedAt: tx.at })
  const { queries: _queries, ...told } = given
  record(tx, {
    action: 'demo-request.received',
    entity: 'demo-request',
    entityId: id,
    entityName: fullName(name),
    after: { ...told, spam },
  })
  if (!spam) await tell(house, tx, 'A new demo request', { id, ...name, organization: sent.organizationName })
}

type Told = Pick<RequestTableRow, 'id' | 'firstName' | 'lastName' | 'organization'>
const tell = (house: Settings, tx: Tx, subject: string, request: Told) =>
  notifyStaff(house, tx, 'demo-requests', {
    subject,
    line: `Demo request from ${[fullName(request), request.organization].filter(Boolean).join(', ')}`,
    path: consolePaths.demoRequest(request.id),
  })

/** What was not said before is filled in; the words go to the timeline, and what was done is open again. */
async function joinThread(house: Settings, tx: Tx, thread: RequestTableRow, sent: NewDemoRequest) {
  const isSettled = thread.status === 'Done'
  const status = isSettled ? 'New' : thread.status
  const known = { date: thread.scheduleDate, time: thread.scheduleTime }
  await appendEntry(
    tx,
    { demoRequestId: thread.id },
    {
      status,
      assignee: thread.assignee,
      note: noteOf(wordsOf(sent, known)),
      reviewedBy: fullName(sent.name),
      fromWebsite: true,
      mailId: null,
    },
  )
  const isUnscheduled = thread.scheduleDate === '' && thread.scheduleTime === ''
  const filled = Object.entries(columnsOf(sent)).filter(([column]) =>
    // A day of one wish and a time of another would be a time that nobody asked for.
    column.startsWith('schedule') ? isUnscheduled : thread[column as keyof ReturnType<typeof columnsOf>].length === 0,
  )
  await saveDemoRequest(tx, thread.id, { ...Object.fromEntries(filled), status, updatedAt: tx.at })
  record(tx, {
    action: 'demo-request.sent-again',
    entity: 'demo-request',
    entityId: thread.id,
    entityName: fullName(thread),
    before: { status: thread.status },
    after: { status },
  })
  if (isSettled && !thread.spam) await tell(house, tx, 'A demo request is open again', thread)
}
