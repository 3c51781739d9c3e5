import { taxVerification } from '@hikmah/contract/tax-verification/calls'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { useShortcut } from '../kit/feedback/shortcuts.ts'

const OLDEST_FIRST = { sort: 'waitingSince', page: 1, limit: 100 } as const

/** The queue, the place of the open review in it, and how to move on. J and K do so too. */
export function useQueue(orgId: string) {
  const navigate = useNavigate()
  const queue = useQuery(read(taxVerification.listTaxReviews, { query: OLDEST_FIRST }))
  const reviews = queue.data?.data ?? []
  const place = reviews.findIndex(({ organizationId }) => organizationId === orgId)
  const before = reviews[place - 1]?.organizationId
  const next = reviews[place + 1]?.organizationId
  // After the last one it begins again with those that were skipped.
  const following = next ?? reviews.find(({ organizationId }) => organizationId !== orgId)?.organizationId

  const open = (id: string | undefined) => id && navigate({ to: '/varify-ein/{$orgId}', params: { orgId: id } })
  useShortcut('j', 'Next review', () => void open(next))
  useShortcut('k', 'Review before', () => void open(before))

  function openNext() {
    if (following) return open(following)
    notifySuccess('No review waits any more')
    return navigate({ to: '/reviews' })
  }
  return { queue, place, total: queue.data?.meta.total, row: reviews[place], before, next, openNext }
}
