import { UNDO_S } from '@hikmah/contract/tax-verification/rules'
import { directionOf, type LetterPart } from '@hikmah/contract/tax-verification/schemas'
import { Facts } from '../../kit/display/Facts.tsx'
import { Icon } from '../../kit/icons/icons.tsx'
import { LoadingLines } from '../../kit/page/Outlines.tsx'
import type { Decision } from '../decision/use-tax-decision.ts'
import { LetterLanguageChoice } from '../ReviewLetter.tsx'
import classes from './letter.module.css'

/** In the paper's place: the e-mail that saving would send, as it will be sent. */
export function LetterPreview({ decision }: { decision: Pick<Decision, 'orgId' | 'letter' | 'why'> }) {
  const { orgId, why } = decision
  const { data: letter, error } = decision.letter
  if (error) return <p className={classes.hint}>The e-mail cannot be shown: {error.message}</p>
  if (why) return <p className={classes.hint}>{why}. The letter is written then.</p>
  if (letter === undefined) return <LoadingLines name="the e-mail" />
  if (letter === null) return <p className={classes.hint}>Saving sends no e-mail.</p>
  return (
    <>
      <div className={classes.letter}>
        <Facts
          columns={1}
          facts={[
            ['To', letter.to],
            ['Subject', letter.subject],
          ]}
        />
        <LetterBody parts={letter.parts} />
      </div>
      <p className={classes.hint}>It is sent {UNDO_S} seconds after you save. Until then you can undo.</p>
      <div className={classes.language}>
        <LetterLanguageChoice orgId={orgId} language={letter.parts.at(-1)?.language ?? 'en'} />
      </div>
    </>
  )
}

function LetterBody({ parts }: { parts: LetterPart[] }) {
  return (
    <section className={classes.body} aria-label="Text of the e-mail">
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
}
