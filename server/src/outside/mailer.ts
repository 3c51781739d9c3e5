import { createTransport } from 'nodemailer'
import type { Deliver } from '../kit/mail/postman.ts'
import type { Config } from '../kit/process/config.ts'

/** Opens a connection for each mail, as one that hangs would block others. Repeated mails share a Message-ID. */
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

/** Without a mail server the outbox is the mailbox (GET /dev/mailbox). */
export const toLocalMailbox: Deliver = async () => undefined
