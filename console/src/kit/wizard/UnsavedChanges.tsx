import { Button } from '@mantine/core'
import { useBlocker, useRouter } from '@tanstack/react-router'
import { Dialog, DialogActions } from '../feedback/Dialog.tsx'
import { SubmitButton, useFetching } from '../form/SubmitButton.tsx'

interface Props {
  isDirty: () => boolean
  /** What is changed, as a sentence. */
  changed?: string
  /** Paths that keep the changes. */
  takenTo?: (path: string) => boolean
  onDiscard?: () => void
  /** Saves, then continues the navigation. */
  onSave: (then: () => void) => void
}

/** Asks, in the customer's words, before a wizard with unsaved changes is left. */
export function UnsavedChanges({ isDirty, changed, takenTo, onDiscard, onSave }: Props) {
  const { history, options } = useRouter()
  const { status, next, proceed, reset } = useBlocker({
    enableBeforeUnload: isDirty,
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && !takenTo?.(next.pathname) && isDirty(),
    withResolver: true,
  })
  const fetching = useFetching()
  if (status !== 'blocked') return null
  return (
    <Dialog title="You have unsaved changes!" onClose={reset}>
      {changed ?? 'Save them before you leave this page?'}
      <DialogActions>
        <Button
          variant="danger-outline"
          onClick={() => {
            onDiscard?.()
            proceed()
          }}
        >
          Discard Changes
        </Button>
        <SubmitButton
          data-autofocus
          type="button"
          reason={fetching}
          onClick={() => {
            const address = next.pathname + options.stringifySearch(next.search)
            reset()
            onSave(() => history.push(address))
          }}
        >
          SAVE Changes
        </SubmitButton>
      </DialogActions>
    </Dialog>
  )
}
