import { directionOf } from '@hikmah/contract/tax-verification/papers'
import type { LetterPart, TaxLetter } from '@hikmah/contract/tax-verification/schemas'
import { Facts } from '../kit/display/Facts.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './letter.module.css'

export const letterFailure = ({ message }: Error) => `The email cannot be shown: ${message}`

/** An email to an organization, as it would be sent. */
export const LetterPanel = ({ letter: { to, subject, parts, waitReason } }: { letter: TaxLetter }) => (
  <div className={classes.letter}>
    <Facts
      columns={1}
      facts={[
        ['To', to],
        ['Subject', subject],
      ]}
    />
    <LetterBody to={to} parts={parts} />
    {waitReason && <p className={classes.waits}>{waitReason}</p>}
  </div>
)

const LetterBody = ({ to, parts }: { to: string; parts: LetterPart[] }) => (
  <section className={classes.body} aria-label={`Text of the email to ${to}`}>
    {parts.map(({ language, greeting, paragraphs, quotes, lists, action, closing }) => (
      <div key={language} lang={language} dir={directionOf(language)}>
        <p>{greeting}</p>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {quotes.map(({ title, text }) => (
          <div key={title}>
            <b>{title}</b>
            <blockquote>
              <div dir="auto">{text}</div>
            </blockquote>
          </div>
        ))}
        {lists.map(({ title, items }) => (
          <div key={title}>
            <b>{title}</b>
            <ul>
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </div>
        ))}
        {action && (
          <p className={classes.action}>
            <Icon name="open" />
            <b>{action.label}</b>
          </p>
        )}
        <p>{closing}</p>
      </div>
    ))}
  </section>
)
