import { closestCenter, DndContext, type Modifier, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { type RefObject, useEffect, useLayoutEffect } from 'react'
import type { Reorder } from './use-reorder.ts'

/** A press that moves less than this is not a drag. */
const DISTANCE = 6
const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })
// The page announces it itself, for the keyboard as well.
const nothing = () => undefined
const announcements = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing }

interface Props {
  /** Around the rows, which are found by `data-key`, and their handles by `data-handle`. */
  root: RefObject<HTMLElement | null>
  ids: string[]
  reorder: Reorder
  isStill: boolean
}

/**
 * Has rows that are drawn already dragged by their handles. It is loaded after the page and is a sibling of the rows:
 * as a parent it would remount them.
 */
export function PointerDrag({ root, ids, reorder, isStill }: Props) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: DISTANCE } }))
  const { drawn, lift, move, drop, putBack } = reorder
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upAndDown]}
      accessibility={{ announcements, screenReaderInstructions: { draggable: '' } }}
      onDragStart={({ active }) => lift(String(active.id), 'pointer')}
      onDragOver={({ over }) => over && move(drawn.indexOf(String(over.id)))}
      onDragEnd={drop}
      onDragCancel={putBack}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {ids.map((id) => (
          <DraggedRow key={id} id={id} root={root} isStill={isStill} />
        ))}
      </SortableContext>
    </DndContext>
  )
}

interface RowProps extends Pick<Props, 'root' | 'isStill'> {
  id: string
}

function DraggedRow({ id, root, isStill }: RowProps) {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition } = useSortable({
    id,
    ...(isStill && { transition: null }),
  })
  const find = () => root.current?.querySelector<HTMLElement>(`[data-key="${id}"]`)

  useEffect(() => {
    const row = find()
    const handle = row?.querySelector<HTMLElement>('[data-handle]')
    if (!row || !handle) return
    setNodeRef(row)
    setActivatorNodeRef(handle)
    // The library asks for an event of React and reads the browser's own in it.
    const press = (nativeEvent: PointerEvent) => listeners?.onPointerDown?.({ nativeEvent })
    handle.addEventListener('pointerdown', press)
    handle.dataset.drags = ''
    return () => {
      handle.removeEventListener('pointerdown', press)
      delete handle.dataset.drags
    }
  })

  useLayoutEffect(() => {
    const row = find()
    if (!row) return
    row.style.transform = transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : ''
    row.style.transition = transition ?? ''
  })
  return null
}
