import { useEffectEvent, useLayoutEffect } from 'react'

interface Shortcut {
  key: string
  does: string
}

const activeShortcuts = new Set<Shortcut>()

/** Those of the current page, for the list that `?` shows. */
export const shortcuts = (): Shortcut[] => [...activeShortcuts]

const TYPED_INTO = 'input:not([type=radio], [type=checkbox]), textarea, select'

export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED_INTO))

const usesEnter = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('a, button, summary, [role="button"], [role="slider"]')

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** Signs that are shortcuts, and where a keyboard of the United States has them. */
const signs: Record<string, [plain: string, withShift: string] | undefined> = {
  Slash: ['/', '?'],
  BracketLeft: ['[', '{'],
}

/** As the key reads; by its place where it writes no Latin letter, and where digits need Shift as in France. */
function readKey({ key, code, shiftKey }: Press): string {
  if (/^[a-z0-9/?[]$/i.test(key)) return key
  const [, digit] = /^Digit(\d)$/.exec(code) ?? []
  if (digit && !shiftKey) return digit
  // Of a single sign or a ligature, such as the Arabic lam-alef; Enter and Escape have names.
  if (/^[ -~]/.test(key)) return key
  return signs[code]?.[shiftKey ? 1 : 0] ?? /^Key([A-Z])$/.exec(code)?.[1] ?? key
}

/** Where a sign is written with Alt or AltGr, which browsers report as Ctrl+Alt, these do not make another key of it. */
const isWritten = ({ key, code, altKey }: Press) => altKey && /^[/?[]$/.test(key) && !signs[code]

/**
 * Such as `ctrl+k`, or undefined with Alt. A letter with Shift is another key, such as `shift+a`; with Caps Lock it is
 * the same.
 */
export function keyOf(press: Press): string | undefined {
  if (isWritten(press)) return press.key
  if (press.altKey) return undefined
  const key = readKey(press)
  const isShifted = press.shiftKey && /^[a-z]$/i.test(key)
  return [(press.ctrlKey || press.metaKey) && 'Ctrl', isShifted && 'Shift', key].filter(Boolean).join('+').toLowerCase()
}

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
      const pressed = keyOf(event)
      const isNext = first === undefined || event.timeStamp - firstAt < SEQUENCE_MS
      firstAt = pressed === first && !isTyping(event.target) ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (pressed !== last || !isNext) return
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
