import type { ReviewStatus, TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { einAsTyped, REASON_MAX } from '@hikmah/contract/tax-verification/words'
import { Kbd } from '@mantine/core'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useShortcut } from '../kit/feedback/shortcuts.ts'
import { StatusRadio } from '../kit/field/StatusRadio.tsx'
import { TextArea, TextField } from '../kit/field/TextField.tsx'
import { Banner, FormAlert } from '../kit/form/FormAlert.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { DecisionConflict } from './DecisionConflict.tsx'
import { DecisionLetter } from './DecisionLetter.tsx'
import classes from './decision.module.css'
import { RejectionReason } from './RejectionReason.tsx'
import { reviewTones } from './TaxStatusBadge.tsx'
import { asksReason, effectOf, einProblem, needsReason, reopens, valuesOf } from './tax-decision.ts'
import { useTaxDecision } from './use-tax-decision.ts'

const statuses = (['Pending', 'Approved', 'Rejected'] as const).map((value) => ({
  value,
  label: value,
  tone: reviewTones[value],
}))
const DOES_NOT_DECIDE = 'Only owners and admins decide. You see the review as it stands.'

type Question = 'einStatus' | 'exemptStatus'

const questions: Question[] = ['einStatus', 'exemptStatus']

interface Props {
  orgId: string
  orgName: string
  /** Who reads the letter. */
  admin: string
  taxStatus: TaxStatus
  mayDecide: boolean
  onSaved: () => unknown
  openNext: () => unknown
}

/** The decision on the EIN and on the exemption. Who may not decide sees it as it stands. */
export function TaxDecisionForm({ orgId, orgName, admin, taxStatus, mayDecide, onSaved, openNext }: Props) {
  const decision = useTaxDecision({ orgId, orgName, taxStatus })
  const { base, values, set, why, failure, theirs, voidedBy } = decision
  const [focused, setFocused] = useState<Question>()
  const [isEinLeft, setEinLeft] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const reason = useRef<HTMLTextAreaElement>(null)

  const pendingOf = (of: typeof values) => questions.find((question) => of[question] === 'Pending')
  /** What the keys answer: the question that has the focus, else the first that is pending. */
  const asked = focused ?? pendingOf(values)

  function start(after: () => unknown) {
    setEinLeft(true)
    if (mayDecide) decision.start(after)
  }
  function answer(status: ReviewStatus) {
    if (!asked) return
    // What is focused next is there only then.
    flushSync(() => set({ [asked]: status }))
    const next = pendingOf({ ...values, [asked]: status })
    if (status === 'Rejected') reason.current?.focus()
    else form.current?.querySelector<HTMLElement>(`[data-question=${next ?? asked}] input:checked`)?.focus()
  }
  const off = { disabled: !mayDecide }
  useShortcut('a', 'Approve, and go to the next question', () => answer('Approved'), off)
  useShortcut('r', 'Reject, and write why', () => answer('Rejected'), off)
  useShortcut('Ctrl+Enter', 'Save and open next', () => start(openNext), { ...off, whileTyping: true })

  const status = (question: Question, label: string) => (
    <div data-question={question}>
      <StatusRadio
        label={label}
        options={statuses}
        value={values[question]}
        onChange={(chosen) => set({ [question]: chosen })}
        onFocus={() => setFocused(question)}
        onBlur={() => setFocused(undefined)}
        disabled={!mayDecide}
        aside={mayDecide && asked === question && ['A', 'R'].map((key) => <Kbd key={key}>{key}</Kbd>)}
      />
      {reopens(valuesOf(base)[question], values[question]) && (
        <p className={classes.hint} role="status">
          This reopens the review. The decision stays in the history.
        </p>
      )}
    </div>
  )

  return (
    // Enter in the number decides nothing.
    <form
      ref={form}
      className={classes.form}
      aria-label="Decision"
      noValidate
      onSubmit={(event) => event.preventDefault()}
    >
      {voidedBy && (
        <Banner
          tone="warning"
          text={`${voidedBy}. What you chose was about the older ones and was not saved. Look at the new papers and decide again.`}
        />
      )}
      {!theirs && <FormAlert error={failure} />}
      {!mayDecide && <p className={classes.hint}>{DOES_NOT_DECIDE}</p>}
      {status('einStatus', 'EIN status')}
      <TextField
        label="Tax ID/EIN"
        max={mayDecide ? 10 : undefined}
        inputMode="numeric"
        autoComplete="off"
        placeholder="12-3456789"
        readOnly={!mayDecide}
        value={values.ein}
        onChange={({ currentTarget }) => set({ ein: einAsTyped(currentTarget.value) })}
        onBlur={() => setEinLeft(true)}
        error={mayDecide && isEinLeft ? einProblem(values.ein) : undefined}
      />
      <hr />
      {status('exemptStatus', 'Tax exemption status')}
      {asksReason(base, values) && (
        <RejectionReason
          inputRef={reason}
          reason={values.reason}
          isRequired={needsReason(base, values)}
          error={failure?.fields.reason}
          onChange={(written) => set({ reason: written })}
        />
      )}
      {values.einStatus === 'Rejected' && values.exemptStatus === 'Approved' && (
        <Banner tone="warning" text="The exemption is approved for an EIN that is rejected." />
      )}
      {mayDecide && (
        <>
          <TextArea
            label="Message to the organization admin"
            max={REASON_MAX}
            value={values.message}
            onChange={({ currentTarget }) => set({ message: currentTarget.value })}
            error={failure?.fields.message}
          />
          <div className={classes.save}>
            {!why && <p className={classes.effect}>{effectOf(base, values, admin)}</p>}
            <SubmitButton
              type="button"
              fullWidth
              loading={decision.isSaving}
              reason={why}
              onClick={() => start(openNext)}
            >
              Save and open next
              <span className={classes.press} aria-hidden="true">
                <Kbd>Ctrl</Kbd>
                <Kbd>↵</Kbd>
              </span>
            </SubmitButton>
            <SubmitButton
              type="button"
              variant="default"
              fullWidth
              isQuiet
              loading={decision.isSaving}
              reason={why}
              onClick={() => start(onSaved)}
            >
              Save
            </SubmitButton>
            <DecisionLetter letter={decision.letter} failure={decision.letterFailure} />
          </div>
        </>
      )}
      {theirs && (
        <DecisionConflict
          base={base}
          theirs={theirs}
          values={values}
          onCancel={decision.forgetFailure}
          onTake={(chosen) => decision.goOnWith(theirs, chosen)}
          onSave={(chosen) => decision.saveOnTop(theirs, chosen, onSaved)}
        />
      )}
    </form>
  )
}
