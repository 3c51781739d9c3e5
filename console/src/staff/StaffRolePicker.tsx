import { type AssignableRole, assignableRoles, roleWords } from '@hikmah/contract/staff'
import '@mantine/core/styles/Radio.layer.css'
import { roleLabels } from '@hikmah/contract/permissions'
import { Radio } from '@mantine/core'
import { useId } from 'react'
import type { z } from 'zod'
import { fieldError } from '../kit/field/field-error.tsx'
import classes from './StaffRolePicker.module.css'

export type GrantedRole = z.infer<typeof AssignableRole>

interface Props {
  value: GrantedRole | ''
  onChange: (role: GrantedRole) => void
  error?: React.ReactNode
  disabled?: boolean
}

/** Admin or Manager, each with what it is for. */
export function StaffRolePicker({ value, onChange, error, disabled }: Props) {
  const name = useId()
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA in HTML lets a fieldset be a radio group
    <fieldset role="radiogroup" className={classes.roles} disabled={disabled}>
      <legend>Role</legend>
      {assignableRoles.map((role) => (
        <div key={role} className={classes.role}>
          <Radio
            name={name}
            value={role}
            label={roleLabels[role]}
            description={roleWords[role]}
            classNames={{ description: classes.says }}
            checked={role === value}
            disabled={disabled}
            onChange={() => onChange(role)}
          />
        </div>
      ))}
      {error && <div className={classes.error}>{fieldError(error)}</div>}
    </fieldset>
  )
}
