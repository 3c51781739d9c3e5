import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { letterLanguageNames, letterLanguages, paperNames } from '@hikmah/contract/tax-verification/papers'
import { type LetterLanguage, reasons, type TaxRequest } from '@hikmah/contract/tax-verification/schemas'
import { decisionFields } from '@hikmah/contract/tax-verification/words'
import { useWrite } from '../kit/api/data.ts'
import { notifyFailure } from '../kit/feedback/messages.tsx'
import { ChoiceField } from '../kit/field/TextField.tsx'
import classes from './review.module.css'

/** Words that somebody wrote, after what they are. */
export const Said = ({ title, text }: { title: string; text: string }) => (
  <p className={classes.said}>
    <span className="fine">{title}:</span> <bdi>{text}</bdi>
  </p>
)

type ReasonProps = Pick<TaxRequest, 'reasonCode' | 'reason' | 'missing'> & { title: string }

export function ReasonText({ title, reasonCode, reason, missing }: ReasonProps) {
  return (
    <>
      {(reason !== '' || reasonCode) && (
        <Said title={reasonCode ? `${title}, ${reasons[reasonCode].label}` : title} text={reason} />
      )}
      {missing.length > 0 && (
        <div className={classes.said}>
          <span className="fine">{decisionFields.missing}:</span>
          <ul>
            {missing.map((paper) => (
              <li key={paper}>{paperNames[paper]}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

export function LetterLanguageChoice({ orgId, language }: { orgId: string; language: LetterLanguage }) {
  const choose = useWrite(taxVerification.chooseLetterLanguage, { error: ({ message }) => notifyFailure(message) })
  // Until it is reloaded.
  const chosen = choose.isPending ? choose.variables.body.letterLanguage : language
  return (
    <ChoiceField
      label={decisionFields.letterLanguage}
      data={letterLanguages.map((value) => ({ value, label: letterLanguageNames[value] }))}
      value={chosen}
      onChange={({ currentTarget: { value } }) =>
        choose.mutate({ params: { orgId }, body: { letterLanguage: value as LetterLanguage } })
      }
    />
  )
}
