import type { KeyboardEvent } from 'react'

/** The arrows, Home and End move the focus among the buttons of a grid. */
export function focusAmong(event: KeyboardEvent<HTMLElement>) {
  const all = [...event.currentTarget.querySelectorAll('button')]
  // The focused element gets the key; if it is not a button, it has no position.
  const at = all.indexOf(event.target as HTMLButtonElement)
  const top = all[0]?.getBoundingClientRect().top
  const columns = all.filter((button) => button.getBoundingClientRect().top === top).length
  const places: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    End: all.length - 1,
  }
  const to = all[places[event.key] ?? -1]
  if (at < 0 || !to) return
  event.preventDefault()
  to.focus()
}
