import { useBlocker } from '@tanstack/react-router'
import { confirm } from '../feedback/confirm.tsx'

/**
 * Asks before a page with unsaved changes is left, by a link, Back, or closing the tab. `isDirty` is asked at that
 * moment, so a form that was just saved and reset may navigate at once. `unsavedAt` says, as a sentence, what else is
 * not saved where the page is left for that path, or closed.
 */
export function useUnsavedGuard(isDirty: () => boolean, unsavedAt?: (path?: string) => string | undefined) {
  useBlocker({
    enableBeforeUnload: () => isDirty() || Boolean(unsavedAt?.()),
    shouldBlockFn: async ({ current, next }) => {
      const besides = unsavedAt?.(next.pathname)
      if (current.pathname === next.pathname || !(isDirty() || besides)) return false
      const lost = isDirty() && 'Your changes on this page will be lost.'
      return !(await confirm({
        title: 'Leave without saving?',
        body: [lost, besides].filter(Boolean).join(' '),
        action: 'Leave page',
        cancel: 'Stay',
      }))
    },
  })
}
