import '@mantine/core/styles/Switch.layer.css'
import { OWNER_ACCESS, staffFields } from '@hikmah/contract/staff'
import { Switch } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Hint } from '../kit/popup/Hint.tsx'
import classes from './staff.module.css'

const FIVE_SECONDS = 5000

interface Props {
  isActive: boolean
  onChange: (isActive: boolean) => void
  /** An owner's access cannot be changed; the switch says so instead. */
  isOwner?: boolean
  disabled?: boolean
}

export function AccessSwitch({ isActive, onChange, isOwner, disabled }: Props) {
  return (
    <div>
      {isOwner ? (
        <OwnerSwitch />
      ) : (
        <Switch
          label={staffFields.access}
          withThumbIndicator={false}
          checked={isActive}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      )}
      <p className={classes.hint}>{isActive ? 'Active: can sign in' : 'Revoked: cannot sign in'}</p>
    </div>
  )
}

/** Stays focusable and shows the reason for five seconds at every attempt, by pointer or keyboard. */
function OwnerSwitch() {
  const [tries, setTries] = useState(0)
  const refuse = () => setTries((count) => count + 1)
  useEffect(() => {
    if (tries === 0) return
    const timer = setTimeout(() => setTries(0), FIVE_SECONDS)
    return () => clearTimeout(timer)
  }, [tries])
  return (
    <Hint
      isOpen={tries > 0}
      side="right"
      // An alert, so that it is read aloud when it appears and not only seen.
      label={<span role="alert">{OWNER_ACCESS}</span>}
    >
      <Switch
        label={staffFields.access}
        className={classes.refusing}
        withThumbIndicator={false}
        checked
        aria-disabled="true"
        onMouseEnter={refuse}
        onChange={refuse}
      />
    </Hint>
  )
}
