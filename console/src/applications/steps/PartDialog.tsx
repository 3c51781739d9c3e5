import { Button } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { Dialog, DialogActions } from '../../kit/feedback/Dialog.tsx'
import { SubmitButton } from '../../kit/form/SubmitButton.tsx'
import { useAskBeforeClose } from '../../kit/form/unsaved.ts'
import classes from './steps.module.css'

interface Props {
  /** For example "feature". */
  what: string
  isNew: boolean
  /** What is still needed before it can be saved, such as "a title". */
  missing: (string | false)[]
  isDirty: () => boolean
  onSubmit: FormEventHandler<HTMLFormElement>
  onClose: () => void
  children: ReactNode
}

/** The form of one part of an application, in a dialog that asks before what was typed in it is lost. */
export function PartDialog({ what, isNew, missing, isDirty, onSubmit, onClose, children }: Props) {
  const heading = `${isNew ? 'Add' : 'Edit'} ${what}`
  const needed = missing.filter(Boolean)
  const leave = useAskBeforeClose(isDirty, onClose)

  return (
    <Dialog title={heading} onClose={leave} size="md">
      <form className={classes.dialog} aria-label={heading} noValidate onSubmit={onSubmit}>
        {children}
        <DialogActions>
          <Button variant="default" onClick={leave}>
            Cancel
          </Button>
          <SubmitButton isQuiet reason={needed.length > 0 && `Still needed: ${needed.join(' and ')}`}>
            {`${isNew ? 'Add' : 'Save'} ${what}`}
          </SubmitButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
