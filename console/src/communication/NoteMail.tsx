import { replyText } from '@hikmah/contract/communication'
import { useCurrentUser } from '../kit/api/current-user.ts'
import { Facts } from '../kit/display/Facts.tsx'
import { fullName } from '../kit/format/texts.ts'
import classes from './communication.module.css'

interface Props {
  to: string
  reply: Omit<Parameters<typeof replyText>[0], 'author'>
}

/** The e-mail with the note, exactly as it will be sent. */
export function NoteMail({ to, reply }: Props) {
  const author = fullName({ name: useCurrentUser().name })
  const { subject, greeting, paragraphs, quotes, closing } = replyText({ ...reply, author })
  return (
    <section aria-label="The e-mail that will be sent">
      <Facts
        columns={1}
        facts={[
          ['To', to],
          ['Subject', subject],
        ]}
      />
      <div className={classes.letter}>
        <p>{greeting}</p>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {quotes.map(({ title, text }) => (
          <div key={title}>
            <b>{title}</b>
            <blockquote>{text}</blockquote>
          </div>
        ))}
        <p>{closing}</p>
      </div>
    </section>
  )
}
