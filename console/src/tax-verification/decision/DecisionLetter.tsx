import { UNDO_S } from '@hikmah/contract/tax-verification/words'
import { Facts } from '../../kit/display/Facts.tsx'
import classes from './decision.module.css'

export interface TaxLetter {
  to: string
  subject: string
  text: string
}

interface Props {
  /** Null when nothing would be mailed, undefined while it is not known. */
  letter: TaxLetter | null | undefined
  failure: Error | null
}

/** The mail exactly as saving sends it, under the form. */
export function DecisionLetter({ letter, failure }: Props) {
  if (failure) return <p className={classes.hint}>The mail cannot be shown: {failure.message}</p>
  if (letter === undefined) return null
  if (letter === null) return <p className={classes.hint}>Saving sends no mail.</p>
  return (
    <details className={classes.mail}>
      <summary>The mail that goes out</summary>
      <p className={classes.hint}>It leaves {UNDO_S} seconds after you save. Until then you can undo.</p>
      <Facts
        columns={1}
        facts={[
          ['To', letter.to],
          ['Subject', letter.subject],
        ]}
      />
      {/* Focusable, so that a long letter can be scrolled by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className={classes.letter} tabIndex={0} aria-label="Text of the mail">
        {letter.text}
      </section>
    </details>
  )
}
