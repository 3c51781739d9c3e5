import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { fetchAhead } from '../api/fetch-ahead.ts'

// Dialogs are heavy and no page opens with one.
const load = () => import('./DialogWindow.tsx').then((it) => ({ default: it.DialogWindow }))
const DialogWindow = lazy(load)

/** Fetched ahead, so that a confirmation can be shown even while the server is down. */
export const prepareDialogs = () => void fetchAhead(load)

export interface DialogProps {
  title: string
  /** Without it the dialog can only be closed by its own content. */
  onClose?: () => void
  size?: 'sm' | 'md' | 'lg'
  children: ReactNode
}

/** A dialog, open as long as it is mounted. It traps the focus and returns it afterwards. */
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
