/** What a letter says, in plain text. The layout turns it into the text and the HTML body. */
export interface LetterText {
  greeting: string
  paragraphs: string[]
  /** A code to read off, set large. */
  code?: string
  /** Words of somebody, shown as a quotation, exactly as written. */
  quotes?: { title: string; text: string }[]
  action?: { label: string; url: string }
  closing?: string
}

const FOOTER =
  'Hikmah Console, for mosques and Islamic centres. You received this email because of activity on the Hikmah platform.'

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

export function layOut(letter: LetterText): { text: string; html: string } {
  return { text: asText(letter), html: asHtml(letter) }
}

function asText({ greeting, paragraphs, code, quotes = [], action, closing }: LetterText): string {
  return [
    greeting,
    ...paragraphs,
    code && `    ${code}`,
    ...quotes.map((quote) => `${quote.title}:\n${quote.text.replace(/^/gm, '> ')}`),
    action && `${action.label}:\n${action.url}`,
    closing,
    `--\n${FOOTER}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

const FONT = "font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif"

function asHtml({ greeting, paragraphs, code, quotes = [], action, closing }: LetterText): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text).replace(/\n/g, '<br>')}</p>`
  const body = [
    paragraph(greeting),
    ...paragraphs.map(paragraph),
    code &&
      `<p style="margin:0 0 16px;font-size:28px;line-height:36px;font-weight:600;letter-spacing:.12em">${escapeHtml(code)}</p>`,
    ...quotes.map(
      (quote) =>
        `<p style="margin:0 0 4px;font-weight:600">${escapeHtml(quote.title)}</p><blockquote style="margin:0 0 16px;padding:0 0 0 12px;border-left:2px solid #d6dbd8">${escapeHtml(quote.text).replace(/\n/g, '<br>')}</blockquote>`,
    ),
    action &&
      `<p style="margin:0 0 16px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:10px 16px;border-radius:8px;background:#0b6a48;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p><p style="margin:0 0 16px;color:#4d5651;font-size:13px">${escapeHtml(action.url)}</p>`,
    closing && paragraph(closing),
  ]
    .filter(Boolean)
    .join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light"></head><body style="margin:0;padding:24px;background:#f8f9f8;color:#161b18;font-size:15px;line-height:24px;${FONT}"><div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e8ebe9;border-radius:12px"><p style="margin:0 0 24px;font-weight:600;color:#0b6a48">✧ Hikmah Console</p>${body}</div><p style="max-width:560px;margin:16px auto 0;color:#656e69;font-size:12px;line-height:16px">${escapeHtml(FOOTER)}</p></body></html>`
}
