import { useSyncExternalStore } from 'react'

let areExact = false
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether dates are shown in full, with time and zone: tooltips cannot be reached by keyboard or touch. */
export const useExactDates = () => useSyncExternalStore(subscribe, () => areExact)

export function showExactDates(exact: boolean) {
  areExact = exact
  for (const listener of listeners) listener()
}
