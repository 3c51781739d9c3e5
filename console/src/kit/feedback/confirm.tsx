import { Button } from '@mantine/core'
import { type ReactNode, useSyncExternalStore } from 'react'
import classes from './confirm.module.css'
import { Dialog } from './Dialog.tsx'
import { DialogActions } from './DialogActions.tsx'

interface Question {
  /** Names the object: "Remove Bilal Chaudhry?" */
  title: string
  body: ReactNode
  /** The verb on the button: "Remove member". */
  action: string
  cancel?: string
  destructive?: boolean
}

let asked: (Question & { answer: (isSure: boolean) => void }) | undefined
const listeners = new Set<() => void>()

function ask(question: typeof asked) {
  asked = question
  for (const listener of listeners) listener()
}

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
  asked?.answer(false)
  return new Promise((resolve) => {
    const answer = (isSure: boolean) => {
      ask(undefined)
      catchPresses()
      resolve(isSure)
    }
    ask({ ...question, answer })
  })
}

/** Closes the open question, which is then answered with no. */
export const withdrawQuestion = () => asked?.answer(false)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Where the questions show; mounted once, by the start of the console. */
export function ConfirmDialog() {
  const question = useSyncExternalStore(subscribe, () => asked)
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
