import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import {
  type LetterLanguage,
  letterLanguageNames,
  letterLanguages,
  paperNames,
  reasons,
  type TaxRequest,
} from '@hikmah/contract/tax-verification/schemas'
import { decisionFields } from '@hikmah/contract/tax-verification/words'
import { useWrite } from '../kit/api/data.ts'
import { notifyFailure } from '../kit/feedback/notify.ts'
import { ChoiceField } from '../kit/field/ChoiceField.tsx'
import classes from './review.module.css'

interface ReasonProps extends Pick<TaxRequest, 'reasonCode' | 'missing'> {
  title: string
  /** As the reviewer wrote it; '' where there is none. */
  reason: string
}

export function ReasonText({ title, reasonCode, reason, missing }: ReasonProps) {
  return (
    <>
      {(reason !== '' || reasonCode) && (
        <p className={classes.said}>
          <span className="fine">{reasonCode ? `${title}, ${reasons[reasonCode].label}:` : `${title}:`}</span>{' '}
          <bdi>{reason}</bdi>
        </p>
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
      onChange={({ currentTarget: { value } }) => {
        const letterLanguage = letterLanguages.find((language) => language === value)
        if (letterLanguage) choose.mutate({ params: { orgId }, body: { letterLanguage } })
      }}
    />
  )
}
