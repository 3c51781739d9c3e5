import { z } from 'zod'
import { BoundedText, streamSafe } from './common.ts'
import { isTurned, readLong, readPasted, readTyped, TURNED } from './typed.ts'
import { isWithin } from './words.ts'

/*
 * Rich text is a JSON string (second seed, section 3). It is stored as a canonical document, rebuilt from the nodes, marks
 * and keys named here. The text of Draft.js, Quill and Lexical documents becomes paragraphs; anything else is refused.
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

/** Each line becomes a paragraph and its text, so that a stored plain text can be saved as a document too. */
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

/** Names in other editors, which send a list of blocks with `children`. */
const otherNames: Record<string, RichNode['type']> = {
  'bulleted-list': 'bulletList',
  'numbered-list': 'orderedList',
  'list-item': 'listItem',
}

const KEYS = new Set(['type', 'content', 'children', 'text', 'marks', 'attrs', 'bold', 'italic', 'underline'])
const ATTRS = new Set(['href', 'target', 'rel', 'class', 'title', 'start', 'type', 'textAlign'])

class NotStorable extends Error {}

type Raw = Record<string, unknown>

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)
const only = (value: Raw, keys: Set<string>) => Object.keys(value).every((key) => keys.has(key))

/** The host is limited since parsing takes quadratic time. */
export const isLinkAddress = (href: string) =>
  /^(https?:\/\/[^\s/?#]{1,300}([/?#]\S*)?|mailto:\S+)$/i.test(href) && URL.canParse(href)

/** Links lead to the web or to a mailbox, without hidden characters or a password, so that people see where they lead. */
function safeHref(href: unknown): string {
  const isGood =
    typeof href === 'string' &&
    href.length <= 2048 &&
    readTyped(href) === href &&
    !isTurned(href) &&
    isLinkAddress(href)
  if (!isGood) throw new NotStorable('A link must start with https://, http:// or mailto:')
  const { username, password } = new URL(href)
  if (username !== '' || password !== '') throw new NotStorable('A link must not hold a user name or a password')
  return href
}

function parseMark(raw: unknown): RichMark {
  if (!isRaw(raw) || !only(raw, new Set(['type', 'attrs']))) throw new NotStorable(NOT_A_TEXT)
  const { type, attrs } = raw
  if (type === 'bold' || type === 'italic' || type === 'underline') return { type }
  if (type !== 'link' || !isRaw(attrs) || !only(attrs, ATTRS)) throw new NotStorable(NOT_A_TEXT)
  return { type, attrs: { href: safeHref(attrs.href) } }
}

/** From `marks`, or from the flags of other editors on the text itself. */
function parseMarks(raw: Raw): RichMark[] {
  const flags = (['bold', 'italic', 'underline'] as const).filter((flag) => raw[flag] === true)
  const { marks = [] } = raw
  if (!Array.isArray(marks)) throw new NotStorable(NOT_A_TEXT)
  return [...marks.map(parseMark), ...flags.map((type) => ({ type }))]
}

function textNode(raw: Raw): RichNode {
  if (typeof raw.text !== 'string') throw new NotStorable(NOT_A_TEXT)
  const marks = parseMarks(raw)
  return { type: 'text', text: readPasted(raw.text, true), ...(marks.length > 0 && { marks }) }
}

function parseNode(raw: unknown, parent?: RichNode['type'], depth = 1, count = { nodes: 0 }): RichNode {
  count.nodes += 1
  if (count.nodes > MAX_NODES) throw new NotStorable(`At most ${MAX_NODES} parts`)
  if (depth > MAX_DEPTH) throw new NotStorable(TOO_DEEP)
  if (!isRaw(raw) || !only(raw, KEYS)) throw new NotStorable(NOT_A_TEXT)
  if (raw.attrs !== undefined && raw.attrs !== null && !(isRaw(raw.attrs) && only(raw.attrs, ATTRS)))
    throw new NotStorable(NOT_A_TEXT)
  const name = raw.type === undefined && 'text' in raw ? 'text' : raw.type
  if (typeof name !== 'string') throw new NotStorable(NOT_A_TEXT)
  const type = Object.hasOwn(otherNames, name) ? otherNames[name]! : (name as RichNode['type'])
  if (!Object.hasOwn(children, type) || (parent && !children[parent].includes(type))) throw new NotStorable(NOT_A_TEXT)
  if (type === 'text') return textNode(raw)
  const inner = raw.content ?? raw.children ?? []
  if (!Array.isArray(inner)) throw new NotStorable(NOT_A_TEXT)
  const content = inner
    .map((child) => parseNode(child, type, depth + 1, count))
    // Other editors have an empty text in an empty paragraph.
    .filter((child) => child.type !== 'text' || child.text !== '')
  return { type, ...(content.length > 0 && { content }) }
}

/** Draft.js has `blocks`, Quill `ops` and Lexical a `root`. */
function foreignText(raw: unknown): string | undefined {
  if (!isRaw(raw)) return undefined
  const { blocks, ops, root } = raw
  if (Array.isArray(blocks)) return textLines(blocks)
  if (Array.isArray(ops)) return ops.map((op) => (isRaw(op) && typeof op.insert === 'string' ? op.insert : '')).join('')
  return isRaw(root) ? textLines(root) : undefined
}

const toParagraphs = (text: string): RichNode => ({
  type: 'doc',
  content: text
    .trimEnd()
    .split('\n')
    .map((line) => ({ type: 'paragraph', ...(line !== '' && { content: [{ type: 'text', text: line }] }) })),
})

/** Undefined when the string is plain text. Throws `NotStorable` for other JSON. */
function parseDocument(text: string): RichNode | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return undefined
  }
  if (new TextEncoder().encode(text).length > MAX_BYTES) throw new NotStorable('At most 64 KB')
  const otherText = foreignText(raw)
  if (otherText !== undefined) return toParagraphs(readLong(otherText))
  const isDocument = isRaw(raw) && raw.type === 'doc'
  return parseNode(isDocument ? raw : { type: 'doc', content: raw })
}

