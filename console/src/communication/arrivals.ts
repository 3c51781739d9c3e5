import { communication } from '@hikmah/contract/communication/calls'
import { contactInquiries } from '@hikmah/contract/contact-inquiries/calls'
import { demoRequests } from '@hikmah/contract/demo-requests/calls'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, isSessionOver } from '../kit/api/api.ts'
import { useMay } from '../kit/api/current-user.ts'

/** Asked quietly: it is the console that asks, not the person. */
const arrivals = queryOptions({
  queryKey: [communication.readArrivals.path],
  queryFn: ({ signal }) => call(communication.readArrivals, {}, { signal, isQuiet: true }),
  retry: false,
})

export type ArrivalKind = 'demoRequests' | 'contactInquiries'

/** How many of these wait as New; undefined until it is known. */
export function useWaiting(of: readonly ArrivalKind[]): number | undefined {
  const mayRead = useMay('communication.read')
  const { data } = useQuery({ ...arrivals, enabled: mayRead })
  return data && of.reduce((sum, kind) => sum + data.data[kind].waiting, 0)
}

/** What is read again when something of a kind has changed. */
const pathsOf: Record<ArrivalKind, unknown[]> = {
  demoRequests: [demoRequests.listDemoRequests.path, demoRequests.readDemoRequest.path],
  contactInquiries: [contactInquiries.listInquiries.path, contactInquiries.readInquiry.path],
}
const kinds = ['demoRequests', 'contactInquiries'] as const

const SEEN_MS = 4_000
const HIDDEN_MS = 30_000
const IDLE_MS = 30 * 60_000
const signsOfLife = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const

/**
 * Asks for arrivals while the console is open, and has whatever shows them read again. Each call keeps the session
 * alive, so it stops asking when nobody has been at the machine for half an hour.
 */
export function useArrivalsWatch() {
  const mayRead = useMay('communication.read')
  const client = useQueryClient()

  useEffect(() => {
    if (!mayRead) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let lastSign = Date.now()
    let isGone = false
    const marks = new Map<ArrivalKind, string>()

    async function ask() {
      const { data } = await client.fetchQuery({ ...arrivals, staleTime: 0 })
      for (const kind of kinds) {
        const { mark } = data[kind]
        const isChanged = marks.has(kind) && marks.get(kind) !== mark
        marks.set(kind, mark)
        if (isChanged) {
          void client.invalidateQueries({ predicate: ({ queryKey }) => pathsOf[kind].includes(queryKey[0]) })
        }
      }
    }

    async function tick() {
      clearTimeout(timer)
      const isIdle = Date.now() - lastSign > IDLE_MS
      // A failure is met again at the next turn; the pages say what they themselves cannot load.
      const isDone =
        isIdle ||
        isSessionOver() ||
        (await ask().then(
          () => true,
          () => false,
        ))
      clearTimeout(timer)
      if (isGone) return
      timer = setTimeout(tick, document.hidden || !isDone ? HIDDEN_MS : SEEN_MS)
    }

    const live = () => {
      lastSign = Date.now()
    }
    const onVisibility = () => {
      if (!document.hidden) void tick()
    }
    for (const sign of signsOfLife) addEventListener(sign, live, { passive: true })
    document.addEventListener('visibilitychange', onVisibility)
    void tick()
    return () => {
      isGone = true
      clearTimeout(timer)
      for (const sign of signsOfLife) removeEventListener(sign, live)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [client, mayRead])
}
