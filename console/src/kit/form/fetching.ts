import { useSyncExternalStore } from 'react'

/** What fields are currently fetching, in words, oldest first, and on which page. */
let fetching: readonly { reason: string; path: string }[] = []
const listeners = new Set<() => void>()

function set(next: typeof fetching) {
  fetching = next
  for (const listener of listeners) listener()
}

/**
 * Forms wait for what a field fetches, such as an image that is still uploading, which would otherwise be left out
 * silently. Their buttons show `reason` until then.
 */
export async function formsWaitFor<Answer>(reason: string, work: Promise<Answer>): Promise<Answer> {
  const own = { reason, path: location.pathname }
  set([...fetching, own])
  try {
    return await work
  } finally {
    set(fetching.filter((one) => one !== own))
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Why a form cannot be saved yet, while a field of this page fetches something. */
export const useFetching = () =>
  useSyncExternalStore(subscribe, () => fetching.find(({ path }) => path === location.pathname)?.reason)
