import type { KeyboardEvent } from 'react'

/*
 * The arrows lead from the search into the rows and from row to row. A list knows neither its search field nor its rows'
 * links by name, so they are found on the page.
 */

const linksOf = (root: ParentNode) => [...root.querySelectorAll<HTMLElement>('[data-row-link]')]

/** The search field has the focus and the rows were requested before they were loaded. */
const WAITING = 'waitsForRows'

export const areRowsComing = () => document.querySelector('main table[aria-busy="true"]') !== null

/** From the search field to the first row; false where there is none. */
export function enterRows(): boolean {
  const [first] = linksOf(document)
  first?.focus()
  return first !== undefined
}

export const waitForRows = (field: HTMLElement) => {
  field.dataset[WAITING] = ''
}

export const stopWaiting = (field: HTMLElement) => {
  delete field.dataset[WAITING]
}

/** The rows are loaded. If the focus has moved elsewhere, it stays there. */
export function rowsHaveCome() {
  const field = document.activeElement
  if (!(field instanceof HTMLElement) || field.dataset[WAITING] === undefined) return
  stopWaiting(field)
  enterRows()
}

const steps: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 }

/** In the table: the arrows move between the rows, and up from the first one back to the search. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key]
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const links = linksOf(event.currentTarget)
  const at = links.indexOf(event.target as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  if (at + step < 0) document.querySelector<HTMLElement>('main [role="searchbox"]')?.focus()
  else links[at + step]?.focus()
}
