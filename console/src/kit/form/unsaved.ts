import { useQueryClient } from '@tanstack/react-query'
import { useBlocker, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { confirm, withdrawQuestion } from '../feedback/messages.tsx'

/**
 * Asks before somebody leaves a page with unsaved changes. It calls `isDirty` at that moment, so a form may navigate as
 * soon as it is saved. `unsavedAt` is a sentence on what else is lost by leaving for that path or closing the tab.
 */
export function useUnsavedGuard(isDirty: () => boolean, unsavedAt?: (path?: string) => string | undefined) {
  const queryClient = useQueryClient()
  const isAsking = useRef(false)
  const isUnsaved = useRef(isDirty)
  useEffect(() => {
    isUnsaved.current = isDirty
  })
  // Once saved, the page goes on by itself, and there is nothing to ask.
  useEffect(() => () => void (isAsking.current && !isUnsaved.current() && withdrawQuestion()), [])
  useBlocker({
    enableBeforeUnload: () => isDirty() || Boolean(unsavedAt?.()),
    shouldBlockFn: async ({ current, next }) => {
      const otherLoss = unsavedAt?.(next.pathname)
      if (current.pathname === next.pathname || !(isDirty() || otherLoss)) return false
      const lost = queryClient.isMutating()
        ? 'Your changes are still being saved. If that fails after you have left, they are lost.'
        : 'Your changes on this page will be lost.'
      isAsking.current = true
      const mayLeave = await confirm({
        title: 'Leave without saving?',
        body: [isDirty() && lost, otherLoss].filter(Boolean).join(' '),
        action: 'Leave page',
        cancel: 'Stay',
      })
      isAsking.current = false
      return !mayLeave
    },
  })
}

/** For late answers: whether the component is still on the page. */
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

/** Whoever left the page while it was being saved stays where they went, even if that page is still loading. */
export function useNavigateOnceSaved(): ReturnType<typeof useNavigate> {
  const navigate = useNavigate()
  const router = useRouter()
  const isShown = useIsShown()
  return useCallback<typeof navigate>(
    async (to) => {
      const isLeaving = router.latestLocation.pathname !== router.state.resolvedLocation?.pathname
      return isShown.current && !isLeaving ? navigate(to) : undefined
    },
    [isShown, navigate, router],
  )
}

/** Closes a dialog with a form, after a question if it has unsaved input. */
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
    // Escape in the question reaches this dialog too.
    setTimeout(() => {
      isAsking.current = false
    })
    if (isSure) onClose()
  }
}
