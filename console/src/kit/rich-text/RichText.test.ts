import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RichText } from './RichText.tsx'

const kept = (text: string, mark?: object) =>
  JSON.stringify({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text, marks: mark ? [mark] : [] }] }],
  })
const shown = (value: string) => renderToStaticMarkup(createElement(RichText, { value }))

test('a link that a visitor wrote opens apart and learns nothing of the console', () => {
  const link = { type: 'link', attrs: { href: 'https://quba.example/' } }
  expect(shown(kept('our site', link))).toContain(
    '<a href="https://quba.example/" target="_blank" rel="noopener noreferrer">our site</a>',
  )
})

test('what looks like HTML is text', () => {
  expect(shown(kept('<img src=x onerror=alert(1)>'))).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(shown('<script>alert(1)</script>')).not.toContain('<script>')
})
