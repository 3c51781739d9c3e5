import '@mantine/core/styles/PasswordInput.layer.css'
import { isGoodPassword, PASSWORD_RULE } from '@hikmah/contract/words'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'
import { fieldError } from './field-error.tsx'

interface Props extends Pick<PasswordInputProps, 'name' | 'autoComplete' | 'autoFocus' | 'size'> {
  label?: string
  value: string
  onChange: (value: string) => void
  /** What this one must be the same as, where it repeats another. */
  same?: string
  /** Shows what is missing before the field was left, as after a try to send. */
  isTried?: boolean
  error?: string
}

/** A password that must satisfy the rule. It says the rule, and what is wrong once the field was left. */
export function PasswordField(props: Props) {
  const { label = 'Password', value, onChange, same, isTried, error, autoComplete = 'new-password', ...rest } = props
  const [isTouched, setTouched] = useState(false)
  const differs = same !== undefined && value !== same
  const wrong = differs ? 'The two passwords are not the same' : isGoodPassword(value) ? undefined : PASSWORD_RULE
  const shown = isTouched || isTried ? wrong : undefined
  const isChosenHere = same === undefined && autoComplete === 'new-password'
  return (
    <PasswordInput
      label={label}
      description={isChosenHere && !shown ? PASSWORD_RULE : undefined}
      name="new-password"
      autoComplete={autoComplete}
      {...rest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => setTouched(value !== '')}
      error={fieldError(error ?? shown)}
    />
  )
}
