import { useWindowEvent } from '@mantine/hooks'
import { type PointerEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import classes from './popup.module.css'

type Side = 'top' | 'right'

interface Props {
  label: ReactNode
  side?: Side
  /** Forces the hint open or closed. */
  isOpen?: boolean
  /** One element. */
  children: ReactNode
}

const OPEN_MS = 200

/** More information on hover or focus. */
export function Hint({ label, side = 'top', isOpen, children }: Props) {
  const wrapper = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isWanted, setWanted] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  function showAfter(ms: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setWanted(true), ms)
  }
  function hide() {
    clearTimeout(timer.current)
    setWanted(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the control inside.
    <span
      ref={wrapper}
      className={classes.around}
      onPointerEnter={() => showAfter(OPEN_MS)}
      // Lifting a finger also counts as leaving.
      onPointerLeave={({ pointerType }: PointerEvent) => pointerType === 'mouse' && hide()}
      onFocus={() => showAfter(0)}
      onBlur={hide}
      onKeyDown={({ key }) => key === 'Escape' && hide()}
    >
      {children}
      {label && (isOpen ?? isWanted) && (
        <Balloon side={side} anchor={() => wrapper.current?.firstElementChild} onLeave={hide}>
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
  useWindowEvent('scroll', onLeave, true)
  useWindowEvent('pointerdown', ({ target }) => {
    if (!(target instanceof Node && balloon.current?.parentElement?.contains(target))) onLeave()
  })
  return (
    <span ref={balloon} role="tooltip" popover="manual" className={classes.balloon}>
      <span>{children}</span>
    </span>
  )
}

const EDGE = 8

/** Beside the anchor where there is room, else above, else below, and never over the edge of the window. */
function place(balloon: HTMLElement, at: DOMRect, side: Side) {
  const { width, height } = balloon.getBoundingClientRect()
  const isRight = side === 'right' && at.right + width <= innerWidth - EDGE
  const left = isRight ? at.right : at.left + (at.width - width) / 2
  const above = at.top - height
  const top = isRight ? at.top + (at.height - height) / 2 : above < EDGE ? at.bottom : above
  balloon.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`
  balloon.style.top = `${top}px`
}
