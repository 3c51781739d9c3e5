import { writtenIn } from './written-in.ts'

/** What stands before a place in a text, as a text to keep; undefined where nothing follows the place. */
type Place = string | undefined

export interface Selected {
  from: Place
  to: Place
  /** The format of the next letter, such as after Ctrl+B. */
  marks: Mark[] | undefined
}

export const marks = ['bold', 'italic', 'underline'] as const
type Mark = (typeof marks)[number]

/** What is selected in an element that the browser edits; undefined where the selection is elsewhere. */
export function selectedIn(element: HTMLElement): Selected | undefined {
  const selection = getSelection()
  if (!selection?.rangeCount || !element.contains(selection.anchorNode)) return
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0)
  return {
    from: placeOf(element, startContainer, startOffset),
    to: placeOf(element, endContainer, endOffset),
    // Deprecated, but there is no other way to ask the browser. The browser counts a link as underlined.
    marks: isInLink(startContainer) ? undefined : marks.filter((mark) => document.queryCommandState(mark)),
  }
}

const isInLink = (node: Node) => Boolean((node instanceof Element ? node : node.parentElement)?.closest('a'))

function placeOf(element: HTMLElement, node: Node, offset: number): Place {
  const part = document.createRange()
  part.selectNodeContents(element)
  part.setStart(node, offset)
  if (part.toString() === '') return
  part.selectNodeContents(element)
  part.setEnd(node, offset)
  const before = document.createElement('div')
  before.append(part.cloneContents())
  return writtenIn(before)
}
