const optionalErrors = new WeakSet<object>()

/** Loads a part of the console that the page does without. That it fails is no reason to load the page anew. */
export const fetchAhead = <T>(load: () => Promise<T>): Promise<T | undefined> =>
  load().catch((error) => {
    optionalErrors.add(error)
    return undefined
  })

/** Whether the page does without what failed to load. */
export const isOptionalChunkError = (error: object) => optionalErrors.has(error)
