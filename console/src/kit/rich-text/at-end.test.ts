import { plainTextOf } from '@hikmah/contract/rich-text/document'
import { expect, test } from 'vitest'
import { withTextAtEnd } from './at-end.ts'

const bold = { type: 'text', text: 'Hall', marks: [{ type: 'bold' }] }
const documentWith = (...content: object[]) => JSON.stringify({ type: 'doc', content })

test('what is typed before the editor is there stands behind what was written, and keeps its form', () => {
  expect(withTextAtEnd('', 'S')).toBe('S')
  expect(withTextAtEnd('Salam', ' to all')).toBe('Salam to all')
  const inParagraph = withTextAtEnd(documentWith({ type: 'paragraph', content: [bold] }), ' door')
  expect(plainTextOf(inParagraph)).toBe('Hall door')
  expect(inParagraph).toContain('"bold"')
})

test('behind a list it goes on in the last point, and an empty document begins with it', () => {
  const point = { type: 'listItem', content: [{ type: 'paragraph', content: [bold] }] }
  expect(plainTextOf(withTextAtEnd(documentWith({ type: 'bulletList', content: [point, point] }), ' 2'))).toBe(
    'Hall\nHall 2',
  )
  expect(plainTextOf(withTextAtEnd(documentWith(), 'First'))).toBe('First')
})
