import { domainToASCII } from 'node:url'
import { createTransport } from 'nodemailer'
import type { Deliver } from '../kit/mail/postman.ts'
import type { Config } from '../kit/process/config.ts'

/** No machine answers these mails: absence notices heed the first (RFC 3834), those of Exchange the second. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** Opens a connection for each mail, as one that hangs would block others. Repeated mails share a Message-ID. */
export function createMailer(config: Config): Deliver {
  const domain = senderDomain(config.mailFrom)
  const messageId = (id: string) => `<${id}@${domain}>`
  const transport = createTransport({
    url: config.smtpUrl,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 10_000,
  })
  return async (mail) => {
    const earlier = mail.earlierIds.map(messageId)
    await transport.sendMail({
      from: config.mailFrom,
      to: mail.to,
      replyTo: mail.replyTo || undefined,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: messageId(mail.id),
      inReplyTo: earlier.at(-1),
      references: earlier,
      headers: { ...AUTOMATIC, ...(mail.unsubscribeUrl && unsubscribeHeaders(mail.unsubscribeUrl)) },
    })
  }
}

/** By RFC 8058: the mail program sends the POST by itself. */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const senderDomain = (sender: string) => domainToASCII(/@([^@<>]+)>?\s*$/.exec(sender)?.[1] ?? '') || 'localhost'

/** Without a mail server the outbox is the mailbox (GET /dev/mailbox). */
export const toLocalMailbox: Deliver = async () => undefined
