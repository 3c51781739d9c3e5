const saves = new Set<() => Promise<unknown>>()
const PATIENCE_MS = 3_000

/** What is to be saved while the session still lasts. Answers how to take it back. */
export function saveBeforeSignOut(save: () => Promise<unknown>): () => void {
  saves.add(save)
  return () => void saves.delete(save)
}

/** Saves all of it; a server that does not answer keeps nobody from signing out. */
export const allSaved = (): Promise<unknown> =>
  Promise.race([
    Promise.allSettled([...saves].map((save) => save())),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ])
