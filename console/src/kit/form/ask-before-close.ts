import { useRef } from 'react'
import { confirm } from '../feedback/Dialog.tsx'

/** How a dialog with a form is closed: it asks before what was typed in it is lost. */
export function useAskBeforeClose(isDirty: () => boolean, onClose: () => void): () => Promise<void> {
  const isAsking = useRef(false)
  return async () => {
    if (!isDirty()) return onClose()
    if (isAsking.current) return
    isAsking.current = true
    const isSure = await confirm({
      title: 'Leave without saving?',
      body: 'Your changes in this dialog will be lost.',
      action: 'Leave dialog',
      cancel: 'Stay',
    })
    // Escape in the question reaches this dialog too, and must not ask again.
    setTimeout(() => {
      isAsking.current = false
    })
    if (isSure) onClose()
  }
}
