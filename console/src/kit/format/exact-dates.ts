import { useSyncExternalStore } from 'react'

let areExact = false
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether dates show whole, with time and zone: a tooltip is out of reach of keys and fingers. */
export const useExactDates = () => useSyncExternalStore(subscribe, () => areExact)

export function showExactDates(exact: boolean) {
  areExact = exact
  for (const listener of listeners) listener()
}
