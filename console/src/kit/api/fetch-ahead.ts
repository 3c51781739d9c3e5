const optionalErrors = new WeakSet<object>()

/** Loads a part of the console that the page can do without: a failure is no reason to reload the page. */
export const fetchAhead = <T>(load: () => Promise<T>): Promise<T | undefined> =>
  load().catch((error) => {
    optionalErrors.add(error)
    return undefined
  })

const RELOADED_AT = 'reloadedAt'
const ONE_MINUTE = 60_000

/**
 * Reloads the page when a part of the console is missing because a new version was deployed, but not over and over. If
 * the server is down, reloading would lose what has been entered on this page.
 */
export function reloadForNewVersion() {
  addEventListener('vite:preloadError', async ({ payload }) => {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < ONE_MINUTE) return
    const answer = await fetch('/', { cache: 'no-store' }).catch(() => undefined)
    if (!answer?.ok || optionalErrors.has(payload)) return
    sessionStorage.setItem(RELOADED_AT, String(Date.now()))
    location.reload()
  })
}
