import { closestCenter, DndContext, type Modifier, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { type RefObject, useEffect, useLayoutEffect } from 'react'
import type { Reorder } from './use-reorder.ts'

/** In pixels: a press that moves less is not a drag. */
const MIN_DISTANCE = 6
const vertical: Modifier = ({ transform }) => ({ ...transform, x: 0 })
// The page itself announces moves, for the keyboard as well.
const silent = () => undefined
const announcements = { onDragStart: silent, onDragOver: silent, onDragEnd: silent, onDragCancel: silent }

interface Props {
  /** Around the rows with `data-key` and their handles with `data-handle`. */
  root: RefObject<HTMLElement | null>
  ids: string[]
  reorder: Reorder
  isStill: boolean
}

/** Makes existing rows draggable by their handles. It loads after the page: as a parent it would remount the rows. */
export function PointerDrag({ root, ids, reorder, isStill }: Props) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: MIN_DISTANCE } }))
  const { rendered, lift, move, drop, putBack } = reorder
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[vertical]}
      accessibility={{ announcements, screenReaderInstructions: { draggable: '' } }}
      onDragStart={({ active }) => lift(String(active.id), 'pointer')}
      onDragOver={({ over }) => over && move(rendered.indexOf(String(over.id)))}
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

function DraggedRow({ id, root, isStill }: Pick<Props, 'root' | 'isStill'> & { id: string }) {
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
    // The library's type wants a React event; it reads only the browser's event in it.
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
