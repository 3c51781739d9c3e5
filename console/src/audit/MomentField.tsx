import { TextInput } from '@mantine/core'
import classes from './audit.module.css'

interface Props {
  label: string
  /** 2026-11-21 or 2026-11-21T14:30 */
  value: string | undefined
  onChange: (value: string | undefined) => unknown
}

/** A day, optionally with a time; a time alone means today. */
export function MomentField({ label, value = '', onChange }: Props) {
  const [day = '', time = ''] = value.split('T')
  const change = (date: string, clock: string) => onChange(date ? [date, clock].filter(Boolean).join('T') : undefined)
  return (
    <div className={classes.moment}>
      <TextInput
        type="date"
        size="xs"
        label={label}
        value={day}
        onChange={({ currentTarget }) => void change(currentTarget.value, time)}
      />
      <TextInput
        type="time"
        size="xs"
        aria-label={`${label}, time`}
        value={time}
        onChange={({ currentTarget }) => void change(day || today(), currentTarget.value)}
      />
    </div>
  )
}

/** Swedish dates are those of the field: 2026-11-21. */
const today = () => new Date().toLocaleDateString('sv')

/** The whole day, or the whole minute, is meant: from its first moment to its last. */
export const startOf = (value: string) => new Date(value.includes('T') ? value : `${value}T00:00`).toISOString()
export const endOf = (value: string) => new Date(`${value}${value.includes('T') ? '' : 'T23:59'}:59.999`).toISOString()
