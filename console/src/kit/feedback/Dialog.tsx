import { Button } from '@mantine/core'
import { createAtom, useSelector } from '@tanstack/react-store'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { fetchAhead } from '../api/fetch-ahead.ts'
import classes from './dialog.module.css'

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

/** The buttons at the foot of a dialog, the one that acts last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}

interface Question {
  /** Names the object: "Remove Bilal Chaudhry?" */
  title: string
  body: ReactNode
  /** The verb on the button: "Remove member". */
  action: string
  cancel?: string
  destructive?: boolean
}

const openQuestion = createAtom<(Question & { answer: (isSure: boolean) => void }) | null>(null)

/** As long as systems wait for the second press. */
const DOUBLE_PRESS_MS = 500

/** The second half of a double press must not reach what lay beneath the window. */
function catchPresses() {
  const catcher = document.createElement('div')
  catcher.className = classes.catcher!
  // It would take the focus away from where the window has returned it to.
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

/** Where the questions show; mounted once, by the start of the console. */
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
