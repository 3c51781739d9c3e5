import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { isLinkAddress } from '@hikmah/contract/rich-text'
import { expect, type Page, test } from '@playwright/test'

/** With what it imports written into it. */
const source = stripTypeScriptTypes(
  readFileSync(join(import.meta.dirname, '../console/src/kit/rich-text/read-rich-text.ts'), 'utf8'),
).replace(/^import .*$/m, `const isLinkAddress = ${isLinkAddress}`)

/** What is kept of an element that holds this, in a browser's own DOM. */
async function keptOf(page: Page, html: string) {
  await page.setContent(`<div id="written">${html}</div>`)
  const kept = await page.locator('#written').evaluate(async (element, code) => {
    const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
    const { readRichText } = await import(url)
    return readRichText(element) as string
  }, source)
  return kept && (JSON.parse(kept) as { content: unknown[] }).content
}

const words = (text: string, ...marks: object[]) => ({ type: 'text', text, ...(marks.length > 0 && { marks }) })
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })

test('what is written before the editor has come is kept as the editor would keep it', async ({ page }) => {
  expect(await keptOf(page, '')).toBe('')
  expect(await keptOf(page, '<p> <br></p>')).toBe('')
  expect(await keptOf(page, '<p>Salam</p>')).toEqual([paragraph(words('Salam'))])
  // Firefox and Chrome put the first line beside the others.
  expect(await keptOf(page, 'Salam<div>and peace</div>')).toEqual([
    paragraph(words('Salam')),
    paragraph(words('and peace')),
  ])
  expect(await keptOf(page, '<p>one<br>two</p>')).toEqual([
    paragraph(words('one'), { type: 'hardBreak' }, words('two')),
  ])
  expect(await keptOf(page, '<p>a <b>bold <i>and</i></b> <a href="https://quba.example/">link</a></p>')).toEqual([
    paragraph(
      words('a '),
      words('bold ', { type: 'bold' }),
      words('and', { type: 'bold' }, { type: 'italic' }),
      words(' '),
      words('link', { type: 'link', attrs: { href: 'https://quba.example/' } }),
    ),
  ])
  expect(await keptOf(page, '<p>call <a href="tel:+15105550142">us</a></p>')).toEqual([
    paragraph(words('call '), words('us')),
  ])
  expect(await keptOf(page, '<ul><li>dates</li><li><p>water</p></li></ul>after')).toEqual([
    {
      type: 'bulletList',
      content: [
        { type: 'listItem', content: [paragraph(words('dates'))] },
        { type: 'listItem', content: [paragraph(words('water'))] },
      ],
    },
    paragraph(words('after')),
  ])
})
