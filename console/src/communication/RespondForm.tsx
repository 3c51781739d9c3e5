import type { contactInquiries, DemoRequest, demoRequests, Inquiry } from '@hikmah/contract/communication/endpoints'
import {
  type ConversationStatus,
  MAX_NOTE,
  MAX_SCHEDULE_TIME,
  NOTE_NEEDED,
  replyText,
  respondFields,
} from '@hikmah/contract/communication/schemas'
import { plainTextOf, richTextProblem } from '@hikmah/contract/rich-text'
import { type StaffMember, staff } from '@hikmah/contract/staff'
import { dayProblem, EARLIEST_DAY } from '@hikmah/contract/words'
import { Checkbox, TextInput } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { read, useCurrentUser } from '../kit/api/data.ts'
import { Facts } from '../kit/display/Facts.tsx'
import { fieldError } from '../kit/field/field-error.tsx'
import { StatusRadio } from '../kit/field/StatusRadio.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { afterPress } from '../kit/form/after-press.ts'
import { comparedFields } from '../kit/form/conflicts.ts'
import { EMAIL_PREVIEW, Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useEditForm } from '../kit/form/useEditForm.tsx'
import { breakable } from '../kit/format/breakable.tsx'
import { formatDate, fullName, NO_CHANGES } from '../kit/format/texts.ts'
import type { Tone } from '../kit/icons/glyphs.tsx'
import { FormOutline } from '../kit/page/Outlines.tsx'
import { RichTextField } from '../kit/rich-text/RichTextField.tsx'
import { AssigneePicker, assigneeChoices, assigneeValue, sentAssignee, withAssignee } from './AssigneePicker.tsx'
import classes from './communication.module.css'

type Answered = DemoRequest | Inquiry

export interface RespondProps {
  label: string
  /** Such as `demo request`. */
  what: string
  person: string
  respond: typeof demoRequests.respondToDemoRequest | typeof contactInquiries.respondToInquiry
  answered: Answered
  statuses: readonly { value: ConversationStatus; label: string; tone: Tone }[]
  onSaved: (message: string | undefined) => unknown
  cancel: ReactNode
}

interface Values {
  status: ConversationStatus
  assignee: string
  date: string
  time: string
  note: string
  mailNote: boolean
  notSpam: boolean
}

const SCHEDULED = 'Scheduled' satisfies ConversationStatus

/** One page of them: the whole list is an export, which the audit trail would note. */
const atWork = { query: { status: 'active', sort: 'name', limit: 100 } } as const

/** Status, assignee and a note. Waits for the list of staff, so that the current assignee is found in it. */
export function RespondForm(props: RespondProps) {
  const team = useQuery(read(staff.listStaff, atWork))
  // Only once: reloading the list must not remove the form and its input.
  if (!team.data && !team.isFetchedAfterMount) return <FormOutline name="the form" />
  return <LoadedForm {...props} team={team} />
}

