import type { applications } from '@hikmah/contract/applications/endpoints'
import type { Input } from '@hikmah/contract/endpoint'
import type { integrations } from '@hikmah/contract/integrations'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../kit/api/api.ts'
import { read } from '../kit/api/data.ts'
import type { Move } from '../kit/reorder/moves.ts'
import { saveMove } from '../kit/reorder/save-move.ts'

type Listed = typeof applications.listApplications | typeof integrations.listIntegrations
type Sorted = typeof applications.sortApplications | typeof integrations.sortIntegrations

/** Saves a move in the list of all products of a kind. */
export function useSaveOrder(list: Listed, sort: Sorted) {
  const client = useQueryClient()

  return async (move: Move) => {
    const ids = await saveMove(move, {
      read: async () => (await call(list, { query: {} })).data.map(({ _id }) => _id),
      write: (sorted) => {
        const body: Input<Sorted>['body'] = { sortedList: sorted.map((_id, order) => ({ _id, order })) }
        return call(sort, { body })
      },
    })
    // Until the list is read again, the rows stay where they were dropped.
    const places = new Map(ids.map((id, place) => [id, place]))
    const placeOf = ({ _id }: { _id: string }) => places.get(_id) ?? places.size
    client.setQueryData<{ data: { _id: string }[] }>(
      read(list, { query: {} }).queryKey,
      (kept) => kept && { ...kept, data: kept.data.toSorted((a, b) => placeOf(a) - placeOf(b)) },
    )
    return ids
  }
}
