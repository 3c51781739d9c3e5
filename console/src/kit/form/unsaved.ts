import { useQueryClient } from '@tanstack/react-query'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { confirm, withdrawQuestion } from '../feedback/Dialog.tsx'

/**
 * Asks before a page with unsaved changes is left. `isDirty` is asked at that moment, so a form that was just saved may
 * navigate at once. `unsavedAt` says, as a sentence, what else is lost by leaving for that path or closing the tab.
 */
export function useUnsavedGuard(isDirty: () => boolean, unsavedAt?: (path?: string) => string | undefined) {
  const queryClient = useQueryClient()
  const isAsking = useRef(false)
  const isUnsaved = useRef(isDirty)
  useEffect(() => {
    isUnsaved.current = isDirty
  })
  // Once it is saved, the page goes on by itself, and there is nothing to ask.
  useEffect(() => () => void (isAsking.current && !isUnsaved.current() && withdrawQuestion()), [])
  useBlocker({
    enableBeforeUnload: () => isDirty() || Boolean(unsavedAt?.()),
    shouldBlockFn: async ({ current, next }) => {
      const besides = unsavedAt?.(next.pathname)
      if (current.pathname === next.pathname || !(isDirty() || besides)) return false
      const isSaving = queryClient.isMutating() > 0
      const lost = isSaving
        ? 'Your changes are still being saved. If that fails after you have left, they are lost.'
        : 'Your changes on this page will be lost.'
      isAsking.current = true
      const mayLeave = await confirm({
        title: 'Leave without saving?',
        body: [isDirty() && lost, besides].filter(Boolean).join(' '),
        action: 'Leave page',
        cancel: 'Stay',
      })
      isAsking.current = false
      return !mayLeave
    },
  })
}

/** For what answers late: whether the component is still on the page. */
export function useIsShown() {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}

/** `navigate` to what follows a save. Whoever left the page while it was being saved stays where they went. */
export function useNavigateOnceSaved(): ReturnType<typeof useNavigate> {
  const navigate = useNavigate()
  const isShown = useIsShown()
  return useCallback<typeof navigate>(async (to) => (isShown.current ? navigate(to) : undefined), [isShown, navigate])
}

/** How a dialog with a form is closed: it asks before what was typed in it is lost. */
export function useAskBeforeClose(isDirty: () => boolean, onClose: () => void): () => Promise<void> {
  const isAsking = useRef(false)
  return async () => {
    if (!isDirty()) return onClose()
    if (isAsking.current) return
    isAsking.current = true
    const isSure = await confirm({
      title: 'Leave without saving?',
      body: 'Your changes in this dialog will be lost.',
      action: 'Leave dialog',
      cancel: 'Stay',
    })
    // Escape in the question reaches this dialog too, and must not ask again.
    setTimeout(() => {
      isAsking.current = false
    })
    if (isSure) onClose()
  }
}
