import { useLayoutEffect } from 'react'
import { isTyping, keyOf } from '../feedback/shortcuts.ts'

/** Keeps the first of these keys that is pressed while it is mounted, and presses it for whatever comes in its place. */
export function useKeptKey(keys: readonly string[]) {
  useLayoutEffect(() => {
    const page = location.href
    let kept: KeyboardEvent | undefined
    const keep = (event: KeyboardEvent) => {
      const isOne = keys.includes(keyOf(event) ?? '') && !event.defaultPrevented && !isTyping(event.target)
      if (isOne) kept ??= event
    }
    window.addEventListener('keydown', keep)
    return () => {
      window.removeEventListener('keydown', keep)
      const event = kept
      if (!event) return
      setTimeout(() => location.href === page && document.dispatchEvent(new KeyboardEvent('keydown', event)))
    }
  }, [keys])
}
