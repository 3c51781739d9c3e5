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
  /** Stands at the top and fills a small screen: its content grows and shrinks while one types. */
  isGrowing?: boolean
  children: ReactNode
}

/** What has the focus, or the button at the same place once that is gone, as the one of an empty list is. */
function findOpener() {
  const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
  const path = opener?.closest<HTMLElement>('[data-path]')?.dataset.path
  return {
    now: () =>
      opener?.isConnected || !path ? opener : document.querySelector<HTMLElement>(`[data-path="${path}"] button`),
  }
}

/** A dialog, open as long as it is mounted. It traps the focus and returns it afterwards. */
export function Dialog(props: DialogProps) {
  const [opener] = useState(findOpener)
  useEffect(() => () => opener.now()?.focus({ preventScroll: true }), [opener])
  return (
    <Suspense>
      <DialogWindow {...props} />
    </Suspense>
  )
}
