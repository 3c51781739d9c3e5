import '@mantine/core/styles/PasswordInput.layer.css'
import { isGoodPassword, PASSWORD_RULE } from '@hikmah/contract/words'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'
import { afterPress } from '../form/after-press.ts'
import { fieldError, useServerError } from './field-error.tsx'

interface Props extends Pick<PasswordInputProps, 'name' | 'autoComplete' | 'autoFocus' | 'size' | 'required'> {
  label?: string
  value: string
  onChange: (value: string) => void
  /** The password that a confirmation must repeat. */
  same?: string
  /** Shows what is missing even before the field was left. */
  isTried?: boolean
  error?: string
}

/** Mantine tells screen readers of an error in every field but this one. */
export const PasswordLine = ({ error, ...props }: PasswordInputProps) => (
  <PasswordInput {...props} aria-invalid={Boolean(error) || undefined} error={fieldError(error)} />
)

/** Shows the rule, and once the field was left what is wrong. */
export function PasswordField(props: Props) {
  const { label = 'Password', value, onChange, same, isTried, error, autoComplete = 'new-password', ...rest } = props
  const [isTouched, setTouched] = useState(false)
  const serverError = useServerError(error, value)
  const differs = same !== undefined && value !== same
  const problem = differs ? 'The two passwords are not the same' : isGoodPassword(value) ? undefined : PASSWORD_RULE
  const shownProblem = isTouched || isTried ? problem : undefined
  const isChosenHere = same === undefined && autoComplete === 'new-password'
  return (
    <PasswordLine
      label={label}
      description={isChosenHere && !shownProblem ? PASSWORD_RULE : undefined}
      name="new-password"
      autoComplete={autoComplete}
      {...rest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => afterPress(() => setTouched(value !== ''))}
      error={serverError ?? shownProblem}
    />
  )
}
