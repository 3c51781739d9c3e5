import { type Paper, paperNames, papers, reasonCodes, reasons } from '@hikmah/contract/tax-verification/schemas'
import { decisionFields, MAX_REASON, messageTitles } from '@hikmah/contract/tax-verification/words'
import { Button, Checkbox, Kbd } from '@mantine/core'
import { type Ref, useEffect, useRef } from 'react'
import { TextArea } from '../../kit/field/TextField.tsx'
import { formatDate } from '../../kit/format/dates.ts'
import classes from './decision.module.css'
import { type DecisionValues, withCode } from './tax-decision.ts'

interface AskProps {
  isAsking: boolean
  /** When papers were last requested, if they have not been received. */
  askedAt: string | null
  onAsk: () => void
  onLeave: () => void
}

/** Asks the organization to submit again while its review stays open. */
export function AskForPapers({ isAsking, askedAt, onAsk, onLeave }: AskProps) {
  return (
    <section className={classes.ask} data-on={isAsking || undefined} aria-label="New submission">
      {isAsking ? (
        <>
          <p>
            <strong>Asks for a new submission.</strong> Open reviews stay Pending.
          </p>
          <Button variant="default" size="xs" onClick={onLeave}>
            Cancel request
          </Button>
        </>
      ) : (
        <Button
          variant="default"
          size="xs"
          onClick={onAsk}
          rightSection={
            <Kbd size="xs" aria-hidden="true">
              S
            </Kbd>
          }
        >
          Ask for a new submission
        </Button>
      )}
      {askedAt && (
        <p className={classes.hint}>Asked on {formatDate(askedAt, 'll')}. Nothing has been received since.</p>
      )}
    </section>
  )
}

interface Props {
  values: DecisionValues
  /** Rejecting an exemption requires it. */
  isRequired: boolean
  inputRef: Ref<HTMLTextAreaElement>
  errors: Record<string, string> | undefined
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
  const title = messageTitles.rejectionReason
  return (
    <>
      <div ref={box}>
        <TextArea
          ref={inputRef}
          label={isAsking ? decisionFields.reason : isRequired ? title : `${title} (optional)`}
          max={MAX_REASON}
          value={reason}
          onChange={({ currentTarget }) => onChange({ reason: currentTarget.value })}
          error={errors?.reason ?? errors?.reasonCode}
        />
        {!isAsking && !isRequired && reason.trim() === '' && (
          <p className={classes.hint}>Without a reason, the e-mail only asks for corrected documents.</p>
        )}
        <fieldset className={classes.chips} aria-label={decisionFields.reasonCode}>
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
        label={decisionFields.missing}
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
