import { DAY_S } from '../process/clock.ts'
import type { Letterhead } from '../process/config.ts'

export const OPEN_IN_CONSOLE = 'Open it in the console'

const toBdi = (html: string) => html.replace(/\u2068([^\u2068\u2069]*)\u2069/g, '<bdi>$1</bdi>')

interface Quote {
  title: string
  text: string
}

interface LetterPart {
  greeting: string
  paragraphs: string[]
  code?: string
  lists?: { title: string; items: string[] }[]
  quotes?: Quote[]
  action?: { label: string; url: string }
  closing?: string
  /** What the letter answers, the newest first. */
  earlier?: Quote[]
}

/** The layout turns it into the text and the HTML body. */
export interface LetterText extends LetterPart {
  /** The same below it, in right-to-left languages. */
  translations?: (LetterPart & { language: string })[]
  /** Completes "You receive this email because …". */
  why: string
}

export const HAS_CONSOLE_ACCOUNT = 'you have an account on the Hikmah Console'
export const HAS_MEMBER_ACCOUNT = 'you are in the team of an organization on our platform'

/** How the reader may answer. Staff know where to write, so their letters say nothing of it. */
export interface Answers {
  /** The reader may answer it. */
  isToOutside?: boolean
  /** Where the reader turns such letters off. */
  unsubscribeUrl?: string
}

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

export function layOut(letter: LetterText, answers: Answers, letterhead: Letterhead): { text: string; html: string } {
  const foot = [
    letterhead.sender,
    `You receive this email because ${letter.why}.`,
    ...(answers.isToOutside ? [letterhead.repliesTo ? REPLY : NO_REPLIES] : []),
  ]
  const { unsubscribeUrl = '' } = answers
  return { text: asText(letter, foot, unsubscribeUrl), html: asHtml(letter, foot, unsubscribeUrl) }
}

const REPLY = 'Reply to this email to reach us.'
const NO_REPLIES = 'Replies to this email are not monitored. If you have a question, write to us through our website.'
const UNSUBSCRIBE = 'Turn these emails off'

function asText({ translations = [], ...english }: LetterText, foot: string[], unsubscribeUrl: string): string {
  const parts = [...formatPart(english), ...translations.flatMap((part) => ['* * *', ...formatPart(part)])]
  const end = ['--', ...foot, ...(unsubscribeUrl ? [`${UNSUBSCRIBE}: ${unsubscribeUrl}`] : [])]
  return [...parts, end.join('\n')].join('\n\n')
}

const formatPart = ({
  greeting,
  paragraphs,
  code,
  lists = [],
  quotes = [],
  action,
  closing = '',
  earlier = [],
}: LetterPart): string[] =>
  [
    greeting,
    ...paragraphs,
    code ? `    ${code}` : '',
    ...quotes.map(formatQuote),
    ...lists.map((list) => `${list.title}:\n${list.items.map((item) => `- ${item}`).join('\n')}`),
    action ? `${action.label}:\n${action.url}` : '',
    closing,
    ...earlier.map(formatQuote),
  ].filter(Boolean)

const formatQuote = ({ title, text }: Quote) => `${title}:\n${text.replace(/^/gm, '> ')}`

/** Of the mail programs that read it. Others show the light colors, which stand in the elements. */
const STYLE = `@media (max-width:480px){.page{padding:8px!important}.card{padding:24px 16px!important}}
@media (prefers-color-scheme:dark){.page{background:#0f1311!important;color:#ecefed!important}.card{background:#171c19!important;border-color:#2a312d!important}.brand{color:#74d2a9!important}.quiet{color:#aab3ae!important}.rule{border-color:#2a312d!important}.bar{border-color:#4d5651!important}.action{background:#17754f!important}}`
const FONT = "font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif"
const toHtml = (text: string) => toBdi(escapeHtml(text)).replace(/\n/g, '<br>')

