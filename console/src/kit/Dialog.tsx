import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'

// Dialogs bring much with them and no page opens with one.
const DialogWindow = lazy(() => import('./DialogWindow.tsx').then((it) => ({ default: it.DialogWindow })))

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
