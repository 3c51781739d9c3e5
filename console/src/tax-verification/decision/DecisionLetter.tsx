import type { TaxLetter } from '@hikmah/contract/tax-verification/schemas'
import { UNDO_S } from '@hikmah/contract/tax-verification/words'
import { useState } from 'react'
import { Facts } from '../../kit/display/Facts.tsx'
import { LetterLanguageChoice } from '../LetterLanguageChoice.tsx'
import classes from './decision.module.css'
import { LetterBody } from './LetterBody.tsx'

interface Props {
  orgId: string
  /** Null if nothing would be e-mailed, undefined while loading. */
  letter: TaxLetter | null | undefined
  failure: Error | null
}

/** The e-mail exactly as it will be sent, below the form. */
export function DecisionLetter({ orgId, letter, failure }: Props) {
  // It stays open even while there is no letter.
  const [isOpen, setOpen] = useState(false)
  if (failure) return <p className={classes.hint}>The e-mail cannot be shown: {failure.message}</p>
  if (letter === undefined) return null
  if (letter === null) return <p className={classes.hint}>Saving sends no e-mail.</p>
  return (
    <details className={classes.mail} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>The e-mail that will be sent</summary>
      <p className={classes.hint}>It is sent {UNDO_S} seconds after you save. Until then you can undo.</p>
      <LetterLanguageChoice orgId={orgId} language={letter.parts.at(-1)?.language ?? 'en'} />
      <Facts
        columns={1}
        facts={[
          ['To', letter.to],
          ['Subject', letter.subject],
        ]}
      />
      <LetterBody parts={letter.parts} />
    </details>
  )
}
