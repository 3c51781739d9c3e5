import { DAY_S } from '../process/clock.ts'

export const OPEN_IN_CONSOLE = 'Open it in the console'

const toBdi = (html: string) => html.replace(/\u2068([^\u2068\u2069]*)\u2069/g, '<bdi>$1</bdi>')

interface LetterPart {
  greeting: string
  paragraphs: string[]
  code?: string
  lists?: { title: string; items: string[] }[]
  quotes?: { title: string; text: string }[]
  action?: { label: string; url: string }
  closing?: string
}

/** The layout turns it into the text and the HTML body. */
export interface LetterText extends LetterPart {
  /** The same below it, in right-to-left languages. */
  translations?: (LetterPart & { language: string })[]
}

const FOOTER =
  'Hikmah Console, for mosques and Islamic centers. You received this e-mail because of activity on the Hikmah platform.'

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

export function layOut(letter: LetterText): { text: string; html: string } {
  return { text: asText(letter), html: asHtml(letter) }
}

const asText = ({ translations = [], ...english }: LetterText): string =>
  [...formatPart(english), ...translations.flatMap((part) => ['* * *', ...formatPart(part)]), `--\n${FOOTER}`].join(
    '\n\n',
  )

const formatPart = ({
  greeting,
  paragraphs,
  code,
  lists = [],
  quotes = [],
  action,
  closing = '',
}: LetterPart): string[] =>
  [
    greeting,
    ...paragraphs,
    code ? `    ${code}` : '',
    ...quotes.map((quote) => `${quote.title}:\n${quote.text.replace(/^/gm, '> ')}`),
    ...lists.map((list) => `${list.title}:\n${list.items.map((item) => `- ${item}`).join('\n')}`),
    action ? `${action.label}:\n${action.url}` : '',
    closing,
  ].filter(Boolean)

const FONT = "font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif"
const toHtml = (text: string) => toBdi(escapeHtml(text)).replace(/\n/g, '<br>')

function formatHtmlPart(
  { greeting, paragraphs, code, lists = [], quotes = [], action, closing }: LetterPart,
  isRtl = false,
) {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${toHtml(text)}</p>`
  const title = (text: string) => `<p style="margin:0 0 4px;font-weight:600">${toHtml(text)}</p>`
  const start = isRtl ? 'right' : 'left'
  return [
    paragraph(greeting),
    ...paragraphs.map(paragraph),
    code &&
      `<p style="margin:0 0 16px;font-size:28px;line-height:36px;font-weight:600;letter-spacing:.12em">${escapeHtml(code)}</p>`,
    ...quotes.map(
      (quote) =>
        `${title(quote.title)}<blockquote style="margin:0 0 16px;padding-${start}:12px;border-${start}:2px solid #d6dbd8"><div dir="auto" style="text-align:${start}">${toHtml(quote.text)}</div></blockquote>`,
    ),
    ...lists.map(
      (list) =>
        `${title(list.title)}<ul style="margin:0 0 16px;padding-${start}:20px">${list.items.map((item) => `<li>${toHtml(item)}</li>`).join('')}</ul>`,
    ),
    action &&
      `<p style="margin:0 0 16px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:10px 16px;border-radius:8px;background:#0b6a48;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p><p style="margin:0 0 16px;color:#4d5651;font-size:13px">${escapeHtml(action.url)}</p>`,
    closing && paragraph(closing),
  ]
    .filter(Boolean)
    .join('')
}

function asHtml({ translations = [], ...english }: LetterText): string {
  const below = translations.map(
    ({ language, ...part }) =>
      `<div lang="${escapeHtml(language)}" dir="rtl" style="margin:24px 0 0;padding:24px 0 0;border-top:1px solid #e8ebe9;text-align:right;font-size:16px;line-height:28px">${formatHtmlPart(part, true)}</div>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light"></head><body style="margin:0;padding:24px;background:#f8f9f8;color:#161b18;font-size:15px;line-height:24px;${FONT}"><div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e8ebe9;border-radius:12px"><p style="margin:0 0 24px;font-weight:600;color:#0b6a48">✧ Hikmah Console</p>${formatHtmlPart(english)}${below.join('')}</div><p style="max-width:560px;margin:16px auto 0;color:#656e69;font-size:12px;line-height:16px">${escapeHtml(FOOTER)}</p></body></html>`
}

/** "valid for 10 minutes and can be used once" */
export function validFor(seconds: number, until?: string): string {
  const [count, unit] =
    seconds % DAY_S === 0 ? [seconds / DAY_S, 'day'] : [Math.max(1, Math.round(seconds / 60)), 'minute']
  const time = `${count} ${unit}${count === 1 ? '' : 's'}`
  return `valid for ${until ? `${time}, until ${until},` : time} and can be used once`
}
