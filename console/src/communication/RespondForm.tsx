import '@mantine/core/styles/Checkbox.layer.css'
import type { Assignee, ResponseEntry } from '@hikmah/contract/communication/schemas'
import { NOTE_MAX } from '@hikmah/contract/communication/words'
import { plainTextOf, richTextProblem } from '@hikmah/contract/rich-text/document'
import { staff } from '@hikmah/contract/staff/calls'
import { Checkbox } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ApiError } from '../kit/api/api.ts'
import { useCurrentUser } from '../kit/api/current-user.ts'
import { read } from '../kit/api/data.ts'
import { StatusRadio } from '../kit/field/StatusRadio.tsx'
import type { Choice } from '../kit/form/ConflictDialog.tsx'
import { Form, FormActions } from '../kit/form/Form.tsx'
import { FormAlert } from '../kit/form/FormAlert.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useUnsavedGuard } from '../kit/form/unsaved.ts'
import type { Tone } from '../kit/icons/glyphs.tsx'
import { LoadingLines } from '../kit/page/LoadingLines.tsx'
import { RichTextField } from '../kit/rich-text/RichTextField.tsx'
import { AssigneePicker } from './AssigneePicker.tsx'
import { assigneeChoices, sentAssignee, valueOfHolder, withChosen } from './assignees.ts'
import classes from './communication.module.css'
import { RespondConflict } from './RespondConflict.tsx'

/** What is answered: a demo request or an inquiry, as far as the form needs it. */
export interface Answered<S extends string> {
  email: string
  status: S
  assignee: Assignee[]
  spam: boolean
  version: number
  responseTimeline: ResponseEntry[]
}

/** The body of the call that saves a response. */
export interface Response<S extends string> {
  status: S
  responseTimeline: { status: S; assignee: string; note: string }
  assigneeId: string | null
  mailNote: boolean
  notSpam?: boolean
  version: number
}

interface Props<S extends string> {
  label: string
  answered: Answered<S>
  statuses: readonly { value: S; label: string; tone: Tone }[]
  /** The write under way and how the last one failed. */
  write: { isPending: boolean; error: ApiError | null }
  send: (
    response: Response<S>,
    then: { onSuccess: () => void; onError: (failure: ApiError<Answered<S>>) => void },
  ) => void
  onSaved: () => unknown
  /** The way back without saving. */
  cancel: ReactNode
}

/** One page of them: the whole list is an export, which the audit trail would note. */
const atWork = { query: { status: 'active', sort: 'name', limit: 100 } } as const

/** Status, assignee and a note. Waits for the list of staff, so that who has it now is found in it. */
export function RespondForm<S extends string>(props: Props<S>) {
  const team = useQuery(read(staff.listStaff, atWork))
  const me = useCurrentUser()
  // Once only: a list that is asked for again must not take the form away with what is written in it.
  if (!team.data && !team.isFetchedAfterMount) return <LoadingLines name="The form" lines={8} />
  const choices = assigneeChoices(team.data?.data, me)
  return <LoadedForm {...props} choices={choices} failure={team.data ? null : team.error} onRetry={team.refetch} />
}

interface LoadedProps<S extends string> extends Props<S> {
  choices: ReturnType<typeof assigneeChoices>
  failure: Error | null
  onRetry: () => unknown
}

function LoadedForm<S extends string>({
  label,
  statuses,
  write,
  send,
  onSaved,
  cancel,
  answered,
  choices,
  failure,
  onRetry,
}: LoadedProps<S>) {
  // The version that is answered: a newer one must not slip in under what is written.
  const [base, setBase] = useState(answered)
  const [theirs, setTheirs] = useState<Answered<S>>()
  const form = useForm({
    initialValues: {
      // The form's types cannot follow a status that is not known yet; the radio offers these and no other.
      status: base.status as string,
      assignee: valueOfHolder(choices, base.assignee[0]),
      note: '',
      mailNote: false,
      notSpam: false,
    },
    validate: { note: (note) => richTextProblem(note, NOTE_MAX) },
  })
  useUnsavedGuard(() => form.isDirty())

  function save(values: typeof form.values, version: number) {
    const { assignee, assigneeId } = sentAssignee(choices, values.assignee)
    const status = values.status as S
    const response = {
      status,
      responseTimeline: { status, assignee, note: values.note },
      assigneeId,
      mailNote: values.mailNote,
      ...(values.notSpam && { notSpam: true }),
      version,
    }
    send(response, {
      onSuccess: () => {
        form.resetDirty()
        onSaved()
      },
      onError: ({ code, current, fields }) => {
        if (code === 'CONFLICT' && current) setTheirs(current)
        else form.setErrors({ ...fields, note: fields['responseTimeline.note'], assignee: fields.assigneeId })
      },
    })
  }

  function settle(current: Answered<S>, { status, assignee }: Record<string, Choice>) {
    const merged = {
      ...form.values,
      status: status === 'theirs' ? current.status : form.values.status,
      assignee: assignee === 'theirs' ? valueOfHolder(choices, current.assignee[0]) : form.values.assignee,
    }
    setTheirs(undefined)
    setBase(current)
    form.setValues(merged)
    save(merged, current.version)
  }

  function takeTheirs(current: Answered<S>) {
    setTheirs(undefined)
    setBase(current)
    form.setValues({ status: current.status, assignee: valueOfHolder(choices, current.assignee[0]) })
  }

  const isNoteEmpty = plainTextOf(form.values.note) === ''
  const isNothingNew = !form.isDirty() && base.assignee.length > 0
  const nameOf = (value: string) => sentAssignee(choices, value).assignee
  return (
    <>
      <Form label={label} onSubmit={form.onSubmit((values) => save(values, base.version))}>
        <FormAlert error={theirs ? null : write.error} />
        <StatusRadio
          label="Status"
          options={statuses}
          value={form.values.status as S}
          onChange={(status) => form.setFieldValue('status', status)}
        />
        <AssigneePicker
          choices={withChosen(choices, form.values.assignee)}
          value={form.values.assignee}
          onChange={(assignee) => form.setFieldValue('assignee', assignee)}
          error={form.errors.assignee}
          failure={failure}
          onRetry={onRetry}
        />
        <RichTextField
          label="Note"
          max={NOTE_MAX}
          value={form.values.note}
          onChange={(note) => form.setFieldValue('note', note)}
          onBlur={() => form.validateField('note')}
          error={form.errors.note}
        />
        <Checkbox
          classNames={{ labelWrapper: classes.mailChoice }}
          label={`Mail this note to ${base.email}`}
          {...form.getInputProps('mailNote', { type: 'checkbox' })}
        />
        {base.spam && <Checkbox label="This is not spam" {...form.getInputProps('notSpam', { type: 'checkbox' })} />}
        <FormActions>
          <SubmitButton
            isQuiet
            loading={write.isPending}
            reason={
              (form.values.mailNote && isNoteEmpty && 'Write the note that is to be mailed') ||
              (isNothingNew && 'Nothing is changed yet')
            }
          >
            Save
          </SubmitButton>
          {cancel}
        </FormActions>
      </Form>
      {theirs && (
        <RespondConflict
          yours={{ status: form.values.status, assignee: nameOf(form.values.assignee) }}
          before={base}
          theirs={theirs}
          isSaving={write.isPending}
          onCancel={() => setTheirs(undefined)}
          onKeepTheirs={() => takeTheirs(theirs)}
          onSave={(kept) => settle(theirs, kept)}
        />
      )}
    </>
  )
}
