import { isLinkAddress, type RichMark, type RichNode } from '@hikmah/contract/rich-text'

const marks: Record<string, (element: Element) => RichMark | undefined> = {
  STRONG: () => ({ type: 'bold' }),
  B: () => ({ type: 'bold' }),
  EM: () => ({ type: 'italic' }),
  I: () => ({ type: 'italic' }),
  U: () => ({ type: 'underline' }),
  A: linkOf,
}
/** A link that may not be kept leaves its text. */
function linkOf(element: Element): RichMark | undefined {
  const href = element.getAttribute('href') ?? ''
  return isLinkAddress(href) ? { type: 'link', attrs: { href } } : undefined
}
const lists: Record<string, RichNode['type']> = { UL: 'bulletList', OL: 'orderedList', LI: 'listItem' }

/** What stands in an element that the browser edits, as a text to keep; `''` when there are no words. */
export function writtenIn(element: HTMLElement): string {
  if (element.textContent?.trim() === '') return ''
  return JSON.stringify({ type: 'doc', content: blocksIn(element) })
}

/** Paragraphs and lists. Words that stand beside them, as browsers leave them, are paragraphs of their own. */
function blocksIn(parent: Element): RichNode[] {
  const blocks: RichNode[] = []
  let line: RichNode[] = []
  const endLine = () => {
    if (line.length > 0) blocks.push({ type: 'paragraph', content: line })
    line = []
  }
  for (const node of parent.childNodes) {
    const type = lists[node.nodeName]
    if (type || node.nodeName === 'P' || node.nodeName === 'DIV') {
      endLine()
      if (type) blocks.push({ type, content: blocksIn(node as Element) })
      else blocks.push(...blocksIn(node as Element))
    } else line.push(...wordsIn(node, []))
  }
  endLine()
  return blocks
}

function wordsIn(node: Node, inside: RichMark[]): RichNode[] {
  if (node.nodeName === 'BR') return [{ type: 'hardBreak' }]
  if (!(node instanceof Element)) {
    const text = node.textContent ?? ''
    return text === '' ? [] : [{ type: 'text', text, ...(inside.length > 0 && { marks: inside }) }]
  }
  const mark = marks[node.nodeName]?.(node)
  return [...node.childNodes].flatMap((child) => wordsIn(child, mark ? [...inside, mark] : inside))
}
