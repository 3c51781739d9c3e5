const saves = new Set<() => Promise<unknown>>()
const PATIENCE_MS = 3_000

/** Registers what to save before the session ends. Returns a function that removes it. */
export function saveBeforeSignOut(save: () => Promise<unknown>): () => void {
  saves.add(save)
  return () => void saves.delete(save)
}

/** Saves all of it; an unreachable server does not block signing out. */
export const allSaved = (): Promise<unknown> =>
  Promise.race([
    Promise.allSettled([...saves].map((save) => save())),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ])
