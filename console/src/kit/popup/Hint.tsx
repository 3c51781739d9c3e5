import { type PointerEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import classes from './popup.module.css'

type Side = 'top' | 'right'

interface Props {
  /** Nothing is shown without it. */
  label: ReactNode
  side?: Side
  /** Forces it open or closed, whatever is hovered. */
  isOpen?: boolean
  /** One element; the hint stands beside it. */
  children: ReactNode
}

const OPEN_MS = 200

/** More information on hover or focus. Escape closes it; it can be hovered itself. */
export function Hint({ label, side = 'top', isOpen, children }: Props) {
  const around = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isAskedFor, setAskedFor] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  function ask(after = 0) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAskedFor(true), after)
  }
  function hide() {
    clearTimeout(timer.current)
    setAskedFor(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the control inside.
    <span
      ref={around}
      className={classes.around}
      onPointerEnter={() => ask(OPEN_MS)}
      // Lifting a finger also counts as leaving.
      onPointerLeave={({ pointerType }: PointerEvent) => pointerType === 'mouse' && hide()}
      onFocus={() => ask()}
      onBlur={hide}
      onKeyDown={({ key }) => key === 'Escape' && hide()}
    >
      {children}
      {label && (isOpen ?? isAskedFor) && (
        <Balloon side={side} anchor={() => around.current?.firstElementChild} onLeave={hide}>
          {label}
        </Balloon>
      )}
    </span>
  )
}

interface BalloonProps {
  side: Side
  anchor: () => Element | null | undefined
  onLeave: () => void
  children: ReactNode
}

/** In the browser's top layer, so that nothing clips it. */
function Balloon({ side, anchor, onLeave, children }: BalloonProps) {
  const balloon = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const at = anchor()
    if (!balloon.current || !at) return
    balloon.current.showPopover()
    place(balloon.current, at.getBoundingClientRect(), side)
  })
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (!(target instanceof Node && balloon.current?.parentElement?.contains(target))) onLeave()
    }
    document.addEventListener('scroll', onLeave, true)
    document.addEventListener('pointerdown', leave)
    return () => {
      document.removeEventListener('scroll', onLeave, true)
      document.removeEventListener('pointerdown', leave)
    }
  })
  return (
    <span ref={balloon} role="tooltip" popover="manual" className={classes.balloon}>
      <span>{children}</span>
    </span>
  )
}

const EDGE = 8

/** Beside it where there is room, else above, else below, and never over the edge of the window. */
function place(balloon: HTMLElement, at: DOMRect, side: Side) {
  const { width, height } = balloon.getBoundingClientRect()
  const isRight = side === 'right' && at.right + width <= innerWidth - EDGE
  const left = isRight ? at.right : at.left + (at.width - width) / 2
  const above = at.top - height
  const top = isRight ? at.top + (at.height - height) / 2 : above < EDGE ? at.bottom : above
  balloon.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`
  balloon.style.top = `${top}px`
}
