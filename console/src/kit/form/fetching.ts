import { createAtom, useSelector } from '@tanstack/react-store'

/** What fields fetch now, oldest first, and on which page. */
const fetching = createAtom<{ reason: string; path: string }[]>([])

/**
 * Forms wait for what a field fetches, such as an image that is still uploading, which would otherwise be left out
 * silently. Their buttons show `reason` until then.
 */
export async function formsWaitFor<Answer>(reason: string, work: Promise<Answer>): Promise<Answer> {
  const fetch = { reason, path: location.pathname }
  fetching.set((fetches) => [...fetches, fetch])
  try {
    return await work
  } finally {
    fetching.set((fetches) => fetches.filter((other) => other !== fetch))
  }
}

/** Why a form cannot be saved yet, while a field of this page fetches something. */
export const useFetching = () =>
  useSelector(fetching, (fetches) => fetches.find(({ path }) => path === location.pathname)?.reason)
