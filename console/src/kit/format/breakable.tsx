import { Anchor } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import classes from './format.module.css'

/** After an @, and before a dot with a letter behind it: not in an amount of money or at the end of a sentence. */
const BREAKS = /(?<=@)|(?=\.\p{L})/u

/** Breaks long emails, file names and addresses at @ and dots, not inside a word. Copied text is unchanged. */
export function breakable(content: ReactNode): ReactNode {
  if (typeof content !== 'string' || !BREAKS.test(content)) return content
  // One element, since each piece would be a column of a flex box.
  return <span>{content.split(/(\s+)/).map(breakableWord)}</span>
}

// The parts of one text never change their order.
function breakableWord(word: string, i: number) {
  const parts = word.split(BREAKS)
  if (parts.length === 1) return word
  return (
    <span key={i} className={classes.word} translate="no">
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

/** Wraps at the @ and the dots where the address does not fit on one line. */
export const Email = ({ children }: { children: string }) => (
  <span className={classes.email} translate="no">
    {breakable(children)}
  </span>
)

export const EmailLink = ({ children }: { children: string }) => (
  <Anchor href={`mailto:${children}`} translate="no">
    {breakable(children)}
  </Anchor>
)
