import { UNDO_S } from '@hikmah/contract/tax-verification/rules'
import { LoadingLines } from '../../kit/page/Outlines.tsx'
import { LetterPanel, letterFailure } from '../../mails/LetterPanel.tsx'
import type { Decision } from '../decision/use-tax-decision.ts'
import { LetterLanguageChoice } from '../ReviewLetter.tsx'
import classes from './papers.module.css'

/** In the paper's place: the email that saving would send, as it will be sent. */
export function LetterPreview({ decision }: { decision: Pick<Decision, 'orgId' | 'letter' | 'why'> }) {
  const { orgId, why } = decision
  const { data: letter, error } = decision.letter
  if (error) return <p className={classes.hint}>{letterFailure(error)}</p>
  if (why) return <p className={classes.hint}>{why}. The letter is written then.</p>
  if (letter === undefined) return <LoadingLines name="the email" />
  if (letter === null) return <p className={classes.hint}>Saving sends no email.</p>
  return (
    <div className={classes.letter}>
      <LetterPanel letter={letter} />
      <p className={classes.hint}>
        {letter.waitReason === ''
          ? `It is sent ${UNDO_S} seconds after you save. Until then you can undo.`
          : `You can undo for ${UNDO_S} seconds after you save.`}
      </p>
      <LetterLanguageChoice orgId={orgId} language={letter.parts.at(-1)?.language ?? 'en'} />
    </div>
  )
}
