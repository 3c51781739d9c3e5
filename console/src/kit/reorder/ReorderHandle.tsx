import type { KeyboardEvent } from 'react'
import { Icon } from '../icons/icons.tsx'
import { Hint } from '../popup/Hint.tsx'
import classes from './reorder.module.css'
import type { Reorder } from './use-reorder.ts'

interface Props {
  id: string
  name: string
  reorder: Reorder
  /** Why the order cannot be changed now. */
  reason: string | undefined
  /** The id of the text that says how the keys work. */
  describedBy: string
}

/** Lifts a row with Space or a click, and moves it with the arrows. It is also the drag handle. */
export function ReorderHandle({ id, name, reorder, reason, describedBy }: Props) {
  const { lifted, lift, move, drop, putBack } = reorder
  const isLifted = lifted?.id === id

  function onKeyDown(event: KeyboardEvent) {
    if (!isLifted || lifted.by !== 'keys') return
    const to = { ArrowUp: lifted.to - 1, ArrowDown: lifted.to + 1, Home: 0, End: lifted.of - 1 }[event.key]
    if (to === undefined && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (to === undefined) putBack()
    else move(to)
  }

  return (
    <Hint label={reason}>
      <button
        type="button"
        className={classes.handle}
        data-handle={id}
        aria-label={`Move ${name}`}
        aria-pressed={isLifted}
        aria-disabled={reason ? true : undefined}
        aria-describedby={describedBy}
        onKeyDown={onKeyDown}
        onClick={() => {
          if (reason) return
          if (isLifted) drop()
          else lift(id, 'keys')
        }}
      >
        <Icon name="grip" />
        {/* Distinguishes it from the row's other buttons when the focus moves on after a deletion. */}
        <span hidden>Move</span>
      </button>
    </Hint>
  )
}
