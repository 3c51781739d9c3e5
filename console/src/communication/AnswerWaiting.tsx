import { useLayoutEffect } from 'react'
import desk from '../kit/desk/desk.module.css'
import { isTyping, keyOf } from '../kit/feedback/shortcuts.ts'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import classes from './conversation-desk.module.css'
import type { DeskKind } from './desk-kinds.ts'

const answerKeys = ['1', '2', '3', '4', 'e', 'n', 't', 'm']

/** Keeps the first key of an answer that is pressed while its form still loads, and presses it for the form. */
function useKeptKey() {
  useLayoutEffect(() => {
    const page = location.href
    let kept: KeyboardEvent | undefined
    const keep = (event: KeyboardEvent) => {
      const isOne = answerKeys.includes(keyOf(event) ?? '') && !event.defaultPrevented && !isTyping(event.target)
      if (isOne) kept ??= event
    }
    window.addEventListener('keydown', keep)
    return () => {
      window.removeEventListener('keydown', keep)
      const event = kept
      if (!event) return
      setTimeout(() => location.href === page && document.dispatchEvent(new KeyboardEvent('keydown', event)))
    }
  }, [])
}

export function AnswerWaiting({ kind }: { kind: DeskKind }) {
  useKeptKey()
  return (
    <div className={classes.waiting}>
      <AnswerHead kind={kind} />
      <div className={classes.fields}>
        <LoadingLines name="the form" />
      </div>
    </div>
  )
}

export const AnswerHead = ({ kind, sub = '' }: { kind: DeskKind; sub?: string }) => (
  <div className={desk.band}>
    <h2>{kind.answers}</h2>
    <p className={`${desk.sub} ${classes.to}`} title={sub}>
      {sub}
    </p>
  </div>
)
