import { isLinkAddress } from '@hikmah/contract/rich-text'
import { readPasted } from '@hikmah/contract/typed'

const BLOCKS = 'p,div,h1,h2,h3,h4,h5,h6,ul,ol,li,table,blockquote,pre,section,article,header,footer,dl,dt,dd,address'
const NEVER = 'head,script,style,title,template,noscript,del,object,iframe,svg,button,select,input,textarea,[hidden]'
const CELL_SEPARATOR = ' | '

interface Html {
  createHTML: (html: string) => string
}
const asItIs: Html = { createHTML: (html) => html }
/** What is pasted is parsed into a document that runs nothing. */
const policy =
  (globalThis as { trustedTypes?: { createPolicy: (name: string, rules: Html) => Html } }).trustedTypes?.createPolicy(
    'pasted-html',
    asItIs,
  ) ?? asItIs

interface Format {
  bold?: boolean
  italic?: boolean
  underline?: boolean
  href?: string
}

/**
 * The HTML that Word, Outlook, Google Docs and Sheets put on the clipboard, as it reads there: what their styles call bold
 * is bold, a row of a table is a line, and what they hide stays behind. Styles are read as text, since our content policy
 * keeps the browser from reading them.
 */
export function cleanPaste(html: string): string {
  const { documentElement: root, body } = new DOMParser().parseFromString(policy.createHTML(html), 'text/html')
  const byClass = new Map<string, string>()
  for (const { textContent } of root.querySelectorAll('style'))
    for (const [, name, rules] of textContent.matchAll(/\.([\w-]+)\s*\{([^}]*)\}/g)) byClass.set(name!, rules!)

  const styleOf = (element: Element, property: string): string | undefined => {
    const rules = [...element.classList].map((name) => byClass.get(name) ?? '')
    const all = [...rules, element.getAttribute('style') ?? ''].join(';').toLowerCase()
    return [...all.matchAll(/([\w-]+)\s*:\s*([^;]*)/g)].findLast(([, name]) => name === property)?.[2]?.trim()
  }
  const isHidden = (element: Element) =>
    element.matches(NEVER) ||
    styleOf(element, 'display') === 'none' ||
    styleOf(element, 'visibility') === 'hidden' ||
    styleOf(element, 'mso-hide') === 'all' ||
    /^0(px|pt|em)?$/.test(styleOf(element, 'font-size') ?? '') ||
    // The bullet of a list, and comments beside the text.
    /^ignore/.test(styleOf(element, 'mso-list') ?? '') ||
    /^comment/.test(styleOf(element, 'mso-element') ?? '') ||
    element.matches('[class*="MsoComment"],[class*="msocom"]')

  function formatOf(element: Element, around: Format): Format {
    const format = { ...around }
    const weight = styleOf(element, 'font-weight')
    if (weight) format.bold = /^(bold|bolder|[6-9]00)/.test(weight)
    else if (element.matches('b,strong')) format.bold = true
    const slant = styleOf(element, 'font-style')
    if (slant) format.italic = /^(italic|oblique)/.test(slant)
    else if (element.matches('i,em')) format.italic = true
    const line = styleOf(element, 'text-decoration') ?? styleOf(element, 'text-decoration-line')
    if (line) format.underline = line.includes('underline')
    else if (element.matches('u,ins')) format.underline = true
    const href = element.getAttribute('href') ?? ''
    if (element.matches('a') && isLinkAddress(href)) format.href = href
    return format
  }

  const textOf = (text: string, { bold, italic, underline, href }: Format) => {
    const holder = root.ownerDocument.createElement('p')
    holder.textContent = readPasted(text.replace(/[ \t\r\n]+/g, ' '))
    // A link is underlined anyhow.
    const tags = [href && 'a', bold && 'strong', italic && 'em', underline && !href && 'u'].filter(Boolean) as string[]
    for (const tag of holder.textContent.trim() === '' ? [] : tags) {
      const mark = root.ownerDocument.createElement(tag)
      if (tag === 'a') mark.setAttribute('href', href!)
      mark.append(...holder.childNodes)
      holder.append(mark)
    }
    return holder.innerHTML
  }

  const lineOf = (parent: Node, format: Format, lineEnd: string): string =>
    [...parent.childNodes]
      .map((node) => {
        if (node.nodeType === Node.TEXT_NODE) return textOf(node.textContent ?? '', format)
        if (!(node instanceof Element) || isHidden(node)) return ''
        if (node.matches('br')) return lineEnd
        const text = lineOf(node, formatOf(node, format), lineEnd)
        return node.matches(BLOCKS) ? ` ${text} ` : text
      })
      .join('')

  const rowOf = (row: Element, format: Format) =>
    [...row.children]
      .filter((cell) => cell.matches('td,th') && !isHidden(cell))
      .map((cell) => lineOf(cell, formatOf(cell, format), ' ').trim())
      .join(CELL_SEPARATOR)

  function blocks(parent: Node, format: Format): string {
    let result = ''
    let line = ''
    const endLine = () => {
      if (line.replaceAll('<br>', '').trim() !== '') result += `<p>${line}</p>`
      line = ''
    }
    let list: string | undefined
    const listOf = (wanted?: string) => {
      if (list && list !== wanted) result += `</${list}>`
      if (wanted && list !== wanted) result += `<${wanted}>`
      list = wanted
    }
    for (const node of parent.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) line += textOf(node.textContent ?? '', format)
      if (!(node instanceof Element) || isHidden(node)) continue
      const isBlock = node.matches(BLOCKS) || node.querySelector(BLOCKS) !== null
      const own = formatOf(node, format)
      if (!isBlock) {
        line += node.matches('br') ? '<br>' : lineOf(node, own, '<br>')
        continue
      }
      endLine()
      const isListed = /^l\d+ level/.test(styleOf(node, 'mso-list') ?? '')
      if (isListed) {
        const bullet = [...node.querySelectorAll('*')].find((part) => /^ignore/.test(styleOf(part, 'mso-list') ?? ''))
        listOf(/^\s*\(?\w+[.)]/.test(bullet?.textContent ?? '') ? 'ol' : 'ul')
        result += `<li><p>${lineOf(node, own, '<br>')}</p></li>`
        continue
      }
      listOf()
      if (node.matches('ul,ol,li')) {
        const name = node.nodeName.toLowerCase()
        result += `<${name}>${blocks(node, own)}</${name}>`
      } else if (node.matches('table') && !node.querySelector('table')) {
        const rows = [...node.querySelectorAll('tr')].filter((row) => !isHidden(row)).map((row) => rowOf(row, own))
        result += rows
          .filter((row) => row.replaceAll(CELL_SEPARATOR, '').trim() !== '')
          .map((row) => `<p>${row}</p>`)
          .join('')
      } else result += blocks(node, own)
    }
    endLine()
    listOf()
    return result
  }

  return blocks(body, {})
}
