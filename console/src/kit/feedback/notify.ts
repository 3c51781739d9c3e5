import { createAtom, useSelector } from '@tanstack/react-store'
import { type ComponentType, createElement } from 'react'
import { fetchAhead } from '../api/fetch-ahead.ts'

/** A message in the corner of the page. */
export interface Toast {
  message: string
  detail?: string
  tone: 'success' | 'failure'
  /**
   * An action while it shows, such as Undo, available for `forS` seconds. `byKey` triggers it as well, such as Ctrl+Z;
   * the newest message wins.
   */
  action?: { label: string; run: () => void; forS?: number; byKey?: string }
}

// Loaded with the first message: no page opens with one.
const load = () => import('./toasts.tsx')

/** Fetched ahead, so that a failure can be shown even while the server is down. */
export const prepareMessages = () => void fetchAhead(load)

/** A success message; it disappears after 8 seconds, or once the returned function is called. */
export function notifySuccess(message: string, detail?: string, action?: Toast['action']): () => void {
  const shown = load().then(({ showToast, hideToast }) => {
    const toast = showToast({ message, detail, action, tone: 'success' })
    return () => hideToast(toast)
  })
  return () => void shown.then((hide) => hide())
}

const failures = new Set<string>()

/**
 * A failure outside of any form. It stays until dismissed or until something else succeeds; with `stays` only until
 * dismissed, such as for a write that somebody believes saved.
 */
export function notifyFailure(message: string, { stays = false } = {}) {
  if (message.trim() === '') return
  void load().then(({ showToast }) => {
    const toast = showToast({ message, tone: 'failure' })
    if (!stays) failures.add(toast)
  })
}

/** Removes the failures that nobody has dismissed. */
export function clearFailures() {
  if (failures.size === 0) return
  void load().then(({ hideToast }) => {
    failures.forEach(hideToast)
    failures.clear()
  })
}

const host = createAtom<ComponentType | null>(null)

/** Called with the first message, which brings the component along. */
export const openToastHost = (component: ComponentType) => host.set(() => component)

/** Where messages show; mounted once, by the start of the console. */
export function ToastHost() {
  const Host = useSelector(host)
  return Host && createElement(Host)
}
