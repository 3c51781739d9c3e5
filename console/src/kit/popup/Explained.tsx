import { type ReactNode, useId } from 'react'
import { createPortal } from 'react-dom'
import classes from './Explained.module.css'
import { Hint } from './Hint.tsx'

/** A word of ours, and what it means to whoever stops at it; screen readers hear it after the word. */
export function Explained({ means, children }: { means: string; children: ReactNode }) {
  const id = useId()
  return (
    <>
      <Hint label={means}>
        <button type="button" className={classes.explained} aria-describedby={id}>
          {children}
        </button>
      </Hint>
      {/* Not beside the word, whose place says the word alone. */}
      {createPortal(
        <span id={id} hidden>
          {means}
        </span>,
        document.body,
      )}
    </>
  )
}
