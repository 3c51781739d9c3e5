import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { fetchAhead } from '../api/fetch-ahead.ts'

// Dialogs bring much with them and no page opens with one.
const load = () => import('./DialogWindow.tsx').then((it) => ({ default: it.DialogWindow }))
const DialogWindow = lazy(load)

/** Fetches it ahead, so that a question can be asked also while the server is gone. */
export const prepareDialogs = () => void fetchAhead(load)

export interface DialogProps {
  title: string
  /** Without it the dialog cannot be closed but by what is in it. */
  onClose?: () => void
  size?: 'sm' | 'md' | 'lg'
  children: ReactNode
}

/** A dialog, open as long as it is mounted. It holds the focus, and gives it back to where it was. */
export function Dialog(props: DialogProps) {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    },
    [opener],
  )
  return (
    <Suspense>
      <DialogWindow {...props} />
    </Suspense>
  )
}
