import { Button } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { Dialog } from '../kit/feedback/Dialog.tsx'
import { DialogActions } from '../kit/feedback/DialogActions.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'

interface Guard {
  isDirty: () => boolean
  /** What is changed, as a sentence. */
  changed: () => string
  /** Why it cannot be saved as it stands. */
  problem: string | undefined
  isSaving: boolean
  onDiscard: () => void
  onSave: () => void
}

/** The pages of the plans take the edits along. */
const isPlan = (path: string) => path === '/add-plan' || path === '/edit-plan'

/** Asks before unsaved changes are left, in the customer's words. `saved` goes on to where the person was going. */
export function useUnsavedChanges({ isDirty, changed, problem, isSaving, onDiscard, onSave }: Guard) {
  const isLeaving = useRef(false)
  const { status, proceed, reset } = useBlocker({
    enableBeforeUnload: isDirty,
    shouldBlockFn: ({ current, next }) => isDirty() && current.pathname !== next.pathname && !isPlan(next.pathname),
    withResolver: true,
  })

  function stay() {
    isLeaving.current = false
    reset?.()
  }

  const dialog = status === 'blocked' && (
    <Dialog title="You have unsaved changes!" onClose={stay}>
      <p>{changed()}</p>
      <DialogActions>
        <Button
          variant="danger-outline"
          onClick={() => {
            onDiscard()
            proceed()
          }}
        >
          Discard Changes
        </Button>
        <SubmitButton
          type="button"
          data-autofocus
          loading={isSaving}
          reason={problem}
          onClick={() => {
            isLeaving.current = true
            onSave()
          }}
        >
          SAVE Changes
        </SubmitButton>
      </DialogActions>
    </Dialog>
  )

  return {
    dialog,
    /** What could not be saved stays here. */
    stay,
    isLeaving: () => isLeaving.current,
    goOn: () => proceed?.(),
  }
}
