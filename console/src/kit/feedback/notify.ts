import { createAtom, useSelector } from '@tanstack/react-store'
import { type ComponentType, createElement } from 'react'
import { fetchAhead } from '../api/fetch-ahead.ts'

export interface Toast {
  message: string
  detail?: string
  tone: 'success' | 'failure'
  /** Such as Undo, available for `forS` seconds. Ctrl+Z and `byKey` trigger that of the newest message. */
  action?: { label: string; run: () => void; forS?: number; byKey?: string }
}

// Loaded with the first message: no page opens with one.
const load = () => import('./toasts.tsx')

/** So that a failure can be shown even while the server is down. */
export const prepareMessages = () => void fetchAhead(load)

/** Disappears after 8 seconds, or once the returned function is called. */
export function notifySuccess(message: string, detail?: string, action?: Toast['action']): () => void {
  const hiding = load().then(({ showToast, hideToast }) => {
    const toast = showToast({ message, detail, action, tone: 'success' })
    return () => hideToast(toast)
  })
  return () => void hiding.then((hide) => hide())
}

const failures = new Set<string>()

/**
 * A failure outside of any form. It stays until somebody dismisses it or, without `stays`, until something else succeeds.
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

export const openToastHost = (component: ComponentType) => host.set(() => component)

/** Mounted once, by the start of the console. */
export function ToastHost() {
  const Host = useSelector(host)
  return Host && createElement(Host)
}
