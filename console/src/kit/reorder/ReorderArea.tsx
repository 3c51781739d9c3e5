import { Button, Kbd } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import {
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { fetchAhead } from '../api/fetch-ahead.ts'
import { Drawing } from '../icons/public-icons.tsx'
import { Failure } from '../page/ListStates.tsx'
import { Hint } from '../popup/Hint.tsx'
import type { PointerDrag } from './PointerDrag.tsx'
import classes from './reorder.module.css'
import { ORDER_NOT_SAVED, type Reorder } from './use-reorder.ts'

interface Props {
  reorder: Reorder
  /** Those of the rendered rows. */
  ids: string[]
  isOn: boolean
  /** The handles refer to the text for screen readers by it. */
  helpId: string
  /** How the handles work, or why they do nothing. */
  help: string
  toolbar: ReactNode
  children: ReactNode
}

/** Wraps a table: announces moves and failures, and loads the drag library. */
export function ReorderArea({ reorder, ids, isOn, helpId, help, toolbar, children }: Props) {
  const { lifted, failure, announcement } = reorder
  const root = useRef<HTMLDivElement>(null)
  const Drag = usePointerDrag(isOn)
  const isStill = useReducedMotion()
  const isByKeys = lifted?.by === 'keys'
  const heldAt = isByKeys ? `${lifted.id} ${lifted.to}` : undefined

  // The browser drops the focus of a moved element.
  useLayoutEffect(() => {
    const [id] = heldAt?.split(' ') ?? []
    const handle = id && root.current?.querySelector<HTMLElement>(`[data-handle="${id}"]`)
    if (!handle) return
    handle.focus({ preventScroll: true })
    handle.scrollIntoView({ block: 'nearest' })
  }, [heldAt])

  return (
    <div ref={root} className={classes.area}>
      {lifted ? <MoveLine {...reorder} lifted={lifted} /> : toolbar}
      {failure && (
        <Failure title={ORDER_NOT_SAVED} onRetry={failure.retry}>
          <p>
            {failure.name} moved back to position {failure.number}. {failure.message}
          </p>
        </Failure>
      )}
      {children}
      {isOn && Drag && <Drag root={root} ids={ids} reorder={reorder} isStill={isStill ?? false} />}
      <p id={helpId} hidden>
        {help}
      </p>
      <p className="spoken" role="status" aria-live="assertive">
        {announcement}
      </p>
    </div>
  )
}

/** The drag library is no part of any page. Without it the keys and the menus still work. */
function usePointerDrag(isOn: boolean) {
  const [Drag, setDrag] = useState<ComponentType<Parameters<typeof PointerDrag>[0]>>()
  useEffect(() => {
    if (isOn) void fetchAhead(() => import('./PointerDrag.tsx')).then((it) => it && setDrag(() => it.PointerDrag))
  }, [isOn])
  return Drag
}

const keys = [
  [['↑', '↓'], 'move'],
  [['Home', 'End'], 'first, last'],
  [['Space'], 'drop'],
  [['Esc'], 'cancel'],
] as const

/** The position and keys of the lifted row, in place of the toolbar. */
function MoveLine({ lifted, drop, putBack }: { lifted: NonNullable<Reorder['lifted']> } & Reorder) {
  const { name, to, from, of } = lifted
  return (
    <div className={classes.line}>
      <p>
        <b>{name}</b>{' '}
        <span>{`is at position ${to + 1} of ${of}${to === from ? '' : `, was ${from + 1}`}. Drop to save.`}</span>
      </p>
      {lifted.by === 'keys' && (
        <>
          <span className={classes.keys}>
            {keys.map(([names, what]) => (
              <span key={what}>
                {names.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
                {what}
              </span>
            ))}
          </span>
          <span className={classes.buttons}>
            <Button variant="default" size="xs" onClick={putBack}>
              Cancel
            </Button>
            <Button size="xs" onClick={drop}>
              Drop
            </Button>
          </span>
        </>
      )}
    </div>
  )
}

interface ReorderHandleProps {
  id: string
  name: string
  reorder: Reorder
  /** Why the order cannot be changed now. */
  reason: string | undefined
  describedBy: string
}

/** Lifts a row with Space or a click, moves it with the arrows, and drags it. */
export function ReorderHandle({ id, name, reorder, reason, describedBy }: ReorderHandleProps) {
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
        <Drawing path="M6 3.5h.01M10 3.5h.01M6 8h.01M10 8h.01M6 12.5h.01M10 12.5h.01" />
        {/* Tells it from the row's other buttons when the focus moves on after a deletion. */}
        <span hidden>Move</span>
      </button>
    </Hint>
  )
}