function LoadedForm({ team, ...props }: RespondProps & { team: UseQueryResult<{ data: StaffMember[] }> }) {
  const { label, what, person, statuses, respond, onSaved, cancel, answered } = props
  const me = useCurrentUser()
  const choices = withAssignee(assigneeChoices(team.data?.data, me), answered.assignee[0])
  const assigneeName = (value: string) => sentAssignee(choices, value).assignee
  const { form, base, isSaving, failure, onSubmit, dialog } = useEditForm(respond, {
    row: answered,
    toValues: (row: Answered): Values => ({
      status: row.status,
      assignee: assigneeValue(row.assignee[0]),
      date: scheduleIn(row)?.date ?? '',
      time: scheduleIn(row)?.time ?? '',
      note: '',
      mailNote: false,
      notSpam: false,
    }),
    fields: comparedFields<Values, keyof typeof respondFields>(respondFields, { assignee: { compare: assigneeName } }),
    validate: {
      note: (note) => richTextProblem(note, MAX_NOTE),
      date: (date, { status }) => (status === SCHEDULED && date !== '' ? dayProblem(date) : null),
    },
    toFieldErrors: (fields) => ({
      note: fields['responseTimeline.note'],
      assignee: fields.assigneeId,
      date: fields['schedule.date'],
      time: fields['schedule.time'],
    }),
    // Both notes stay in the timeline: status and assignee are one or the other.
    showsEverySave: true,
    describeOtherSave: whatWasSaved,
    input: (values, kept) => {
      const schedule = scheduleIn(kept)
      const { assignee, assigneeId } = sentAssignee(choices, values.assignee)
      const { status, date, time } = values
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
        mailNote: values.mailNote,
        ...(values.notSpam && { notSpam: true }),
        // Beyond what the customer's own client sends, only where needed.
        ...(schedule && (schedule.date !== date || schedule.time !== time) && { schedule: { date, time } }),
        version: kept.version,
      }
      // The radio offers only the statuses of this kind.
      return { params: { id: kept._id }, body: body as never }
    },
    success: (_, message) => onSaved(message),
  })

  const noteWords = plainTextOf(form.values.note)
  const isNoteEmpty = noteWords === ''
  // One that was Scheduled without a date, by another client, is answered as it is.
  const wasWithoutDate = base.status === SCHEDULED && base.schedule.date === ''
  const isScheduled = form.values.status === SCHEDULED
  const isWithoutDate = isScheduled && form.values.date === '' && !wasWithoutDate
  const isNothingNew = !form.isDirty() && base.assignee.length > 0
  return (
    <>
      <Form label={label} onSubmit={onSubmit}>
        <StatusRadio
          label="Status"
          options={statuses}
          value={form.values.status}
          onChange={(status) => form.setFieldValue('status', status)}
        />
        <AssigneePicker
          choices={withAssignee(choices, base.assignee[0])}
          value={form.values.assignee}
          onChange={(assignee) => form.setFieldValue('assignee', assignee)}
          error={form.errors.assignee}
          failure={team.data ? null : team.error}
          onRetry={team.refetch}
        />
        {isScheduled && (
          <div className={classes.schedule}>
            <TextInput
              label={respondFields.date}
              type="date"
              min={EARLIEST_DAY}
              max="2999-12-31"
              {...form.getInputProps('date')}
              error={fieldError(form.errors.date)}
            />
            <TextField
              label={respondFields.time}
              max={MAX_SCHEDULE_TIME}
              placeholder="10:30 AM"
              {...form.getInputProps('time')}
            />
          </div>
        )}
        <RichTextField
          label="Note"
          max={MAX_NOTE}
          value={form.values.note}
          onChange={(note) => form.setFieldValue('note', note)}
          onBlur={() => afterPress(() => form.validateField('note'))}
          error={form.errors.note}
        />
        <Checkbox
          classNames={{ labelWrapper: classes.mailChoice }}
          label={breakable(`E-mail this note to ${base.email}`)}
          {...form.getInputProps('mailNote', { type: 'checkbox' })}
        />
        {form.values.mailNote && !isNoteEmpty && (
          <NoteMail
            to={base.email}
            reply={replyText({ what, person, author: fullName({ name: me.name }), words: noteWords })}
          />
        )}
        {base.spam && <Checkbox label="This is not spam" {...form.getInputProps('notSpam', { type: 'checkbox' })} />}
        <FormActions failure={failure}>
          <SubmitButton
            isQuiet
            loading={isSaving}
            reason={
              (form.values.mailNote && isNoteEmpty && NOTE_NEEDED) ||
              (isWithoutDate && 'Choose a date for the status Scheduled') ||
              (isNothingNew && NO_CHANGES)
            }
          >
            Save
          </SubmitButton>
          {cancel}
        </FormActions>
      </Form>
      {dialog}
    </>
  )
}

const scheduleIn = (row: Answered) => ('schedule' in row ? row.schedule : undefined)

/** The e-mail with the note, exactly as it will be sent. */
function NoteMail({ to, reply }: { to: string; reply: ReturnType<typeof replyText> }) {
  const { subject, greeting, paragraphs, quotes } = reply
  return (
    <section aria-label={EMAIL_PREVIEW}>
      <Facts
        columns={1}
        facts={[
          ['To', to],
          ['Subject', subject],
        ]}
      />
      <div className={classes.letter}>
        <p>{greeting}</p>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {quotes.map(({ title, text }) => (
          <div key={title}>
            <strong>{title}</strong>
            <blockquote>{text}</blockquote>
          </div>
        ))}
      </div>
    </section>
  )
}

function whatWasSaved({ responseTimeline }: Answered): string {
  const last = responseTimeline.at(-1)
  const note = last && plainTextOf(last.note)
  return [
    last
      ? `${last.reviewedBy} saved a response at ${formatDate(last.createdAt, 'hh:mm A')} while you were writing.`
      : 'Somebody else saved a response while you were writing.',
    note && `Their note: “${note}”.`,
    'Your note is added to theirs.',
  ]
    .filter(Boolean)
    .join(' ')
}
