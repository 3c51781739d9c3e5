import { useBlocker } from '@tanstack/react-router'
import { confirm } from '../feedback/confirm.tsx'

/**
 * Asks before a page with unsaved changes is left, by a link, Back, or closing the tab. `isDirty` is asked at that
 * moment, so a form that was just saved and reset may navigate at once.
 */
export function useUnsavedGuard(isDirty: () => boolean) {
  useBlocker({
    enableBeforeUnload: isDirty,
    shouldBlockFn: async ({ current, next }) =>
      isDirty() &&
      current.pathname !== next.pathname &&
      !(await confirm({
        title: 'Leave without saving?',
        body: 'Your changes on this page will be lost.',
        action: 'Leave page',
        cancel: 'Stay',
      })),
  })
}
