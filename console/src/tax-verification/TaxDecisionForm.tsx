import type { ReviewStatus, TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { einAsTyped, REASON_MAX } from '@hikmah/contract/tax-verification/words'
import { Kbd } from '@mantine/core'
import { useState } from 'react'
import { useShortcut } from '../kit/feedback/shortcuts.ts'
import { StatusRadio } from '../kit/field/StatusRadio.tsx'
import { TextArea, TextField } from '../kit/field/TextField.tsx'
import { FormAlert } from '../kit/form/FormAlert.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { DecisionConflict, PreviewDialog } from './DecisionDialogs.tsx'
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

type Field = 'einStatus' | 'exemptStatus'

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
  const { base, values, set, why, failure, theirs, letter } = decision
  const [focused, setFocused] = useState<Field>(values.exemptStatus ? 'exemptStatus' : 'einStatus')
  const [isEinLeft, setEinLeft] = useState(false)

  function start(after: () => unknown) {
    setEinLeft(true)
    if (mayDecide) decision.start(after)
  }
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
        aside={mayDecide && focused === field && ['A', 'R'].map((key) => <Kbd key={key}>{key}</Kbd>)}
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
        <RejectionReason
          reason={values.reason}
          isRequired={needsReason(base, values)}
          error={failure?.fields.reason}
          onChange={(reason) => set({ reason })}
        />
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
            <SubmitButton fullWidth loading={decision.isBusy} reason={why}>
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
              loading={decision.isBusy}
              reason={why}
              onClick={() => start(onSaved)}
            >
              Save
            </SubmitButton>
          </div>
        </>
      )}
      {letter && (
        <PreviewDialog
          letter={letter}
          isSaving={decision.isSaving}
          onCancel={decision.cancel}
          onSave={decision.saveWithLetter}
        />
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
