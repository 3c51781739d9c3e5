import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { useShortcut } from '../kit/feedback/shortcuts.ts'
import { type QueueSearch, queueOf, readQueue } from './queue-search.ts'

const route = getRouteApi('/console/varify-ein/{$orgId}')

/** The queue in its order, the place of the open review in it, and how to move on. J and K do so too. */
export function useQueue(orgId: string) {
  const navigate = useNavigate()
  const search = queueOf(route.useSearch())
  const client = useQueryClient()
  const asked = readQueue(search)
  const queue = useQuery(asked)
  const reviews = queue.data?.data ?? []
  const place = reviews.findIndex(({ organizationId }) => organizationId === orgId)
  const before = reviews[place - 1]?.organizationId
  const next = reviews[place + 1]?.organizationId
  // After the last one it starts over with those that were skipped.
  const firstOf = (all: typeof reviews) => all.find(({ organizationId }) => organizationId !== orgId)?.organizationId

  const open = (id: string | undefined) => id && navigate(deskOf(id, search))
  useShortcut('J', 'Next review', () => void open(next))
  useShortcut('K', 'Previous review', () => void open(before))

  async function openNext() {
    // Fast reviewers decide before the queue is loaded.
    const following = next ?? firstOf(queue.data ? reviews : (await client.ensureQueryData(asked)).data)
    if (following) return open(following)
    notifySuccess('No more reviews waiting')
    return navigate({ to: '/reviews' })
  }
  return { queue, search, place, total: queue.data?.meta.total, row: reviews[place], before, next, openNext }
}

/** A review with a queue beside it. */
export const deskOf = (orgId: string, search: QueueSearch) =>
  ({ to: '/varify-ein/{$orgId}', params: { orgId }, search }) as const
