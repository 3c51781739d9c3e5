import { REASON_MAX } from '@hikmah/contract/tax-verification/words'
import { Button } from '@mantine/core'
import type { Ref } from 'react'
import { TextArea } from '../../kit/field/TextField.tsx'
import classes from './decision.module.css'
import { withReason } from './tax-decision.ts'

const REASONS = ['Name differs', 'Address differs', 'Letter unreadable']

interface Props {
  reason: string
  isRequired: boolean
  inputRef: Ref<HTMLTextAreaElement>
  error?: string
  onChange: (reason: string) => void
}

/** Why something is rejected, in own words or by the chips for what is common. Mailed as written. */
export function RejectionReason({ reason, isRequired, inputRef, error, onChange }: Props) {
  return (
    <div>
      <TextArea
        ref={inputRef}
        label={isRequired ? 'Rejection reason' : 'Rejection reason (optional)'}
        max={REASON_MAX}
        value={reason}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        error={error}
      />
      {!isRequired && reason.trim() === '' && (
        <p className={classes.hint}>Without a reason the mail only asks to correct the papers.</p>
      )}
      <div className={classes.chips}>
        {REASONS.map((words) => (
          <Button key={words} variant="default" size="xs" onClick={() => onChange(withReason(reason, words))}>
            {words}
          </Button>
        ))}
      </div>
    </div>
  )
}
