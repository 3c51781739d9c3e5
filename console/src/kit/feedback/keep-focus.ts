import { runningRequests } from '../api/api.ts'

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
/** Layers above the page; when one closes, the focus returns to the page. */
const LAYERS = '[role="dialog"], [popover], [data-messages]'

/** A focused element and its surroundings at that time. */
interface FocusSpot {
  element: HTMLElement
  /** The rows of its list: its own first, then those after it, then those before it. */
  rows: Element[]
  /** The innermost first. */
  ancestors: Element[]
}

let lastSpot: FocusSpot | undefined
/** The last one that was not in a layer. */
let lastPageSpot: FocusSpot | undefined
let frame = 0
/** Where the focus waits while its button is disabled and busy. */
let waiting: { at: HTMLElement; button: HTMLElement } | undefined

/**
 * If the focused element is gone, the same action of the next row gets the focus, else of the previous row, else a
 * neighbor, else the heading above. A button that is disabled while busy gets it back.
 */
export function keepFocus() {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    lastSpot = focusSpot(target)
    if (!target.closest(LAYERS)) lastPageSpot = lastSpot
  })
  document.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget) return
    queueMicrotask(() => {
      // The element is still there: somebody clicked next to it on purpose.
      if (isLost() && lastSpot && canTakeFocus(lastSpot.element)) lastSpot = undefined
      restoreSoon()
    })
  })
  new MutationObserver(restoreSoon).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'hidden'],
  })
  runningRequests.subscribe(restoreSoon)
}

const isLost = () => document.activeElement === document.body

/** Runs after a new page or a closing dialog has taken the focus itself. */
function restoreSoon() {
  returnToButton()
  if (!lastSpot || frame !== 0 || !isLost()) return
  frame = requestAnimationFrame(() => {
    frame = 0
    if (lastSpot && isLost()) restore(lastSpot)
  })
}

function returnToButton() {
  if (!waiting) return
  const { at, button } = waiting
  const isElsewhere = document.activeElement !== at
  if (!isElsewhere && !canTakeFocus(button)) return
  waiting = undefined
  if (!isElsewhere) button.focus({ preventScroll: true })
}

function restore(spot: FocusSpot) {
  const { element, ancestors } = spot
  const isDisabled = element.isConnected && element.matches(':disabled')
  if (isDisabled && runningRequests.get() > 0) return
  const dialog = document.querySelector('[role="dialog"]')
  const isLayerClosed = spot !== lastPageSpot && !(dialog && ancestors.includes(dialog))
  const at = nearestTo((isLayerClosed && lastPageSpot) || spot)
  // A dialog takes the focus itself, and keeps it.
  if (!at || (dialog && !dialog.contains(at))) return
  if (!at.matches(FOCUSABLE)) at.tabIndex = -1
  at.focus({ preventScroll: true })
  if (isDisabled) waiting = { at, button: element }
}

function focusSpot(element: HTMLElement): FocusSpot {
  const ancestors: Element[] = []
  for (let part = element.parentElement; part; part = part.parentElement) ancestors.push(part)
  const row = element.closest('tbody > tr, li')
  const siblings = [...(row?.parentElement?.children ?? [])]
  const index = row ? siblings.indexOf(row) : 0
  return { element, rows: [...siblings.slice(index), ...siblings.slice(0, index).reverse()], ancestors }
}

function nearestTo({ element, rows, ancestors }: FocusSpot): HTMLElement | undefined {
  if (canTakeFocus(element)) return element
  const isSameAction = ({ tagName, textContent }: Element) =>
    tagName === element.tagName && textContent === element.textContent
  return (
    rows.flatMap(focusableIn).find(isSameAction) ??
    ancestors.slice(0, 1).flatMap(focusableIn)[0] ??
    ancestors.flatMap((part) => [...part.querySelectorAll<HTMLElement>('h1, h2')]).find(isShown)
  )
}

const isShown = (element: HTMLElement) => element.isConnected && element.checkVisibility()
const canTakeFocus = (element: HTMLElement) =>
  isShown(element) && !element.matches(':disabled') && !element.closest('[inert]')
const focusableIn = (part: Element) => [...part.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(canTakeFocus)
