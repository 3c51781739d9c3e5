import { useSyncExternalStore } from 'react'

// The width at which the sheets turn tables into cards and the navigation into a drawer.
const narrow = matchMedia('(max-width: 899px)')

const subscribe = (changed: () => void) => {
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}

/** Whether the screen is small; for content that is another one there. What only looks different is left to CSS. */
export const useIsNarrow = () => useSyncExternalStore(subscribe, () => narrow.matches)
