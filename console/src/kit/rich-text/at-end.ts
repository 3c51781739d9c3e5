import { type RichNode, richDocument } from '@hikmah/contract/rich-text/document'

const isPlain = (value: string) => !/^\s*[[{]/.test(value)

/** A kept text with more at its end: behind the last word, wherever that stands. */
export const withTextAtEnd = (value: string, more: string): string =>
  isPlain(value) ? value + more : JSON.stringify(extended(richDocument(value), more))

function extended(node: RichNode, more: string): RichNode {
  const { content = [] } = node
  const last = content.at(-1)
  if (node.type === 'paragraph') return { ...node, content: [...content, { type: 'text', text: more }] }
  if (!last) return { ...node, content: [{ type: 'paragraph', content: [{ type: 'text', text: more }] }] }
  return { ...node, content: [...content.slice(0, -1), extended(last, more)] }
}
