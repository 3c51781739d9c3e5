import { Id } from '@hikmah/contract/common'
import { desc, eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { House } from '../house.ts'
import { notFound } from '../kit/errors/refusal.ts'
import { escapeHtml } from '../kit/mail/letter.ts'
import { mailTable } from '../kit/mail/post.ts'

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'self'"

/** No part of the API, so not in its description. */
const HIDDEN = { hide: true } as object

/** GET /dev/mailbox: the mails a machine without a mail server would have sent. Never in production. */
export function mailboxPage(app: FastifyInstance, { db }: House) {
  const sendPage = (reply: FastifyReply, html: string) =>
    reply
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Local mailbox</title><style>body{font:14px/20px system-ui;margin:24px;max-width:960px}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:8px;border-bottom:1px solid #ddd}iframe{width:100%;height:640px;border:1px solid #ddd}pre{white-space:pre-wrap}</style></head><body>${html}</body></html>`,
      )

  app.get('/dev/mailbox', { schema: HIDDEN }, async (_request, reply) => {
    const mails = await db.select().from(mailTable).orderBy(desc(mailTable.createdAt)).limit(100)
    const rows = mails.map(
      (mail) =>
        `<tr><td>${mail.createdAt.toISOString()}</td><td>${escapeHtml(mail.recipient)}</td><td><a href="/dev/mailbox/${mail.id}">${escapeHtml(mail.subject)}</a></td></tr>`,
    )
    return sendPage(
      reply,
      `<h1>Local mailbox</h1><p>No mail server is set, so mails stay here. Newest first.</p><table><thead><tr><th>Time (UTC)</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
    )
  })

  app.get<{ Params: { id: string } }>('/dev/mailbox/:id', { schema: HIDDEN }, async (request, reply) => {
    const mail = await findMail(request.params.id)
    return sendPage(
      reply,
      `<p><a href="/dev/mailbox">All mails</a></p><h1>${escapeHtml(mail.subject)}</h1><p>To ${escapeHtml(mail.recipient)}</p><iframe title="The mail" sandbox src="/dev/mailbox/${mail.id}/body"></iframe><h2>Text</h2><pre>${escapeHtml(mail.text)}</pre>`,
    )
  })

  app.get<{ Params: { id: string } }>('/dev/mailbox/:id/body', { schema: HIDDEN }, async (request, reply) => {
    const mail = await findMail(request.params.id)
    return reply
      .header('content-security-policy', `${POLICY}; sandbox`)
      .header('x-frame-options', 'SAMEORIGIN')
      .type('text/html; charset=utf-8')
      .send(mail.html)
  })

  async function findMail(id: string) {
    const [mail] = Id.safeParse(id).success ? await db.select().from(mailTable).where(eq(mailTable.id, id)) : []
    if (!mail) throw notFound('mail')
    return mail
  }
}
