import { isLinkAddress, type RichMark, type RichNode } from '@hikmah/contract/rich-text'

const marks: Record<string, (element: Element) => RichMark | undefined> = {
  STRONG: () => ({ type: 'bold' }),
  B: () => ({ type: 'bold' }),
  EM: () => ({ type: 'italic' }),
  I: () => ({ type: 'italic' }),
  U: () => ({ type: 'underline' }),
  A: linkMark,
}
/** Of a link that may not be stored, the text stays. */
function linkMark(element: Element): RichMark | undefined {
  const href = element.getAttribute('href') ?? ''
  return isLinkAddress(href) ? { type: 'link', attrs: { href } } : undefined
}
const lists: Record<string, RichNode['type']> = { UL: 'bulletList', OL: 'orderedList', LI: 'listItem' }

/** Reads an element that the browser edits; `''` without any text. */
export function readRichText(element: HTMLElement): string {
  if (element.textContent?.trim() === '') return ''
  return JSON.stringify({ type: 'doc', content: blocksIn(element) })
}

/** Text beside paragraphs and lists, as browsers leave it, becomes a paragraph of its own. */
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
    } else line.push(...textIn(node, []))
  }
  endLine()
  return blocks
}

function textIn(node: Node, marksAround: RichMark[]): RichNode[] {
  if (node.nodeName === 'BR') return [{ type: 'hardBreak' }]
  if (!(node instanceof Element)) {
    const text = node.textContent ?? ''
    return text === '' ? [] : [{ type: 'text', text, ...(marksAround.length > 0 && { marks: marksAround }) }]
  }
  const mark = marks[node.nodeName]?.(node)
  return [...node.childNodes].flatMap((child) => textIn(child, mark ? [...marksAround, mark] : marksAround))
}
