import { runningRequests } from '../api/api.ts'

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
/** What lies above the page; when it closes, the focus returns to the page. */
const ABOVE = '[role="dialog"], [popover], [data-messages]'

/** What had the focus, and what stood around it then. */
interface Place {
  element: HTMLElement
  /** The rows of the list it stood in, its own first, then those after it, then those before it. */
  rows: Element[]
  /** The innermost first. */
  around: Element[]
}

let last: Place | undefined
/** The last one in the page itself. */
let lastInPage: Place | undefined
let frame = 0
/** Where the focus waits while its button is disabled and busy. */
let lent: { to: HTMLElement; of: HTMLElement } | undefined

/**
 * Keeps the focus from falling back to the page. If the focused element is gone, the same action of the next row gets
 * it, else of the previous row, else a neighbour, else the heading above. A button that is disabled while busy gets it
 * back.
 */
export function keepFocus() {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    last = placeOf(target)
    if (!target.closest(ABOVE)) lastInPage = last
  })
  document.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget) return
    queueMicrotask(() => {
      // It is still there: somebody clicked next to it on purpose.
      if (isLost() && last && canTake(last.element)) last = undefined
      soon()
    })
  })
  new MutationObserver(soon).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'hidden'],
  })
  runningRequests.subscribe(soon)
}

const isLost = () => document.activeElement === document.body

/** Runs after things that take the focus themselves: a new page, a closing dialog. */
function soon() {
  giveBack()
  if (!last || frame !== 0 || !isLost()) return
  frame = requestAnimationFrame(() => {
    frame = 0
    if (last && isLost()) bringBack(last)
  })
}

function giveBack() {
  if (!lent) return
  const { to, of } = lent
  const isElsewhere = document.activeElement !== to
  if (!isElsewhere && !canTake(of)) return
  lent = undefined
  if (!isElsewhere) of.focus({ preventScroll: true })
}

function bringBack(place: Place) {
  const { element, around } = place
  const isAtWork = element.isConnected && element.matches(':disabled') && runningRequests.get() > 0
  if (isAtWork) return
  const dialog = document.querySelector('[role="dialog"]')
  const isGoneFromAbove = place !== lastInPage && !(dialog && around.includes(dialog))
  const to = nextTo((isGoneFromAbove && lastInPage) || place)
  // A dialog takes the focus itself, and keeps it.
  if (!to || (dialog && !dialog.contains(to))) return
  if (!to.matches(FOCUSABLE)) to.tabIndex = -1
  to.focus({ preventScroll: true })
  if (element.isConnected && element.matches(':disabled')) lent = { to, of: element }
}

function placeOf(element: HTMLElement): Place {
  const around: Element[] = []
  for (let part = element.parentElement; part; part = part.parentElement) around.push(part)
  const row = element.closest('tbody > tr, li')
  if (!row?.parentElement) return { element, rows: [], around }
  const rows = [...row.parentElement.children]
  const here = rows.indexOf(row)
  return { element, rows: [...rows.slice(here), ...rows.slice(0, here).reverse()], around }
}

function nextTo({ element, rows, around }: Place): HTMLElement | undefined {
  if (canTake(element)) return element
  const isSame = (other: Element) => other.tagName === element.tagName && other.textContent === element.textContent
  for (const row of rows) {
    const same = focusableIn(row).find(isSame)
    if (same) return same
  }
  const beside = around[0] && focusableIn(around[0])[0]
  if (beside) return beside
  for (const part of around) {
    const heading = [...part.querySelectorAll<HTMLElement>('h1, h2')].find(isShown)
    if (heading) return heading
  }
}

const isShown = (element: HTMLElement) => element.isConnected && element.checkVisibility()
const canTake = (element: HTMLElement) =>
  isShown(element) && !element.matches(':disabled') && !element.closest('[inert]')
const focusableIn = (part: Element) => [...part.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(canTake)
