import { type ArrivalKind, navigation } from '@hikmah/contract/navigation'
import { useDocumentVisibility, useIdle } from '@mantine/hooks'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Answer, type ApiError, call } from '../kit/api/api.ts'

/** Quiet: sent by the console, not the person. */
export const navigationCounts = queryOptions<Answer<typeof navigation.readNavigationCounts>, ApiError>({
  queryKey: [navigation.readNavigationCounts.path],
  queryFn: ({ signal }) => call(navigation.readNavigationCounts, {}, { signal, isQuiet: true }),
  retry: false,
})

const SEEN_MS = 4_000
const HIDDEN_MS = 30_000
/** Without an answer, or with this one, a call costs the server nothing. */
const SIGNED_OUT = 401
const IDLE_MS = 30 * 60_000
const signsOfLife = ['pointermove', 'pointerdown', 'keydown', 'wheel'] satisfies (keyof DocumentEventMap)[]

/**
 * Polls the counts, and reads everything on screen again when anybody has written something. Each call keeps the session
 * alive, so polling stops after half an hour without input. Returns when the server last answered, if it does not now.
 */
export function useNavigationCountsWatch() {
  const isIdle = useIdle(IDLE_MS, { events: signsOfLife, initialState: false })
  const isHidden = useDocumentVisibility() === 'hidden'
  const client = useQueryClient()
  const seen = useRef<string>(undefined)
  const {
    data: mark,
    error,
    dataUpdatedAt,
  } = useQuery({
    ...navigationCounts,
    enabled: !isIdle,
    refetchInterval: ({ state }) => (isHidden || (state.error?.status ?? 0) > SIGNED_OUT ? HIDDEN_MS : SEEN_MS),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
    select: ({ data }) => data.mark,
  })

  useEffect(() => {
    const [queryKey] = navigationCounts.queryKey
    if (seen.current !== undefined && seen.current !== mark) {
      void client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== queryKey })
    }
    seen.current = mark
  }, [client, mark])
  return error?.status === 0 && dataUpdatedAt > 0 ? dataUpdatedAt : undefined
}

/** How many of these are New; undefined until loaded, and for people who may not see them. */
export function useWaiting(of: readonly ArrivalKind[]): number | undefined {
  const { data } = useQuery(navigationCounts)
  const waiting = of.map((kind) => data?.data[kind])
  return waiting.reduce((sum, count) => (sum === undefined || count === undefined ? undefined : sum + count), 0)
}

/** Why no money moves, where payments are not real. */
export const usePretense = () =>
  useQuery({
    ...navigationCounts,
    select: ({ data }) => (data.isSandbox ? 'Sandbox' : data.isTestMode ? 'Test mode' : undefined),
  }).data

/** What the server runs: its version, in a release with its commit. */
export const useRelease = () => useQuery({ ...navigationCounts, select: ({ data }) => data.release }).data

/** Since when the payment provider has been unreachable; undefined if it is not, or was not asked. */
export const usePaymentsAwaySince = () =>
  useQuery({ ...navigationCounts, select: ({ data }) => data.paymentsAwaySince }).data
