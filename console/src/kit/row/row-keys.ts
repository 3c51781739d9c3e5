import type { KeyboardEvent } from 'react'

// The arrows lead from the search into the rows and from row to row. A list does not know its search field or the links of
// its rows, so these functions find them on the page.

const rowLinks = (root: ParentNode) => [...root.querySelectorAll<HTMLElement>('[data-row-link]')]

/** On a search field that has the focus: somebody asked for the rows before they were loaded. */
const WAITING = 'waitsForRows'

export const areRowsComing = () => document.querySelector('main table[aria-busy="true"]') !== null

/** From the search field to the first row; false where there is none. */
export function enterRows(): boolean {
  const [first] = rowLinks(document)
  first?.focus()
  return first !== undefined
}

export const waitForRows = (field: HTMLElement) => {
  field.dataset[WAITING] = ''
}

export const stopWaiting = (field: HTMLElement) => {
  delete field.dataset[WAITING]
}

/** If the focus has moved elsewhere, it stays there. */
export function onRowsLoaded() {
  const field = document.activeElement
  if (!(field instanceof HTMLElement) || field.dataset[WAITING] === undefined) return
  stopWaiting(field)
  enterRows()
}

const steps: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 }

/** Up from the first row leads back to the search. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key]
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const links = rowLinks(event.currentTarget)
  const at = links.indexOf(event.target as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  if (at + step < 0) document.querySelector<HTMLElement>('main [role="searchbox"]')?.focus()
  else links[at + step]?.focus()
}
