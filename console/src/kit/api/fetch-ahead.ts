const optionalErrors = new WeakSet<object>()

/** Loads a part of the console that the page can do without: a failure is no reason to reload the page. */
export const fetchAhead = <T>(load: () => Promise<T>): Promise<T | undefined> =>
  load().catch((error) => {
    optionalErrors.add(error)
    return undefined
  })

/** Whether the page can do without what failed to load. */
export const isOptionalChunkError = (error: object) => optionalErrors.has(error)
