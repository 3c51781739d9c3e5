import { directionOf, type LetterPart } from '@hikmah/contract/tax-verification/schemas'
import classes from './letter.module.css'

/** A letter as its reader sees it: each language in its own direction, one below the other. */
export function LetterBody({ parts }: { parts: LetterPart[] }) {
  return (
    // Focusable, so that a long letter can be scrolled by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={classes.letter} tabIndex={0} aria-label="Text of the e-mail">
      {parts.map(({ language, greeting, paragraphs, quotes, lists, closing }) => (
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
          <p>{closing}</p>
        </div>
      ))}
    </section>
  )
}
