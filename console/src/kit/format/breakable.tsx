import { Fragment, type ReactNode } from 'react'
import classes from './breakable.module.css'

/** After an @, and before a dot that a letter follows: not in an amount of money, not at the end of a sentence. */
const BREAKS = /(?<=@)|(?=\.\p{L})/u

/** Breaks long e-mails, file names and addresses at @ and dots, not inside a word. Copied text is unchanged. */
export function breakable(content: ReactNode): ReactNode {
  if (typeof content !== 'string' || !BREAKS.test(content)) return content
  // One element, since in a row of a flexible box each piece would be a column.
  return <span>{content.split(/(\s+)/).map(brokenWord)}</span>
}

// The parts of one text never change their order.
function brokenWord(word: string, i: number) {
  const parts = word.split(BREAKS)
  if (parts.length === 1) return word
  return (
    <span key={i} className={classes.word}>
      {parts.map((part, j) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Fragment key={j}>
          {j > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