function formatHtmlPart(
  { greeting, paragraphs, code, lists = [], quotes = [], action, closing, earlier = [] }: LetterPart,
  isRtl = false,
) {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${toHtml(text)}</p>`
  const title = (text: string) => `<p style="margin:0 0 4px;font-weight:600">${toHtml(text)}</p>`
  const start = isRtl ? 'right' : 'left'
  // Each line in its own direction, as people write one language below the other.
  const quoted = (text: string, look: string) => {
    const lines = text.split('\n').map((line) => (line === '' ? '<br>' : toHtml(line)))
    const divs = lines.map((line) => `<div dir="auto" ${look}text-align:${start}">${line}</div>`).join('')
    return `<blockquote class="bar" style="margin:0 0 16px;padding-${start}:12px;border-${start}:2px solid #d6dbd8">${divs}</blockquote>`
  }
  return [
    paragraph(greeting),
    ...paragraphs.map(paragraph),
    code &&
      `<p style="margin:0 0 16px;font-size:28px;line-height:36px;font-weight:600;letter-spacing:.12em">${escapeHtml(code)}</p>`,
    ...quotes.map((quote) => title(quote.title) + quoted(quote.text, 'style="')),
    ...lists.map(
      (list) =>
        `${title(list.title)}<ul style="margin:0 0 16px;padding-${start}:20px">${list.items.map((item) => `<li>${toHtml(item)}</li>`).join('')}</ul>`,
    ),
    action &&
      `<p style="margin:0 0 16px"><a class="action" href="${escapeHtml(action.url)}" style="display:inline-block;padding:10px 16px;border-radius:8px;background:#0b6a48;color:#ffffff;text-decoration:none;font-weight:600">${toHtml(action.label)}</a></p><p class="quiet" dir="ltr" style="margin:0 0 16px;color:#4d5651;font-size:13px;word-break:break-all;text-align:${start}">${escapeHtml(action.url)}</p>`,
    closing && paragraph(closing),
    ...earlier.map(
      (quote) =>
        `<p class="quiet" style="margin:24px 0 4px;color:#4d5651;font-size:13px">${toHtml(quote.title)}:</p>${quoted(quote.text, 'class="quiet" style="color:#4d5651;font-size:13px;line-height:20px;')}`,
    ),
  ]
    .filter(Boolean)
    .join('')
}

function asHtml({ translations = [], ...english }: LetterText, foot: string[], unsubscribeUrl: string): string {
  const below = translations.map(
    ({ language, ...part }) =>
      `<div lang="${escapeHtml(language)}" dir="rtl" class="rule" style="margin:24px 0 0;padding:24px 0 0;border-top:1px solid #e8ebe9;text-align:right;font-size:16px;line-height:28px">${formatHtmlPart(part, true)}</div>`,
  )
  const end = foot.map((line) => `${toHtml(line)}<br>`).join('')
  const off =
    unsubscribeUrl &&
    `<a class="quiet" href="${escapeHtml(unsubscribeUrl)}" style="color:#656e69">${escapeHtml(UNSUBSCRIBE)}</a>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>${STYLE}</style></head><body class="page" style="margin:0;padding:24px;background:#f8f9f8;color:#161b18;font-size:15px;line-height:24px;overflow-wrap:anywhere;${FONT}"><div class="card rule" style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e8ebe9;border-radius:12px"><p class="brand" style="margin:0 0 24px;font-weight:600;color:#0b6a48">✧ Hikmah</p>${formatHtmlPart(english)}${below.join('')}</div><p class="quiet" style="max-width:560px;margin:16px auto 0;color:#656e69;font-size:12px;line-height:16px">${end}${off}</p></body></html>`
}

/** "valid for 10 minutes and can be used once" */
export function validFor(seconds: number): string {
  const [count, unit] =
    seconds % DAY_S === 0 ? [seconds / DAY_S, 'day'] : [Math.max(1, Math.round(seconds / 60)), 'minute']
  return `valid for ${count} ${unit}${count === 1 ? '' : 's'} and can be used once`
}
