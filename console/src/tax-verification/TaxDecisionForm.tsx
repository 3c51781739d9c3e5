import { einAsTyped, type ReviewStatus, type TaxStatus } from '@hikmah/contract/tax-status'
import { REASON_MAX, type TaxDecision, taxVerification } from '@hikmah/contract/tax-verification'
import { Button, Kbd } from '@mantine/core'
import { useRef, useState } from 'react'
import { useAction } from '../kit/action.ts'
import { type ApiError, call } from '../kit/api.ts'
import { useWrite } from '../kit/data.ts'
import { FormAlert } from '../kit/FormAlert.tsx'
import { notifySuccess } from '../kit/notify.ts'
import { StatusRadio } from '../kit/StatusRadio.tsx'
import { SubmitButton } from '../kit/SubmitButton.tsx'
import { useShortcut } from '../kit/shortcuts.ts'
import { TextArea, TextField } from '../kit/TextField.tsx'
import { useUnsavedGuard } from '../kit/unsaved.ts'
import { DecisionConflict, PreviewDialog, type TaxLetter } from './DecisionDialogs.tsx'
import classes from './desk.module.css'
import { reviewTones } from './TaxStatusBadge.tsx'
import {
  asksReason,
  bodyOf,
  type DecisionValues,
  effectOf,
  einProblem,
  isChanged,
  needsReason,
  reopens,
  valuesOf,
  whyNotSaved,
  withReason,
} from './tax-decision.ts'

const statuses = (['Pending', 'Approved', 'Rejected'] as const).map((value) => ({
  value,
  label: value,
  tone: reviewTones[value],
}))
const REASONS = ['Name differs', 'Address differs', 'Letter unreadable']
const DOES_NOT_DECIDE = 'Only owners and admins decide. You see the review as it stands.'

type Field = 'einStatus' | 'exemptStatus'
/** A decision on its way: what to send, and where to go when it is saved. */
interface Wish {
  body: TaxDecision
  after: () => unknown
}

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

/** The decision on both reviews. What is typed stays on the version it was typed on; a newer one is a conflict. */
export function TaxDecisionForm({ orgId, orgName, admin, taxStatus, mayDecide, onSaved, openNext }: Props) {
  const [base, setBase] = useState(taxStatus)
  const [values, setValues] = useState(() => valuesOf(taxStatus))
  const [focused, setFocused] = useState<Field>(taxStatus.taxExemptDetail.status ? 'exemptStatus' : 'einStatus')
  const [isEinLeft, setEinLeft] = useState(false)
  const [asked, setAsked] = useState<Wish & { letter: TaxLetter }>()
  const isSaved = useRef(false)
  const isDirty = isChanged(base, values)
  useUnsavedGuard(() => !isSaved.current && isDirty)

  // Nothing typed yet: follow what others save.
  if (!isDirty && taxStatus.version !== base.version) {
    setBase(taxStatus)
    setValues(valuesOf(taxStatus))
  }

  const save = useWrite(taxVerification.decideTaxReview)
  const preview = useAction(
    async (wish: Wish) => {
      const { data } = await call(taxVerification.previewTaxLetter, { params: { orgId }, body: wish.body })
      return { ...wish, letter: data }
    },
    ({ letter, ...wish }) => (letter ? setAsked({ ...wish, letter }) : commit(wish)),
  )

  function commit({ body, after }: Wish) {
    save.mutate(
      { params: { orgId }, body },
      {
        onSettled: () => setAsked(undefined),
        onSuccess: () => {
          isSaved.current = true
          notifySuccess('Saved Successfully!', orgName)
          return after()
        },
      },
    )
  }

  const why = mayDecide ? whyNotSaved(base, values) : DOES_NOT_DECIDE
  const isBusy = preview.isRunning || save.isPending
  function start(after: () => unknown) {
    setEinLeft(true)
    save.reset()
    if (!why && !isBusy) void preview.run({ body: bodyOf(base, values), after })
  }

  const failure: ApiError | null = preview.error ?? save.error
  const theirs = failure?.code === 'CONFLICT' ? (failure.current as TaxStatus | undefined) : undefined
  function forgetFailure() {
    preview.clear()
    save.reset()
  }
  function goOnWith(newer: TaxStatus, chosen: DecisionValues) {
    forgetFailure()
    setBase(newer)
    setValues(chosen)
  }
  function saveChosen(newer: TaxStatus, chosen: DecisionValues) {
    goOnWith(newer, chosen)
    if (!whyNotSaved(newer, chosen)) void preview.run({ body: bodyOf(newer, chosen), after: onSaved })
  }

  const set = (change: Partial<DecisionValues>) => setValues({ ...values, ...change })
  const decide = (status: ReviewStatus) => set({ [focused]: status })
  const off = { disabled: !mayDecide }
  useShortcut('a', 'Approve the status in focus', () => decide('Approved'), off)
  useShortcut('r', 'Reject the status in focus', () => decide('Rejected'), off)
  useShortcut('Ctrl+Enter', 'Save and open next', () => start(openNext), { ...off, whileTyping: true })

  const status = (field: Field, label: string) => (
    <div>
      <StatusRadio
        label={label}
        options={statuses}
        value={values[field]}
        onChange={(chosen) => set({ [field]: chosen })}
        onFocus={() => setFocused(field)}
        disabled={!mayDecide}
        aside={
          mayDecide &&
          focused === field && (
            <>
              <Kbd>A</Kbd>
              <Kbd>R</Kbd>
            </>
          )
        }
      />
      {reopens(valuesOf(base)[field], values[field]) && (
        <p className={classes.hint} role="status">
          This reopens the review. The decision stays in the history.
        </p>
      )}
    </div>
  )

  return (
    <form
      className={classes.form}
      aria-label="Decision"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        start(openNext)
      }}
    >
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
        <div>
          <TextArea
            label={needsReason(base, values) ? 'Rejection reason' : 'Rejection reason (optional)'}
            max={REASON_MAX}
            value={values.reason}
            onChange={({ currentTarget }) => set({ reason: currentTarget.value })}
            error={failure?.fields.reason}
          />
          <div className={classes.chips}>
            {REASONS.map((words) => (
              <Button
                key={words}
                variant="default"
                size="xs"
                onClick={() => set({ reason: withReason(values.reason, words) })}
              >
                {words}
              </Button>
            ))}
          </div>
        </div>
      )}
      {mayDecide && (
        <TextArea
          label="Message to the organization admin"
          max={REASON_MAX}
          value={values.message}
          onChange={({ currentTarget }) => set({ message: currentTarget.value })}
          error={failure?.fields.message}
        />
      )}
      {mayDecide && (
        <div className={classes.save}>
          {!why && <p className={classes.effect}>{effectOf(base, values, admin)}</p>}
          <SubmitButton fullWidth loading={isBusy} reason={why}>
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
            loading={isBusy}
            reason={why}
            onClick={() => start(onSaved)}
          >
            Save
          </SubmitButton>
        </div>
      )}
      {asked && (
        <PreviewDialog
          letter={asked.letter}
          isSaving={save.isPending}
          onCancel={() => setAsked(undefined)}
          onSave={() => commit(asked)}
        />
      )}
      {theirs && (
        <DecisionConflict
          base={base}
          theirs={theirs}
          values={values}
          onCancel={forgetFailure}
          onTake={(chosen) => goOnWith(theirs, chosen)}
          onSave={(chosen) => saveChosen(theirs, chosen)}
        />
      )}
    </form>
  )
}
