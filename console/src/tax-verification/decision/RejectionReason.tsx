import { type Paper, paperNames, papers, reasonCodes, reasons } from '@hikmah/contract/tax-verification/schemas'
import { MAX_REASON } from '@hikmah/contract/tax-verification/words'
import { Button, Checkbox } from '@mantine/core'
import { type Ref, useEffect, useRef } from 'react'
import { TextArea } from '../../kit/field/TextField.tsx'
import decision from './decision.module.css'
import classes from './RejectionReason.module.css'
import type { DecisionValues } from './tax-decision.ts'
import { withCode } from './written-reason.ts'

interface Props {
  values: DecisionValues
  /** Rejecting an exemption requires it. */
  isRequired: boolean
  inputRef: Ref<HTMLTextAreaElement>
  errors?: Record<string, string>
  onChange: (change: Partial<DecisionValues>) => void
}

/** Why something is rejected or asked for again: the kind of reason, the e-mailed words, and the missing papers. */
export function RejectionReason({ values, isRequired, inputRef, errors, onChange }: Props) {
  const { isAsking, reason, reasonCode, missing } = values
  const box = useRef<HTMLDivElement>(null)
  // A click on Rejected leaves the focus where it is, and this may lie below what can be seen.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const label = isAsking ? 'Reason' : isRequired ? 'Rejection reason' : 'Rejection reason (optional)'
  return (
    <>
      <div ref={box}>
        <TextArea
          ref={inputRef}
          label={label}
          max={MAX_REASON}
          value={reason}
          onChange={({ currentTarget }) => onChange({ reason: currentTarget.value })}
          error={errors?.reason ?? errors?.reasonCode}
        />
        {!isAsking && !isRequired && reason.trim() === '' && (
          <p className={decision.hint}>Without a reason, the e-mail only asks for corrected documents.</p>
        )}
        <fieldset className={classes.chips} aria-label="Kind of reason">
          {reasonCodes.map((code) => (
            <Button
              key={code}
              variant="default"
              size="xs"
              className={classes.chip}
              aria-pressed={reasonCode === code}
              onClick={() => onChange(withCode(values, code))}
            >
              {reasons[code].label}
            </Button>
          ))}
        </fieldset>
      </div>
      <Checkbox.Group
        className={classes.missing}
        label="Missing documents"
        value={missing}
        onChange={(chosen) => onChange({ missing: chosen as Paper[] })}
        error={errors?.missing}
      >
        {papers.map((paper) => (
          <Checkbox key={paper} value={paper} label={paperNames[paper]} />
        ))}
      </Checkbox.Group>
    </>
  )
}
