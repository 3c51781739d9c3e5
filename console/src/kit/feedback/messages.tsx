import { Button } from '@mantine/core'
import { createAtom, useSelector } from '@tanstack/react-store'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { fetchAhead } from '../api/fetch-ahead.ts'
import classes from './dialog.module.css'

// Dialogs are heavy and no page opens with one.
const load = () => import('./DialogWindow.tsx').then((it) => ({ default: it.DialogWindow }))
const DialogWindow = lazy(load)

export interface DialogProps {
  title: string
  /** Without it only the content can close the dialog. */
  onClose?: () => void
  size?: 'sm' | 'md' | 'lg' | 720
  /** The content grows and shrinks while somebody types: the dialog stands at the top and fills a small screen. */
  isGrowing?: boolean
  /** The content has a head of its own, and uses the dialog to its edges. */
  isWhole?: boolean
  children: ReactNode
}

/** The focused element, or the button at the same path once that is gone, as the one of an empty list is. */
function findOpener() {
  const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
  const path = opener?.closest<HTMLElement>('[data-path]')?.dataset.path
  return {
    now: () =>
      opener?.isConnected || !path ? opener : document.querySelector<HTMLElement>(`[data-path="${path}"] button`),
  }
}

/** Open as long as it is mounted. It traps the focus and returns it afterwards. */
export function Dialog(props: DialogProps) {
  const [opener] = useState(findOpener)
  useEffect(() => () => opener.now()?.focus({ preventScroll: true }), [opener])
  return (
    <Suspense>
      <DialogWindow {...props} />
    </Suspense>
  )
}

/** The buttons at the foot of a dialog, the one that acts last. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className={classes.actions}>{children}</div>
)

interface Question {
  /** Such as "Remove Bilal Chaudhry?" */
  title: string
  body: ReactNode
  action: string
  cancel?: string
  destructive?: boolean
}

const openQuestion = createAtom<(Question & { answer: (isSure: boolean) => void }) | null>(null)

const DOUBLE_PRESS_MS = 500

/** Keeps the second half of a double press from what lay beneath the window. */
function catchPresses() {
  const catcher = document.createElement('div')
  catcher.className = classes.catcher!
  // A press would take the focus away from where the window has returned it to.
  catcher.addEventListener('mousedown', (event) => event.preventDefault())
  document.body.append(catcher)
  setTimeout(() => catcher.remove(), DOUBLE_PRESS_MS)
}

/** Asks before something that cannot be undone. Resolves to whether to go on. */
export function confirm(question: Question): Promise<boolean> {
  withdrawQuestion()
  return new Promise((resolve) => {
    const answer = (isSure: boolean) => {
      openQuestion.set(null)
      catchPresses()
      resolve(isSure)
    }
    openQuestion.set({ ...question, answer })
  })
}

/** Closes the open question, which is then answered with no. */
export const withdrawQuestion = () => openQuestion.get()?.answer(false)

/** Mounted once, by the start of the console. */
export function ConfirmDialog() {
  const question = useSelector(openQuestion)
  if (!question) return null
  const { title, body, action, cancel = 'Cancel', destructive = true, answer } = question
  return (
    <Dialog title={title} onClose={() => answer(false)}>
      {body}
      <DialogActions>
        <Button variant="default" data-autofocus onClick={() => answer(false)}>
          {cancel}
        </Button>
        <Button variant={destructive ? 'danger' : 'filled'} onClick={() => answer(true)}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

export interface Toast {
  message: string
  detail?: string
  tone: 'success' | 'failure'
  /** Such as Undo, available for `forS` seconds. Ctrl+Z and `byKey` trigger that of the newest message. */
  action?: { label: string; run: () => void; forS?: number; byKey?: string }
}

// Loaded with the first message: no page opens with one.
const loadToasts = () => import('./toasts.tsx')

/** So that a question or a failure can be shown even while the server is down. */
export function prepareMessages() {
  void fetchAhead(load)
  void fetchAhead(loadToasts)
}

/** Disappears after 8 seconds, or once the returned function is called. */
export function notifySuccess(message: string, detail?: string, action?: Toast['action']): () => void {
  const hiding = loadToasts().then(({ showToast, hideToast }) => {
    const toast = showToast({ message, detail, action, tone: 'success' })
    return () => hideToast(toast)
  })
  return () => void hiding.then((hide) => hide())
}

const failures = new Set<string>()

/**
 * A failure outside of any form. It stays until somebody dismisses it or, without `stays`, until something else succeeds.
 */
export function notifyFailure(message: string, { stays = false } = {}) {
  if (message.trim() === '') return
  void loadToasts().then(({ showToast }) => {
    const toast = showToast({ message, tone: 'failure' })
    if (!stays) failures.add(toast)
  })
}

/** Removes the failures that nobody has dismissed. */
export function clearFailures() {
  if (failures.size === 0) return
  void loadToasts().then(({ hideToast }) => {
    failures.forEach(hideToast)
    failures.clear()
  })
}

const host = createAtom<ComponentType | null>(null)

export const openToastHost = (component: ComponentType) => host.set(() => component)

/** Mounted once, by the start of the console. */
export function ToastHost() {
  const Host = useSelector(host)
  return Host && <Host />
}
