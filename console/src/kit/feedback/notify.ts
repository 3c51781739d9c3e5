import { fetchAhead } from '../api/fetch-ahead.ts'

/** A message in the corner of the page. */
export interface Toast {
  message: string
  detail?: string
  tone: 'success' | 'failure'
  /**
   * Something to do about it while it shows, such as Undo; `forS` is for how many seconds it can be done. `byKey`
   * does it too, as Ctrl+Z does; of several messages the newest is meant.
   */
  action?: { label: string; run: () => void; forS?: number; byKey?: string }
}

// Loaded with the first message: no page opens with one.
const load = () => import('./toasts.tsx')

/** Fetches them ahead, so that a failure can be told also while the server is gone. */
export const prepareMessages = () => void fetchAhead(load)

/** A success message; it goes by itself after 8 seconds. */
export function notifySuccess(message: string, detail?: string, action?: Toast['action']) {
  void load().then(({ showToast }) => showToast({ message, detail, action, tone: 'success' }))
}

const failures = new Set<string>()

/**
 * A failure that belongs to no form. It stays until it is dismissed or something else succeeds; with `stays` until it is
 * dismissed, as for a write that somebody believes saved.
 */
export function notifyFailure(message: string, { stays = false } = {}) {
  if (message.trim() === '') return
  void load().then(({ showToast }) => {
    const toast = showToast({ message, tone: 'failure' })
    if (!stays) failures.add(toast)
  })
}

/** Takes away the failures that nobody has dismissed. */
export function clearFailures() {
  if (failures.size === 0) return
  void load().then(({ hideToast }) => {
    failures.forEach(hideToast)
    failures.clear()
  })
}
