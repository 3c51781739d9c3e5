import { z } from 'zod'
import { BoundedText, streamSafe } from './common.ts'
import { HIDDEN, isWellFormed, isWithin } from './words.ts'

/*
 * Rich text travels as a JSON string (second seed, section 3). What is kept is one canonical document, built again from
 * the nodes, marks and keys named here. Of what Draft.js, Quill and Lexical write, the words are kept, a paragraph for each
 * line; anything else is refused.
 */

export interface RichMark {
  type: 'bold' | 'italic' | 'underline' | 'link'
  attrs?: { href: string }
}

export interface RichNode {
  type: 'doc' | 'paragraph' | 'bulletList' | 'orderedList' | 'listItem' | 'hardBreak' | 'text'
  content?: RichNode[]
  text?: string
  marks?: RichMark[]
}

export const MAX_BYTES = 65_536
const MAX_NODES = 500
const MAX_DEPTH = 10
const TOO_DEEP = `Nested deeper than ${MAX_DEPTH} levels`

/** Each line becomes a paragraph and its text, so that what is kept as plain text can be saved as a document too. */
const MAX_LINES = MAX_NODES / 2 - 1
const NOT_A_TEXT = 'This text cannot be saved'

const children: Record<RichNode['type'], readonly RichNode['type'][]> = {
  doc: ['paragraph', 'bulletList', 'orderedList'],
  paragraph: ['text', 'hardBreak'],
  bulletList: ['listItem'],
  orderedList: ['listItem'],
  listItem: ['paragraph', 'bulletList', 'orderedList'],
  hardBreak: [],
  text: [],
}

/** The names other editors give the same nodes, so that a client may send a list of blocks with `children`. */
const otherNames: Record<string, RichNode['type']> = {
  'bulleted-list': 'bulletList',
  'numbered-list': 'orderedList',
  'list-item': 'listItem',
}

const KEYS = new Set(['type', 'content', 'children', 'text', 'marks', 'attrs', 'bold', 'italic', 'underline'])
const ATTRS = new Set(['href', 'target', 'rel', 'class', 'title', 'start', 'type', 'textAlign'])

export class NotKept extends Error {}

type Raw = Record<string, unknown>

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)
const only = (value: Raw, keys: Set<string>) => Object.keys(value).every((key) => keys.has(key))

/** Whether a link may lead there, as far as the address itself tells. A very long host takes the square of it to read. */
export const isLinkAddress = (href: string) =>
  /^(https?:\/\/[^\s/?#]{1,300}([/?#]\S*)?|mailto:\S+)$/i.test(href) && URL.canParse(href)

/** Links lead to the web or to a mailbox, never to a script, and show where they lead: no hidden characters, no password. */
function safeHref(href: unknown): string {
  const isGood = typeof href === 'string' && href.length <= 2048 && isWellFormed(href) && isLinkAddress(href)
  if (!isGood) throw new NotKept('A link must start with https://, http:// or mailto:')
  const { username, password } = new URL(href)
  if (username !== '' || password !== '') throw new NotKept('A link must not hold a user name or a password')
  return href
}

function markOf(raw: unknown): RichMark {
  if (!isRaw(raw) || !only(raw, new Set(['type', 'attrs']))) throw new NotKept(NOT_A_TEXT)
  const { type, attrs } = raw
  if (type === 'bold' || type === 'italic' || type === 'underline') return { type }
  if (type !== 'link' || !isRaw(attrs) || !only(attrs, ATTRS)) throw new NotKept(NOT_A_TEXT)
  return { type, attrs: { href: safeHref(attrs.href) } }
}

/** Either `marks`, or the flags that other editors set on the text itself. */
function marksOf(raw: Raw): RichMark[] {
  const flags = (['bold', 'italic', 'underline'] as const).filter((flag) => raw[flag] === true)
  const { marks = [] } = raw
  if (!Array.isArray(marks)) throw new NotKept(NOT_A_TEXT)
  return [...marks.map(markOf), ...flags.map((type) => ({ type }))]
}

function textNode(raw: Raw): RichNode {
  if (typeof raw.text !== 'string') throw new NotKept(NOT_A_TEXT)
  const marks = marksOf(raw)
  return { type: 'text', text: raw.text, ...(marks.length > 0 && { marks }) }
}

interface Count {
  nodes: number
}

function nodeOf(raw: unknown, parent: RichNode['type'] | undefined, depth: number, count: Count): RichNode {
  count.nodes += 1
  if (count.nodes > MAX_NODES) throw new NotKept(`At most ${MAX_NODES} parts`)
  if (depth > MAX_DEPTH) throw new NotKept(TOO_DEEP)
  if (!isRaw(raw) || !only(raw, KEYS)) throw new NotKept(NOT_A_TEXT)
  if (raw.attrs !== undefined && raw.attrs !== null && !(isRaw(raw.attrs) && only(raw.attrs, ATTRS)))
    throw new NotKept(NOT_A_TEXT)
  const named = raw.type === undefined && 'text' in raw ? 'text' : raw.type
  if (typeof named !== 'string') throw new NotKept(NOT_A_TEXT)
  const type = Object.hasOwn(otherNames, named) ? otherNames[named]! : (named as RichNode['type'])
  if (!Object.hasOwn(children, type) || (parent && !children[parent].includes(type))) throw new NotKept(NOT_A_TEXT)
  if (type === 'text') return textNode(raw)
  const inner = raw.content ?? raw.children ?? []
  if (!Array.isArray(inner)) throw new NotKept(NOT_A_TEXT)
  const content = inner
    .map((child) => nodeOf(child, type, depth + 1, count))
    // Other editors keep an empty text in an empty paragraph; the canonical one has none.
    .filter((child) => child.type !== 'text' || child.text !== '')
  return { type, ...(content.length > 0 && { content }) }
}

/** The words of a document of another editor: Draft.js has `blocks`, Quill `ops` and Lexical a `root`. */
function wordsOfOthers(raw: unknown): string | undefined {
  if (!isRaw(raw)) return undefined
  const { blocks, ops, root } = raw
  if (Array.isArray(blocks)) return wordsIn(blocks)
  if (Array.isArray(ops)) return ops.map((op) => (isRaw(op) && typeof op.insert === 'string' ? op.insert : '')).join('')
  return isRaw(root) ? wordsIn(root) : undefined
}

const paragraphsOf = (words: string): RichNode => ({
  type: 'doc',
  content: words
    .trimEnd()
    .split('\n')
    .map((text) => ({ type: 'paragraph', ...(text !== '' && { content: [{ type: 'text', text }] }) })),
})

/** The document in a string of JSON, or undefined when the string is plain text. Throws `NotKept` for other JSON. */
function documentOf(text: string): RichNode | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return undefined
  }
  if (new TextEncoder().encode(text).length > MAX_BYTES) throw new NotKept('At most 64 KB')
  const words = wordsOfOthers(raw)
  if (words !== undefined) return paragraphsOf(words)
  const isDocument = isRaw(raw) && raw.type === 'doc'
  return nodeOf(isDocument ? raw : { type: 'doc', content: raw }, undefined, 1, { nodes: 0 })
}

