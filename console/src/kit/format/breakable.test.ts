import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { breakable } from './breakable.tsx'

test.each([
  ['amina.zaki@masjid.example', 'amina|.zaki@|masjid|.example'],
  ['Sent to a@b.example. It costs $1,250.00.', 'Sent to a@|b|.example. It costs $1,250.00.'],
  ['determination letter.pdf', 'determination letter|.pdf'],
  ['Masjid Quba', 'Masjid Quba'],
])('%s is broken at @ and dots alone', (text, broken) => {
  const html = renderToStaticMarkup(breakable(text))
  expect(html.replaceAll('<wbr/>', '|').replace(/<\/?span[^>]*>/g, '')).toBe(broken)
})