const nodeText = (node: RichNode): string =>
  node.type === 'hardBreak'
    ? '\n'
    : (node.text ?? (node.content ?? []).map(nodeText).join(node.type === 'paragraph' ? '' : '\n'))

/** A line for each block of any document. Throws `NotStorable` below so many levels. */
function textLines(raw: unknown, levels = MAX_DEPTH): string {
  if (levels === 0) throw new NotStorable(TOO_DEEP)
  const innerLines = (inner: unknown) => textLines(inner, levels - 1)
  if (Array.isArray(raw)) return raw.map(innerLines).join('\n')
  if (!isRaw(raw)) return ''
  if (typeof raw.text === 'string') return raw.text
  const inner = raw.content ?? raw.children
  if (!Array.isArray(inner)) return ''
  return inner.map(innerLines).join(inner.some((child) => isRaw(child) && typeof child.text === 'string') ? '' : '\n')
}

/** Plain text becomes paragraphs. */
export function richDocument(stored: string): RichNode {
  try {
    return parseDocument(stored) ?? toParagraphs(stored)
  } catch {
    // A document from before a stricter rule shows its plain text.
    return toParagraphs(textLines(JSON.parse(stored), Number.POSITIVE_INFINITY))
  }
}

export const documentText = (stored: string): string => JSON.stringify(richDocument(stored))

/** A line for each paragraph. */
export const plainTextOf = (stored: string): string => nodeText(richDocument(stored)).trim()

/** Plain text or the canonical document, `''` without any words. Throws `NotStorable` with what is wrong. */
function storableText(text: string, max: number): string {
  const document = parseDocument(text)
  const words = readLong(document ? nodeText(document) : text)
  if (isTurned(words)) throw new NotStorable(TURNED)
  if (words.split('\n').length > MAX_LINES) throw new NotStorable(`At most ${MAX_LINES} lines`)
  if (!isWithin(words.replaceAll('\n', ''), max)) throw new NotStorable(`At most ${max} characters`)
  if (words === '') return ''
  return document ? JSON.stringify(document) : words
}

export function richTextProblem(text: string, max: number): string | undefined {
  try {
    storableText(text, max)
  } catch (error) {
    if (error instanceof NotStorable) return error.message
    throw error
  }
}

export const RichText = (max: number) =>
  BoundedText(MAX_BYTES, 'At most 64 KB')
    .transform((text, ctx) => {
      try {
        return storableText(text, max)
      } catch (error) {
        if (!(error instanceof NotStorable)) throw error
        ctx.addIssue({ code: 'custom', message: error.message })
        return z.NEVER
      }
    })
    .check(streamSafe)
