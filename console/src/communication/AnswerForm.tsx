import { describeSchedule, proposeStatus, respondFields } from '@hikmah/contract/communication/answers'
import { fillReply, whyNotSend } from '@hikmah/contract/communication/replies'
import { type ConversationStatus, MAX_ANSWER, MAX_NOTE } from '@hikmah/contract/communication/schemas'
import { plainTextOf } from '@hikmah/contract/rich-text'
import { type StaffMember, staff } from '@hikmah/contract/staff'
import { UNDO_S } from '@hikmah/contract/tax-verification/rules'
import { Button, Kbd } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { read, useCurrentUser } from '../kit/api/data.ts'
import { DeskKeys, DeskSave, LastActLine, SAVE_AND_NEXT, SEND_AND_NEXT } from '../kit/desk/DeskFoot.tsx'
import foot from '../kit/desk/foot.module.css'
import { FormAlert } from '../kit/feedback/FormAlert.tsx'
import { useShortcut } from '../kit/feedback/shortcuts.ts'
import { StatusRadio } from '../kit/field/StatusRadio.tsx'
import { TextArea, TextField } from '../kit/field/TextField.tsx'
import { afterPress } from '../kit/form/after-press.ts'
import { Form } from '../kit/form/Form.tsx'
import { useUnsavedGuard } from '../kit/form/unsaved.ts'
import { formatDate, fullName, NO_CHANGES } from '../kit/format/texts.ts'
import { MenuItem } from '../kit/popup/Menu.tsx'
import { RichTextField } from '../kit/rich-text/RichTextField.tsx'
import { AnswerMail } from './AnswerMail.tsx'
import { AnswerHead, AnswerWaiting } from './AnswerWaiting.tsx'
import { draftOf, keepDraft } from './answer-drafts.ts'
import { assigneeValue, withAssignee } from './assignees.ts'
import type { demoStatusChoices, inquiryStatusChoices } from './ConversationBadges.tsx'
import classes from './conversation-desk.module.css'
import { DemoSchedule, WhenItTakesPlace } from './DemoSchedule.tsx'
import type { Conversation, DeskKind } from './desk-kinds.ts'
import type { LastAnswerDesk } from './last-answer.ts'
import { SCHEDULED, scheduleIn, useAnswer, type Values } from './use-answer.ts'

// Larger than the rest of the form, which it does not delay.
const AssigneePicker = lazy(() => import('./AssigneePicker.tsx').then((it) => ({ default: it.AssigneePicker })))
// Asked for by a key or a button.
const CannedReplies = lazy(() => import('./CannedReplies.tsx').then((it) => ({ default: it.CannedReplies })))

interface Props {
  kind: DeskKind
  answered: Conversation
  visitor: string
  statuses: readonly (typeof demoStatusChoices | typeof inquiryStatusChoices)[number][]
  last: LastAnswerDesk
  /** It was saved elsewhere, and nothing is written here. */
  onStale: () => void
  onSaved: (message: string | undefined) => unknown
  openNext: () => unknown
}

/** One page of them: the whole list is an export, which the audit trail would note. */
const atWork = { query: { status: 'active', sort: 'name', limit: 100 } } as const

/** Waits for the list of staff, so that the current assignee is found in it. */
export function AnswerForm(props: Props) {
  const team = useQuery(read(staff.listStaff, atWork))
  // Only once: reloading the list must not remove the form and its input.
  if (!team.data && !team.isFetchedAfterMount) return <AnswerWaiting kind={props.kind} />
  return <LoadedForm {...props} team={team} />
}

