import { quoteEarlier, replyText } from '@hikmah/contract/communication/answers'
import { EMAIL_PREVIEW } from '../kit/form/Form.tsx'
import classes from './communication.module.css'
import type { Conversation } from './desk-kinds.ts'

interface Props {
  answered: Conversation
  reply: Omit<Parameters<typeof replyText>[0], 'subject'>
}

/** The email as it will be sent. */
export function AnswerMail({ answered, reply }: Props) {
  const words = firstWordsOf(answered)
  const { subject, greeting, paragraphs } = replyText({ ...reply, subject: words })
  return (
    <section aria-label={EMAIL_PREVIEW} className={classes.letter}>
      <strong>{subject}</strong>
      <p>{greeting}</p>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {quoteEarlier(reply.person, words, answered.responseTimeline).map(({ title, text }, i) => (
        // What was written never changes its order.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={i}>
          <strong>{title}</strong>
          <blockquote>{text}</blockquote>
        </div>
      ))}
    </section>
  )
}

/** What they wrote at first. */
const firstWordsOf = (row: Conversation) =>
  'message' in row
    ? row.message
    : row.queries.map(({ question, answer }) => [question, answer].filter(Boolean).join('\n')).join('\n\n')
