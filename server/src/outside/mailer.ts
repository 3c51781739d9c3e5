import { createTransport } from 'nodemailer'
import type { Deliver } from '../kit/mail/postman.ts'
import type { Config } from '../kit/process/config.ts'

/**
 * Hands mails to the server named by SMTP_URL, each over a connection of its own: of a pool, one that hangs would be missing to
 * others. The Message-ID is made of the mail's own id, so a mail that is sent twice around a crash is recognised as the same one.
 */
export function createMailer(config: Config): Deliver {
  const domain = /@([\w.-]+)/.exec(config.mailFrom)?.[1] ?? 'localhost'
  const transport = createTransport({
    url: config.smtpUrl,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 10_000,
  })
  return async (mail) => {
    await transport.sendMail({
      from: config.mailFrom,
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: `<${mail.id}@${domain}>`,
    })
  }
}

/** Without a mail server the outbox itself is the mailbox (GET /dev/mailbox): delivering is nothing more to do. */
export const toLocalMailbox: Deliver = async () => undefined
