import type { applications } from '@hikmah/contract/applications/calls'
import type { Input } from '@hikmah/contract/endpoint'
import type { integrations } from '@hikmah/contract/integrations/calls'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../kit/api/api.ts'
import { read } from '../kit/api/data.ts'
import { type Move, withMove } from '../kit/reorder/moves.ts'

type Listed = typeof applications.listApplications | typeof integrations.listIntegrations
type Sorted = typeof applications.sortApplications | typeof integrations.sortIntegrations

/**
 * Saves a move in the list as it stands on the server now, and once more where it changes at that very moment, so that
 * what others did meanwhile stays.
 */
export function useSaveOrder(list: Listed, sort: Sorted) {
  const client = useQueryClient()

  async function send(move: Move): Promise<string[]> {
    const now = (await call(list, { query: {} })).data
    const ids = withMove(
      now.map(({ _id }) => _id),
      move,
    )
    const body: Input<Sorted>['body'] = { sortedList: ids.map((_id, order) => ({ _id, order })) }
    await call(sort, { body })
    return ids
  }

  return async (move: Move) => {
    const ids = await send(move).catch((failure: unknown) => {
      if (failure instanceof ApiError && failure.status === 400) return send(move)
      throw failure
    })
    // Until the list is read again the rows stand where they were put.
    const places = new Map(ids.map((id, place) => [id, place]))
    const placeOf = ({ _id }: { _id: string }) => places.get(_id) ?? places.size
    client.setQueryData<{ data: { _id: string }[] }>(
      read(list, { query: {} }).queryKey,
      (kept) => kept && { ...kept, data: kept.data.toSorted((a, b) => placeOf(a) - placeOf(b)) },
    )
  }
}