function LoadedForm({ team, ...props }: Props & { team: UseQueryResult<{ data: StaffMember[] }> }) {
  const { kind, visitor, statuses, answered, last, onStale, onSaved, openNext } = props
  const me = useCurrentUser()
  const goesOn = useRef(true)
  const { form, base, isSaving, failure, onSubmit, dialog, choices, assigneeName } = useAnswer({
    kind,
    answered,
    team: team.data?.data,
    onSaved: (saved, message) => {
      const { answer, note, status } = form.values
      keepDraft(me._id, base._id, { answer: '', note: '' })
      last.saved(saved, `${answer.trim() === '' ? 'Saved' : 'Answered'}: ${visitor}, ${status}`, { answer, note })
      return goesOn.current ? openNext() : onSaved(message)
    },
  })
  const isDemo = scheduleIn(base) !== undefined
  const { values } = form
  const isChosen = useRef(false)
  const [isTaken, setTaken] = useState(false)
  const [isRead, setRead] = useState(false)
  const [isPicking, setPicking] = useState(false)
  const answerRef = useRef<HTMLTextAreaElement>(null)
  const fields = useRef<HTMLDivElement>(null)

  /** A status that somebody chose stays; else it follows what is written. */
  function write(change: Partial<Values>) {
    const next = { ...form.getValues(), ...change }
    const saved = scheduleIn(base)
    const isRescheduled =
      saved !== undefined && (saved.date !== next.date || saved.time !== next.time || saved.zone !== next.zone)
    const written = { answer: next.answer.trim(), note: plainTextOf(next.note), isRescheduled }
    form.setValues({ ...change, ...(!isChosen.current && { status: proposeStatus(base.status, isDemo, written) }) })
    if ('answer' in change || 'note' in change) keepDraft(me._id, base._id, next)
  }
  function choose(status: ConversationStatus) {
    isChosen.current = true
    form.setFieldValue('status', status)
  }
  const restoreDraft = useEffectEvent(() => {
    const draft = draftOf(me._id, base._id)
    if (draft) write(draft)
  })
  useEffect(() => restoreDraft(), [])

  // Of the answer and the note a draft stays.
  useUnsavedGuard(
    () =>
      (isChosen.current && form.isDirty('status')) ||
      (['assignee', 'date', 'time', 'zone', 'notSpam'] as const).some((field) => form.isDirty(field)),
  )
  const isUntouched = !form.isDirty() && !isTaken
  const stale = useEffectEvent(onStale)
  const isStale = isUntouched && !isSaving && answered.version > base.version
  useEffect(() => {
    if (isStale) stale()
  }, [isStale])

  function take() {
    setTaken(true)
    form.setFieldValue('assignee', me._id)
  }
  function insert(text: string) {
    setPicking(false)
    const field = answerRef.current
    const { answer, date, time } = form.getValues()
    const at = field?.selectionStart ?? answer.length
    const filled = fillReply(text, {
      name: visitor,
      organization: 'organizationName' in base ? base.organizationName : '',
      date: date && formatDate(`${date}T00:00`, 'day, year'),
      time,
      me: fullName(me),
    })
    write({ answer: answer.slice(0, at) + filled + answer.slice(field?.selectionEnd ?? at) })
    // Once the dialog has given the focus back: what is left to fill in is selected, to be written over.
    const open = /\{\w+\}/.exec(filled)
    const from = at + (open && whyNotSend(open[0]) ? open.index : filled.length)
    setTimeout(() => {
      field?.focus()
      field?.setSelectionRange(from, open && whyNotSend(open[0]) ? from + open[0].length : from)
    }, 60)
  }
  const focusNote = () => fields.current?.querySelector<HTMLElement>('[role="textbox"]')?.focus()
  useShortcut('E', 'Write the answer', () => answerRef.current?.focus())
  useShortcut('N', 'Write an internal note', focusNote)
  useShortcut('T', 'Insert a reply', () => setPicking(true))
  useShortcut('M', 'Take it yourself', take)
  useStatusKeys(statuses, choose)
  const saveAndGoOn = () => {
    goesOn.current = true
    onSubmit()
  }
  const saveAndStay = () => {
    goesOn.current = false
    onSubmit()
  }

  const isMailed = values.answer.trim() !== ''
  const noteWords = plainTextOf(values.note)
  // One that was Scheduled without a date, by another client, is answered as it is.
  const wasWithoutDate = base.status === SCHEDULED && scheduleIn(base)?.date === ''
  const isWithoutDate = values.status === SCHEDULED && values.date === '' && !wasWithoutDate
  const label = isMailed ? SEND_AND_NEXT : SAVE_AND_NEXT
  const takesPlace = isDemo && values.status === SCHEDULED ? describeSchedule(values) : ''
  return (
    <>
      <Form label={kind.answers} desk={{ className: classes.form ?? '', saves: label }} onSubmit={saveAndGoOn}>
        <AnswerHead kind={kind} sub={`To ${visitor}, ${base.email}`} />
        <div className={classes.fields} ref={fields} data-demo={isDemo || undefined}>
          <StatusRadio
            label="Status"
            options={statuses}
            value={values.status}
            onChange={choose}
            aside={<StatusKeys to={statuses.length} />}
            note={statuses.find(({ value }) => value === values.status)?.means}
          />
          <div className={classes.assignee}>
            <Suspense
              fallback={<TextField label={respondFields.assignee} readOnly value={assigneeName(values.assignee)} />}
            >
              <AssigneePicker
                choices={withAssignee(choices, base.assignee[0])}
                value={values.assignee}
                onChange={(assignee) => form.setFieldValue('assignee', assignee)}
                error={form.errors.assignee}
                failure={team.data ? null : team.error}
                onRetry={team.refetch}
              />
            </Suspense>
            {(values.assignee !== me._id || (isUntouched && assigneeValue(base.assignee[0]) !== me._id)) && (
              <Button variant="subtle" size="xs" className={classes.take} onClick={take} rightSection={<Key>M</Key>}>
                Take it
              </Button>
            )}
          </div>
          {isDemo && (
            <DemoSchedule
              value={values}
              errors={form.errors}
              onChange={(field, value) => write({ [field]: value })}
              onBlur={() => afterPress(() => form.validateField('date'))}
            />
          )}
          <div className={classes.write}>
            <TextArea
              ref={answerRef}
              label={
                <span className={classes.label}>
                  Answer by email <Key>E</Key>
                </span>
              }
              aria-label="Answer by email"
              max={MAX_ANSWER}
              minRows={isDemo ? 3 : 5}
              maxRows={24}
              value={values.answer}
              onChange={({ currentTarget }) => write({ answer: currentTarget.value })}
              onBlur={() => afterPress(() => form.validateField('answer'))}
              error={form.errors.answer}
            />
            <div className={classes.replies}>
              <Button variant="default" size="xs" onClick={() => setPicking(true)} rightSection={<Key>T</Key>}>
                Insert a reply
              </Button>
              {isMailed && (
                <Button variant="subtle" size="xs" aria-expanded={isRead} onClick={() => setRead(!isRead)}>
                  Read the email
                </Button>
              )}
            </div>
            {isMailed && isRead && (
              <AnswerMail
                answered={answered}
                reply={{
                  ...{ what: kind.what, person: visitor, author: fullName({ name: me.name }) },
                  words: values.answer.trim(),
                  takesPlace,
                }}
              />
            )}
          </div>
          <RichTextField
            label="Internal note"
            max={MAX_NOTE}
            value={values.note}
            onChange={(note) => write({ note })}
            onBlur={() => afterPress(() => form.validateField('note'))}
            error={form.errors.note}
          />
          {base.spam && (
            <label className={classes.notSpam}>
              <input
                type="checkbox"
                checked={values.notSpam}
                onChange={({ currentTarget }) => form.setFieldValue('notSpam', currentTarget.checked)}
              />
              This is not spam
            </label>
          )}
        </div>
        <div className={foot.foot}>
          {takesPlace && <WhenItTakesPlace {...values} text={takesPlace} />}
          {failure && (
            <div className={classes.retry}>
              <FormAlert error={failure} />
              <Button variant="default" size="xs" loading={isSaving} onClick={() => onSubmit()}>
                Retry
              </Button>
            </div>
          )}
          {!isUntouched && (
            <p className={foot.effect}>
              {isMailed && (
                <span>
                  <b>Emails</b> {visitor} in {UNDO_S} seconds, with your name and the question quoted.{' '}
                </span>
              )}
              <b>Saves</b> {values.status}, assigned to{' '}
              {values.assignee === me._id ? 'you' : assigneeName(values.assignee)}.{' '}
              {noteWords !== '' && (
                <span>
                  <b>Keeps</b> the note for staff.
                </span>
              )}
            </p>
          )}
          <DeskSave
            type="submit"
            label={label}
            loading={isSaving}
            reason={(isWithoutDate && 'Choose a date for the status Scheduled') || (isUntouched && NO_CHANGES)}
          >
            <MenuItem onClick={saveAndStay}>Save</MenuItem>
          </DeskSave>
          <LastActLine
            text={last.act?.text}
            isFailed={last.act?.isFailed}
            undoUntil={last.act?.undo?.until}
            undoName="Take the last answer back"
            isUndoing={last.isUndoing}
            onUndo={last.undo}
          />
          <DeskKeys keys={{ M: 'mine', E: 'email', N: 'note', T: 'replies' }} />
        </div>
      </Form>
      {dialog}
      {isPicking && (
        <Suspense>
          <CannedReplies onInsert={insert} onClose={() => setPicking(false)} />
        </Suspense>
      )}
    </>
  )
}

const Key = ({ children }: { children: string }) => (
  <Kbd size="xs" className={classes.key} aria-hidden="true">
    {children}
  </Kbd>
)

const StatusKeys = ({ to }: { to: number }) => (
  <span className="fine">
    <Kbd size="xs">1</Kbd> to <Kbd size="xs">{to}</Kbd>
  </span>
)

/** 1 to 4 choose the status in its order. */
function useStatusKeys(statuses: Props['statuses'], choose: (status: ConversationStatus) => void) {
  const does = (index: number) => `Status ${statuses[index]?.label ?? ''}`
  const press = (index: number) => () => statuses[index] && choose(statuses[index].value)
  useShortcut('1', does(0), press(0))
  useShortcut('2', does(1), press(1))
  useShortcut('3', does(2), press(2))
  useShortcut('4', does(3), press(3), { disabled: statuses.length < 4 })
}
