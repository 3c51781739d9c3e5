import { isOptionalChunkError } from '../kit/api/fetch-ahead.ts'

const RELOADED_AT = 'reloadedAt'
const ONE_MINUTE = 60_000

// A new version was deployed and the old files are gone: reload the page, but not over and over. If the server is down,
// reloading would lose what has been entered on this page.
addEventListener('vite:preloadError', async ({ payload }) => {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < ONE_MINUTE) return
  const answer = await fetch('/', { cache: 'no-store' }).catch(() => undefined)
  if (!answer?.ok || isOptionalChunkError(payload)) return
  sessionStorage.setItem(RELOADED_AT, String(Date.now()))
  location.reload()
})
