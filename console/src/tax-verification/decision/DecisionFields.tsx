import type { ReviewStatus } from '@hikmah/contract/common'
import { einAsTyped, REASON_MAX } from '@hikmah/contract/tax-verification/words'
import { Kbd } from '@mantine/core'
import { type Ref, useState } from 'react'
import { StatusRadio } from '../../kit/field/StatusRadio.tsx'
import { TextArea, TextField } from '../../kit/field/TextField.tsx'
import { Banner } from '../../kit/form/FormAlert.tsx'
import { reviewTones } from '../TaxStatusBadge.tsx'
import { DecisionLetter } from './DecisionLetter.tsx'
import classes from './decision.module.css'
import { RejectionReason } from './RejectionReason.tsx'
import {
  asksReason,
  einProblem,
  needsReason,
  type Question,
  questionLabels,
  reopens,
  valuesOf,
} from './tax-decision.ts'
import type { Decision } from './use-tax-decision.ts'

const statuses = (['Pending', 'Approved', 'Rejected'] as const satisfies ReviewStatus[]).map((value) => ({
  value,
  label: value,
  tone: reviewTones[value],
}))

interface Props {
  decision: Decision
  mayDecide: boolean
  /** What the keys answer. */
  asked: Question | undefined
  onFocus: (question: Question | undefined) => void
  reasonRef: Ref<HTMLTextAreaElement>
  /** Saving was tried, so what is wrong is said. */
  isTried: boolean
}

/** The two questions, why something is rejected, and what else the organization is told. */
export function DecisionFields({ decision, mayDecide, asked, onFocus, reasonRef, isTried }: Props) {
  const { base, values, set, failure } = decision
  const [isEinLeft, setEinLeft] = useState(false)

  const status = (question: Question) => (
    <div data-question={question}>
      <StatusRadio
        label={questionLabels[question]}
        options={statuses}
        value={values[question]}
        onChange={(chosen) => set({ [question]: chosen })}
        onFocus={() => onFocus(question)}
        onBlur={() => onFocus(undefined)}
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
    <>
      {status('einStatus')}
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
        error={mayDecide && (isEinLeft || isTried) ? einProblem(values.ein) : undefined}
      />
      <hr />
      {status('exemptStatus')}
      {asksReason(base, values) && (
        <RejectionReason
          inputRef={reasonRef}
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
          <DecisionLetter letter={decision.letter} failure={decision.letterFailure} />
        </>
      )}
    </>
  )
}
