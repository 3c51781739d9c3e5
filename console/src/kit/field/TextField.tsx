import { lengthOf } from '@hikmah/contract/words'
import {
  NativeSelect,
  type NativeSelectProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import type { ReactNode } from 'react'
import { plural } from '../format/texts.ts'
import { Icon } from '../icons/icons.tsx'
import { fieldError } from './field-error.tsx'
import classes from './TextField.module.css'

export const FULL_NAME_HINT = 'The first word is the first name, the rest the last name'

export const EMAIL_FIXED = 'The email cannot be changed'

interface Counted {
  /** How many characters fit; shown at the right of the label. Longer text is kept and marked, never cut. */
  max?: number
  /** The text has just as many characters, so that none is missing where none is left. */
  isExact?: boolean
  /** What the customer writes before the count, such as CHAR. */
  counted?: string
}

/** Most are about others, so the browser offers the person's own data only where a field says so. */
export function TextField({ max, isExact, counted, error, ...props }: TextInputProps & Counted) {
  return (
    <Counter max={max} isExact={isExact} counted={counted} value={props.value}>
      <TextInput autoComplete="off" {...props} error={fieldError(error)} />
    </Counter>
  )
}

export function TextArea({ max, error, ...props }: TextareaProps & Counted) {
  return (
    <Counter max={max} value={props.value}>
      <Textarea autosize minRows={2} maxRows={8} {...props} error={fieldError(error)} />
    </Counter>
  )
}

export function Counter({ max, isExact, counted, value, children }: Counted & { value: unknown; children: ReactNode }) {
  if (max === undefined) return children
  const left = max - lengthOf(typeof value === 'string' ? value : '')
  return (
    <div className={classes.counted}>
      {children}
      <span className={classes.counter} data-over={left < 0 || undefined} aria-hidden="true">
        {`${counted ? `${counted} ` : ''}${max - left}/${max}`}
      </span>
      <span className="spoken" aria-live="polite">
        {isExact && left >= 0 ? '' : charactersLeft(left, max)}
      </span>
    </div>
  )
}

/** One of a few things. */
export const ChoiceField = ({ error, ...props }: NativeSelectProps) => (
  <NativeSelect rightSection={<Icon name="down" size={12} />} {...props} error={fieldError(error)} />
)

/** Empty until the field is 90% full. */
export function charactersLeft(left: number, max: number): string {
  if (left < 0) return `${plural(-left, 'character')} too many`
  return left <= max / 10 ? `${plural(left, 'character')} left` : ''
}