const textOf = (node: RichNode): string =>
  node.type === 'hardBreak'
    ? '\n'
    : (node.text ?? (node.content ?? []).map(textOf).join(node.type === 'paragraph' ? '' : '\n'))

/** The words of any document, a line for each of its blocks. Throws `NotKept` where they lie deeper than so many levels. */
function wordsIn(raw: unknown, levels = MAX_DEPTH): string {
  if (levels === 0) throw new NotKept(TOO_DEEP)
  const wordsOf = (inner: unknown) => wordsIn(inner, levels - 1)
  if (Array.isArray(raw)) return raw.map(wordsOf).join('\n')
  if (!isRaw(raw)) return ''
  if (typeof raw.text === 'string') return raw.text
  const inner = raw.content ?? raw.children
  if (!Array.isArray(inner)) return ''
  return inner.map(wordsOf).join(inner.some((one) => isRaw(one) && typeof one.text === 'string') ? '' : '\n')
}

/** A kept text as a document to show or edit. Plain text becomes paragraphs. */
export function richDocument(kept: string): RichNode {
  let words = kept
  try {
    const document = documentOf(kept)
    if (document) return document
  } catch {
    // Of what cannot be kept, as by a rule that became stricter, the words are shown.
    words = wordsIn(JSON.parse(kept), Number.POSITIVE_INFINITY)
  }
  return paragraphsOf(words)
}

/** A kept text as a document in a string of JSON, also where it is plain text. */
export const documentText = (kept: string): string => JSON.stringify(richDocument(kept))

/** The words alone, a line for each paragraph. */
export const plainTextOf = (kept: string): string => textOf(richDocument(kept)).trim()

/**
 * What is kept of a text: the plain text or the canonical document, and `''` when there are no words in it. `max` counts
 * the characters of the words (code points), as the editors do. Throws `NotKept` with what is wrong.
 */
export function keptText(text: string, max: number): string {
  const document = documentOf(text)
  const words = document ? textOf(document) : text
  if (!isWellFormed(words.trim())) throw new NotKept(HIDDEN)
  if (words.split('\n').length > MAX_LINES) throw new NotKept(`At most ${MAX_LINES} lines`)
  if (!isWithin(words.replaceAll('\n', '').trim(), max)) throw new NotKept(`At most ${max} characters`)
  if (words.trim() === '') return ''
  return document ? JSON.stringify(document) : words.trim()
}

export function richTextProblem(text: string, max: number): string | undefined {
  try {
    keptText(text, max)
  } catch (error) {
    if (error instanceof NotKept) return error.message
    throw error
  }
}

/** Plain text or a rich-text document as a JSON string, as `keptText` keeps it. */
export const RichText = (max: number) =>
  BoundedText(MAX_BYTES, 'At most 64 KB')
    .transform((text, ctx) => {
      try {
        return keptText(text, max)
      } catch (error) {
        if (!(error instanceof NotKept)) throw error
        ctx.addIssue({ code: 'custom', message: error.message })
        return z.NEVER
      }
    })
    .check(streamSafe)
