import { navigation } from '@hikmah/contract/navigation/calls'
import { useDocumentVisibility, useIdle } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call, isSessionOver } from '../kit/api/api.ts'

/** Asked quietly: it is the console that asks, not the person. */
export const navigationCounts = queryOptions({
  queryKey: [navigation.readNavigationCounts.path],
  queryFn: ({ signal }) => call(navigation.readNavigationCounts, {}, { signal, isQuiet: true }),
  retry: false,
})

const SEEN_MS = 4_000
const HIDDEN_MS = 30_000
const IDLE_MS = 30 * 60_000
const signsOfLife = ['pointermove', 'pointerdown', 'keydown', 'wheel'] satisfies (keyof DocumentEventMap)[]

/**
 * Asks for the counts while the console is open. Each call keeps the session alive, so it stops asking when nobody has
 * been at the machine for half an hour. A failure is met again at the next turn; the pages say what they cannot load.
 */
export function useNavigationCountsWatch() {
  const isIdle = useIdle(IDLE_MS, { events: signsOfLife, initialState: false })
  const isHidden = useDocumentVisibility() === 'hidden'
  useQuery({
    ...navigationCounts,
    enabled: !isIdle,
    refetchInterval: ({ state }) => (isHidden || (state.error && !isSessionOver()) ? HIDDEN_MS : SEEN_MS),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
    // Who shows a count follows it; the watch only keeps it fresh.
    notifyOnChangeProps: [],
  })
}
