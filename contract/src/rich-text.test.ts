import { expect, test } from 'vitest'
import { plainTextOf, RichText, richDocument } from './rich-text.ts'

const Note = RichText(100)
const doc = (...content: unknown[]) => JSON.stringify({ type: 'doc', content })
const words = (text: string, marks?: unknown[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(marks && { marks }) }],
})

test('plain text is kept as it is, also when it begins like JSON', () => {
  expect(Note.parse('  Call back on Monday ')).toBe('Call back on Monday')
  expect(Note.parse('[see the plan]')).toBe('[see the plan]')
  expect(Note.parse('42')).toBe('42')
})

test('a document is kept in one canonical form and reads as its words', () => {
  const kept = Note.parse(
    doc({ ...words('Salam', [{ type: 'bold' }]), attrs: { textAlign: null } }, words('front desk')),
  )
  expect(JSON.parse(kept)).toEqual({ type: 'doc', content: [words('Salam', [{ type: 'bold' }]), words('front desk')] })
  expect(plainTextOf(kept)).toBe('Salam\nfront desk')
})

test('blocks with children, as other editors write them, become the same document', () => {
  const kept = Note.parse(JSON.stringify([{ type: 'paragraph', children: [{ text: 'Front desk', bold: true }] }]))
  expect(richDocument(kept)).toEqual({ type: 'doc', content: [words('Front desk', [{ type: 'bold' }])] })
})

test.each([
  ['Draft.js', { blocks: [{ key: 'a', text: 'Front desk', type: 'header-one' }, { text: 'Two' }], entityMap: {} }],
  ['Quill', { ops: [{ insert: 'Front ' }, { insert: 'desk', attributes: { bold: true } }, { insert: '\nTwo\n' }] }],
  [
    'Lexical',
    { root: { type: 'root', children: ['Front desk', 'Two'].map((text) => ({ children: [{ type: 'text', text }] })) } },
  ],
])('of what %s writes the words are kept', (_, written) => {
  const kept = Note.parse(JSON.stringify(written))
  expect(richDocument(kept)).toEqual({ type: 'doc', content: [words('Front desk'), words('Two')] })
  expect(Note.safeParse(JSON.stringify({ blocks: [{ text: 'a'.repeat(101) }] })).success).toBe(false)
})

test.each([
  'https://masjid.example/?a=1&b="2"#x',
  'http://masjid.example',
  'mailto:office@masjid.example?subject=Salam',
])('the link %s is kept', (href) => {
  const sent = doc(words('x', [{ type: 'link', attrs: { href } }]))
  expect(JSON.parse(Note.parse(sent))).toEqual(JSON.parse(sent))
})

test('of a document that cannot be kept the words are shown, not its JSON', () => {
  const call = { type: 'text', text: 'Call us', marks: [{ type: 'link', attrs: { href: 'tel:+15105550142' } }] }
  expect(
    plainTextOf(doc({ type: 'paragraph', content: [call, { type: 'text', text: ' today' }] }, words('Salam'))),
  ).toBe('Call us today\nSalam')
})

test('the most lines that are kept as plain text are kept as a document too', () => {
  const lines = Note.parse(`a${'\n'.repeat(248)}b`)
  expect(plainTextOf(Note.parse(JSON.stringify(richDocument(lines))))).toBe(lines)
})

test('a document without words is empty', () => {
  expect(Note.parse(doc({ type: 'paragraph' }))).toBe('')
  expect(Note.parse(JSON.stringify([{ type: 'paragraph', children: [{ text: '  ' }] }]))).toBe('')
})

test('a hundred characters fit, of any kind, and no more', () => {
  expect(Note.safeParse(doc(words('ب'.repeat(60)), words('😀'.repeat(40)))).success).toBe(true)
  expect(Note.safeParse(doc(words('a'.repeat(60)), words('b'.repeat(41)))).success).toBe(false)
  expect(Note.safeParse('a'.repeat(101)).success).toBe(false)
})

const nested = (depth: number): unknown =>
  depth === 0 ? words('deep') : { type: 'bulletList', content: [{ type: 'listItem', content: [nested(depth - 1)] }] }

test.each([
  ['a script link', doc(words('x', [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }]))],
  ['a link with a space before it', doc(words('x', [{ type: 'link', attrs: { href: ' https://masjid.example' } }]))],
  ['a link without its slashes', doc(words('x', [{ type: 'link', attrs: { href: 'https:masjid.example' } }]))],
  [
    'a link to a host longer than any',
    doc(words('x', [{ type: 'link', attrs: { href: `https://${'a'.repeat(301)}` } }])),
  ],
  [
    'a link with hidden characters',
    doc(words('x', [{ type: 'link', attrs: { href: 'https://masjid.example/\u202egpj.exe' } }])),
  ],
  [
    'a link that poses as another',
    doc(words('x', [{ type: 'link', attrs: { href: 'https://masjid.example@evil.example' } }])),
  ],
  ['thousands of empty lines', `a${'\n'.repeat(5000)}b`],
  ['thousands of empty lines in a document', doc(words(`a${'\n'.repeat(5000)}b`))],
  ['an unknown node', doc({ type: 'image', attrs: { src: 'https://masjid.example/x.png' } })],
  ['an unknown mark', doc(words('x', [{ type: 'highlight' }]))],
  ['an unknown key', doc({ ...words('x'), onclick: 'x' })],
  ['a prototype', `{"type":"doc","content":[{"type":"paragraph","__proto__":{"text":"x"}}]}`],
  ['a constructor', `[{"type":"constructor","children":[{"text":"x"}]}]`],
  ['text right in the document', doc({ type: 'text', text: 'x' })],
  ['too deep a nest', doc(nested(6))],
  ['too deep a nest of another editor', `{"blocks":[${'['.repeat(4000)}${']'.repeat(4000)}]}`],
  ['too many parts', doc(...Array.from({ length: 500 }, () => ({ type: 'paragraph' })))],
  ['hidden characters', doc(words('a\u202eb'))],
  ['a letter with more than thirty marks', doc(words(`a${'\u0301'.repeat(31)}`))],
  ['an object that is no document', '{"a":1}'],
  [
    'more than 64 KB',
    JSON.stringify([{ type: 'paragraph', children: [{ text: '' }], attrs: { title: 'x'.repeat(65_536) } }]),
  ],
])('%s is refused', (_, text) => {
  expect(Note.safeParse(text).success).toBe(false)
})
