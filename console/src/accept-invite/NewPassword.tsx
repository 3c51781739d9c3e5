import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { fieldError } from '../kit/field-error.tsx'
import { PASSWORD_RULE } from './calls.ts'

/** The rule of the contract, which the server checks again. */
export const isGoodPassword = (text: string) =>
  text.length >= 8 && text.length <= 256 && /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text)

interface Props {
  value: string
  onChange: (value: string) => void
  /** Shows what is missing before the field was left, as after a try to send. */
  isTried: boolean
  error?: string
}

export function NewPassword({ value, onChange, isTried, error }: Props) {
  const [isTouched, setTouched] = useState(false)
  const isWrong = (isTouched || isTried) && !isGoodPassword(value)
  return (
    <PasswordInput
      label="Password"
      description={isWrong ? undefined : PASSWORD_RULE}
      name="new-password"
      autoComplete="new-password"
      size="md"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => setTouched(value !== '')}
      error={fieldError(error ?? (isWrong ? PASSWORD_RULE : undefined))}
    />
  )
}
