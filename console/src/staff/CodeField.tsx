import { TextInput } from '@mantine/core'
import { fieldError } from '../kit/field/field-error.tsx'
import classes from './staff.module.css'

const LENGTH = 6

export const isWholeCode = (code: string) => code.length === LENGTH

interface Props {
  label: string
  description: string
  value: string
  onChange: (code: string) => void
  error?: React.ReactNode
}

/** An e-mailed code of exactly six digits. One box, so that pasting and reading aloud both work. */
export function CodeField({ label, description, value, onChange, error }: Props) {
  return (
    <TextInput
      label={label}
      description={description}
      className={classes.code}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      // The one thing to do on these pages.
      autoFocus
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value.replace(/\D/g, '').slice(0, LENGTH))}
      error={fieldError(error)}
    />
  )
}
