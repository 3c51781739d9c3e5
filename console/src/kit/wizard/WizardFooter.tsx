import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { FormAlert } from '../form/FormAlert.tsx'
import { useFetching } from '../form/fetching.ts'
import { Icon } from '../icons/icons.tsx'
import classes from './Wizard.module.css'

interface Props {
  /** What the main button is called. */
  action: string
  onAction: () => unknown
  /** What it is called while it works. */
  busy?: string | false
  /** Why it is disabled. It stays focusable; pressing it leads to what is missing. */
  reason?: string | undefined
  onBlocked?: () => void
  onBack?: (() => unknown) | undefined
  /** Other actions, such as CANCEL. */
  children?: ReactNode
  /** Why the last press had no effect. */
  failure?: Error | null | undefined | false
}

/** The foot of a wizard: the way back, what is missing, and the way on. It stays in sight. */
export function WizardFooter({ action, onAction, busy = false, reason, onBlocked, onBack, children, failure }: Props) {
  const id = useId()
  const fetching = useFetching()
  const why = reason ?? fetching
  const isOff = Boolean(why || busy)

  function press() {
    if (busy) return
    if (reason) onBlocked?.()
    else if (!fetching) onAction()
  }

  return (
    <div className={classes.footer}>
      <FormAlert error={failure || null} />
      <div className={classes.buttons}>
        {onBack && (
          <Button
            variant="default"
            leftSection={<Icon name="back" />}
            aria-disabled={busy ? true : undefined}
            data-disabled={busy ? true : undefined}
            onClick={() => !busy && onBack()}
          >
            Back
          </Button>
        )}
        {why && (
          <span id={id} className={classes.why}>
            <Icon name="alert" size={14} />
            {why}
          </span>
        )}
        <span className={classes.ways}>
          {children}
          <Button
            aria-disabled={isOff || undefined}
            data-disabled={isOff || undefined}
            aria-busy={busy ? true : undefined}
            aria-describedby={why ? id : undefined}
            onClick={press}
          >
            {busy || action}
          </Button>
        </span>
      </div>
    </div>
  )
}
