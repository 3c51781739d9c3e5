import { useMutation, useMutationState } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type Move, moveTo, withMove } from './moves.ts'

export const ORDER_NOT_SAVED = 'The order was not saved'

interface Options {
  /** The rows in their order, as they were read. */
  ids: readonly string[]
  nameOf: (id: string) => string
  /** Sends a move and resolves to the new order. */
  save: (move: Move) => Promise<string[]>
  /** The message once an order is saved. */
  saved: string
}

/** A lifted row, by keyboard or pointer. */
interface Lifted {
  id: string
  /** Its current index, from 0. */
  to: number
  by: 'keys' | 'pointer'
}

export interface Reorder {
  /** The rows as they would be if the lifted row were dropped. */
  order: string[]
  /** The rows as rendered: a dragged row is rendered by the drag library. */
  drawn: string[]
  lifted: (Lifted & { name: string; from: number; of: number }) | undefined
  lift: (id: string, by: Lifted['by']) => void
  move: (to: number) => void
  drop: () => void
  putBack: () => void
  /** Moves a row without holding it. */
  moveBy: (id: string, step: 1 | -1) => void
  /** The announcement for screen readers. */
  said: string
  failure: { name: string; number: number; message: string; retry: () => void } | undefined
}

/**
 * Reorders rows. The keys work on row numbers and not, as in the drag library, on screen positions: so a row can move
 * beyond the rendered rows.
 */
export function useReorder({ ids, nameOf, save, saved }: Options): Reorder {
  const key = useId()
  const [held, setHeld] = useState<Lifted>()
  const [said, say] = useState('')
  const [failed, setFailed] = useState<{ move: Move; message: string }>()
  const saving = useMutation<string[], Error, Move>({
    mutationKey: [key],
    // One after the other: each move applies to the list the previous one left.
    scope: { id: key },
    mutationFn: save,
    onMutate: () => setFailed(undefined),
    onSuccess: (order, { id }) =>
      say(
        order.includes(id)
          ? `${saved}. ${nameOf(id)} is at position ${order.indexOf(id) + 1} of ${order.length}.`
          : `${nameOf(id)} has been deleted.`,
      ),
    onError: (error, move) => {
      // The customer wants such a failure in the log alone; the page says it without an alert.
      console.error(ORDER_NOT_SAVED, error)
      setFailed({ move, message: error.message })
      say(`The order was not saved. ${nameOf(move.id)} moved back. ${error.message}`)
    },
  })
  const onTheWay = useMutationState({
    filters: { mutationKey: [key], status: 'pending' },
    select: ({ state }) => state.variables as Move,
  })

  const settled = onTheWay.reduce<string[]>(withMove, [...ids])
  // Somebody else may delete the lifted row.
  const lifted = held && settled.includes(held.id) ? held : undefined
  const order = lifted ? withMove(settled, moveTo(settled, lifted.id, lifted.to)) : settled
  const placeOf = (at: number) => `position ${at + 1} of ${settled.length}`

  return {
    order,
    drawn: lifted?.by === 'keys' ? order : settled,
    lifted: lifted && {
      ...lifted,
      name: nameOf(lifted.id),
      from: settled.indexOf(lifted.id),
      of: settled.length,
    },
    lift(id, by) {
      const to = settled.indexOf(id)
      setHeld({ id, to, by })
      say(`${nameOf(id)} is lifted at ${placeOf(to)}.`)
    },
    move(to) {
      if (!lifted) return
      const at = moveTo(settled, lifted.id, to).to
      setHeld({ ...lifted, to: at })
      say(`${nameOf(lifted.id)} is at ${placeOf(at)}.`)
    },
    drop() {
      if (!lifted) return
      setHeld(undefined)
      if (settled[lifted.to] === lifted.id) say(`${nameOf(lifted.id)} stays at ${placeOf(lifted.to)}.`)
      else {
        say(`${nameOf(lifted.id)} is dropped at ${placeOf(lifted.to)}.`)
        saving.mutate(moveTo(settled, lifted.id, lifted.to))
      }
    },
    putBack() {
      if (!lifted) return
      setHeld(undefined)
      say(`${nameOf(lifted.id)} moved back to ${placeOf(settled.indexOf(lifted.id))}.`)
    },
    moveBy(id, step) {
      saving.mutate(moveTo(settled, id, settled.indexOf(id) + step))
    },
    said,
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
