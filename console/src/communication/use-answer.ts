import { respondFields } from '@hikmah/contract/communication/answers'
import type { DemoRequestRow } from '@hikmah/contract/communication/endpoints'
import { whyNotSend } from '@hikmah/contract/communication/replies'
import { type ConversationStatus, DEFAULT_ASSIGNEE, MAX_ANSWER, MAX_NOTE } from '@hikmah/contract/communication/schemas'
import { plainTextOf, richTextProblem } from '@hikmah/contract/rich-text'
import type { StaffMember } from '@hikmah/contract/staff'
import { dayProblem, isWithin } from '@hikmah/contract/words'
import { useCurrentUser } from '../kit/api/data.ts'
import { comparedFields } from '../kit/form/conflicts.ts'
import { useEditForm } from '../kit/form/useEditForm.tsx'
import { formatDate, fullName } from '../kit/format/texts.ts'
import { assigneeChoices, assigneeValue, sentAssignee, withAssignee } from './assignees.ts'
import type { Conversation, DeskKind } from './desk-kinds.ts'

export const SCHEDULED = 'Scheduled' satisfies ConversationStatus

export interface Values {
  status: ConversationStatus
  assignee: string
  date: string
  time: string
  zone: string
  note: string
  answer: string
  notSpam: boolean
}

export const scheduleIn = (row: Conversation): DemoRequestRow['schedule'] | undefined =>
  'schedule' in row ? row.schedule : undefined

interface Props {
  kind: DeskKind
  answered: Conversation
  team: StaffMember[] | undefined
  onSaved: (saved: Conversation, message: string | undefined) => unknown
}

/** The form of an answer: how it is read, compared in a conflict and sent. */
export function useAnswer({ kind, answered, team, onSaved }: Props) {
  const me = useCurrentUser()
  const choices = withAssignee(assigneeChoices(team, me), answered.assignee[0])
  const assigneeName = (value: string) => sentAssignee(choices, value).assignee
  /** Whose it is, once anybody is chosen; until then whoever answers. */
  const ownerOf = ({ assignee: [current] }: Conversation) =>
    current && current.name !== DEFAULT_ASSIGNEE ? assigneeValue(current) : me._id
  const edit = useEditForm(kind.calls.respond, {
    row: answered,
    toValues: (row: Conversation): Values => ({
      status: row.status,
      assignee: ownerOf(row),
      ...(scheduleIn(row) ?? { date: '', time: '', zone: '' }),
      note: '',
      answer: '',
      notSpam: false,
    }),
    fields: comparedFields<Values, keyof typeof respondFields>(respondFields, { assignee: { compare: assigneeName } }),
    validate: {
      note: (note) => richTextProblem(note, MAX_NOTE),
      answer: (answer) =>
        isWithin(answer, MAX_ANSWER) ? (whyNotSend(answer) ?? null) : `At most ${MAX_ANSWER} characters`,
      date: (date, { status }) => (status === SCHEDULED && date !== '' ? dayProblem(date) : null),
    },
    toFieldErrors: (fields) => ({
      note: fields['responseTimeline.note'],
      answer: fields.answer,
      assignee: fields.assigneeId,
      date: fields['schedule.date'],
      time: fields['schedule.time'],
      zone: fields['schedule.zone'],
    }),
    // Both notes stay in the timeline: status and assignee are one or the other.
    showsEverySave: true,
    describeOtherSave: whatWasSaved,
    // What is written is kept as a draft.
    guardsItself: true,
    input: (values, kept) => {
      const schedule = scheduleIn(kept)
      const { assignee, assigneeId } = sentAssignee(choices, values.assignee)
      const { status, date, time, zone, answer } = values
      const isMoved = schedule && (schedule.date !== date || schedule.time !== time || schedule.zone !== zone)
      const body = {
        status,
        responseTimeline: {
          status,
          assignee,
          note: values.note,
          createdAt: new Date().toISOString(),
          // Of an inquiry, as the customer's own client sends it.
          ...(!schedule && { reviewedBy: fullName(me) }),
        },
        assigneeId,
        // Beyond what the customer's own client sends, only where needed.
        ...(answer.trim() !== '' && { answer }),
        ...(values.notSpam && { notSpam: true }),
        ...(isMoved && { schedule: { date, time, zone } }),
        version: kept.version,
      }
      // The radio offers only the statuses of this kind.
      return { params: { id: kept._id }, body: body as never }
    },
    success: onSaved,
  })
  return { ...edit, choices, assigneeName }
}

function whatWasSaved({ responseTimeline }: Conversation): string {
  const last = responseTimeline.at(-1)
  const note = last && plainTextOf(last.note)
  return [
    last
      ? `${last.reviewedBy} saved a response at ${formatDate(last.createdAt, 'h:mm A')} while you were writing.`
      : 'Somebody else saved a response while you were writing.',
    note && `Their note: “${note}”.`,
    last?.answer && `Their answer: “${last.answer}”.`,
    'What you wrote is added to theirs.',
  ]
    .filter(Boolean)
    .join(' ')
}
