import { useMutation, useMutationState } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type Move, moveTo, withMove } from './moves.ts'

export const ORDER_NOT_SAVED = 'The order was not saved'

interface Options {
  ids: readonly string[]
  nameOf: (id: string) => string
  /** Resolves to the new order. */
  save: (move: Move) => Promise<string[]>
  savedMessage: string
}

interface Lifted {
  id: string
  /** The current index, from 0. */
  to: number
  by: 'keys' | 'pointer'
}

export interface Reorder {
  /** As if the lifted row were dropped. */
  order: string[]
  /** As rendered: the drag library renders a dragged row. */
  rendered: string[]
  lifted: (Lifted & { name: string; from: number; of: number }) | undefined
  lift: (id: string, by: Lifted['by']) => void
  move: (to: number) => void
  drop: () => void
  putBack: () => void
  /** Without lifting the row. */
  moveBy: (id: string, step: 1 | -1) => void
  /** For screen readers. */
  announcement: string
  failure: { name: string; number: number; message: string; retry: () => void } | undefined
}

/** The keys work on row numbers, not on screen positions, so a row can move beyond the rendered rows. */
export function useReorder({ ids, nameOf, save, savedMessage }: Options): Reorder {
  const key = useId()
  const [liftedRow, setLifted] = useState<Lifted>()
  const [announcement, announce] = useState('')
  const [failed, setFailed] = useState<{ move: Move; message: string }>()
  const saving = useMutation<string[], Error, Move>({
    mutationKey: [key],
    // One after the other: each move applies to the result of the previous one.
    scope: { id: key },
    mutationFn: save,
    onMutate: () => setFailed(undefined),
    onSuccess: (order, { id }) =>
      announce(
        order.includes(id)
          ? `${savedMessage}. ${nameOf(id)} is at position ${order.indexOf(id) + 1} of ${order.length}.`
          : `${nameOf(id)} has been deleted.`,
      ),
    onError: (error, move) => {
      // The customer wants no alert for such a failure.
      console.error(ORDER_NOT_SAVED, error)
      setFailed({ move, message: error.message })
      announce(`The order was not saved. ${nameOf(move.id)} moved back. ${error.message}`)
    },
  })
  const pendingMoves = useMutationState({
    filters: { mutationKey: [key], status: 'pending' },
    select: ({ state }) => state.variables as Move,
  })

  const settled = pendingMoves.reduce<string[]>(withMove, [...ids])
  // Somebody else may delete the lifted row.
  const lifted = liftedRow && settled.includes(liftedRow.id) ? liftedRow : undefined
  const order = lifted ? withMove(settled, moveTo(settled, lifted.id, lifted.to)) : settled
  const positionText = (at: number) => `position ${at + 1} of ${settled.length}`

  return {
    order,
    rendered: lifted?.by === 'keys' ? order : settled,
    lifted: lifted && { ...lifted, name: nameOf(lifted.id), from: settled.indexOf(lifted.id), of: settled.length },
    lift(id, by) {
      const to = settled.indexOf(id)
      setLifted({ id, to, by })
      announce(`${nameOf(id)} is lifted at ${positionText(to)}.`)
    },
    move(to) {
      if (!lifted) return
      const at = moveTo(settled, lifted.id, to).to
      setLifted({ ...lifted, to: at })
      announce(`${nameOf(lifted.id)} is at ${positionText(at)}.`)
    },
    drop() {
      if (!lifted) return
      setLifted(undefined)
      if (settled[lifted.to] === lifted.id) announce(`${nameOf(lifted.id)} stays at ${positionText(lifted.to)}.`)
      else {
        announce(`${nameOf(lifted.id)} is dropped at ${positionText(lifted.to)}.`)
        saving.mutate(moveTo(settled, lifted.id, lifted.to))
      }
    },
    putBack() {
      if (!lifted) return
      setLifted(undefined)
      announce(`${nameOf(lifted.id)} moved back to ${positionText(settled.indexOf(lifted.id))}.`)
    },
    moveBy(id, step) {
      saving.mutate(moveTo(settled, id, settled.indexOf(id) + step))
    },
    announcement,
    failure:
      failed && settled.includes(failed.move.id)
        ? {
            name: nameOf(failed.move.id),
            number: settled.indexOf(failed.move.id) + 1,
            message: failed.message,
            retry: () => saving.mutate(failed.move),
          }
        : undefined,
  }
}
