import '@mantine/core/styles/PasswordInput.layer.css'
import { isGoodPassword, PASSWORD_RULE } from '@hikmah/contract/words'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState } from 'react'
import { afterPress } from '../form/after-press.ts'
import { fieldError, useServerError } from './field-error.tsx'

interface Props extends Pick<PasswordInputProps, 'name' | 'autoComplete' | 'autoFocus' | 'size'> {
  label?: string
  value: string
  onChange: (value: string) => void
  /** The value it must repeat, if it is a confirmation. */
  same?: string
  /** Shows what is missing even before the field was left, such as after a failed submit. */
  isTried?: boolean
  error?: string
}

/** A password, with its error. Mantine tells a screen reader of the error for every field but this one. */
export const PasswordLine = ({ error, ...props }: PasswordInputProps) => (
  <PasswordInput {...props} aria-invalid={Boolean(error) || undefined} error={fieldError(error)} />
)

/** A password that must satisfy the rule. It shows the rule, and the problem once the field was left. */
export function PasswordField(props: Props) {
  const { label = 'Password', value, onChange, same, isTried, error, autoComplete = 'new-password', ...rest } = props
  const [isTouched, setTouched] = useState(false)
  const refused = useServerError(error, value)
  const differs = same !== undefined && value !== same
  const wrong = differs ? 'The two passwords are not the same' : isGoodPassword(value) ? undefined : PASSWORD_RULE
  const shown = isTouched || isTried ? wrong : undefined
  const isChosenHere = same === undefined && autoComplete === 'new-password'
  return (
    <PasswordLine
      label={label}
      description={isChosenHere && !shown ? PASSWORD_RULE : undefined}
      name="new-password"
      autoComplete={autoComplete}
      {...rest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => afterPress(() => setTouched(value !== ''))}
      error={refused ?? shown}
    />
  )
}
