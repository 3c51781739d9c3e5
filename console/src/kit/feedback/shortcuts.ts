import { useEffectEvent, useLayoutEffect } from 'react'

interface Shortcut {
  key: string
  does: string
}

const activeShortcuts = new Set<Shortcut>()

/** Those of the current page, for the list that `?` shows. */
export const shortcuts = (): Shortcut[] => [...activeShortcuts]

const TYPED_INTO = 'input:not([type=radio], [type=checkbox]), textarea, select'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED_INTO))

const usesEnter = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('a, button, summary, [role="button"], [role="slider"]')

/** A letter with Shift is another key, such as Shift+A. With Caps Lock it is the same. */
const keyOf = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  [(ctrlKey || metaKey) && 'Ctrl', shiftKey && /^[a-z]$/i.test(key) && 'Shift', key].filter(Boolean).join('+')

interface Options {
  /** Also while a text field has the focus; for keys with Ctrl. */
  whileTyping?: boolean
  disabled?: boolean
}

const SEQUENCE_MS = 1000

/**
 * A key such as `/` or `Ctrl+Enter`, or one right after another such as `G R`, runs once, however long it is held down,
 * and not at all while a dialog is open.
 */
export function useShortcut(key: string, does: string, run: () => void, { whileTyping, disabled }: Options = {}) {
  const act = useEffectEvent(run)
  // Before painting, so that whatever is visible responds to its key.
  useLayoutEffect(() => {
    if (disabled) return
    const shortcut = { key, does }
    const [last, first] = key.toLowerCase().split(' ').toReversed()
    let firstAt = Number.NEGATIVE_INFINITY
    const listen = (event: KeyboardEvent) => {
      const pressed = keyOf(event).toLowerCase()
      const isNext = first === undefined || event.timeStamp - firstAt < SEQUENCE_MS
      firstAt = pressed === first && !isTyping(event.target) ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (pressed !== last || !isNext || event.altKey) return
      if (event.defaultPrevented || event.isComposing) return
      if ((!whileTyping && isTyping(event.target)) || (key === 'Enter' && usesEnter(event.target))) return
      if (document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      if (!event.repeat) act()
    }
    activeShortcuts.add(shortcut)
    document.addEventListener('keydown', listen)
    return () => {
      activeShortcuts.delete(shortcut)
      document.removeEventListener('keydown', listen)
    }
  }, [key, does, whileTyping, disabled])
}
