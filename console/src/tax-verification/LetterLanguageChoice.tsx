import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { type LetterLanguage, letterLanguageNames, letterLanguages } from '@hikmah/contract/tax-verification/schemas'
import { useWrite } from '../kit/api/data.ts'
import { notifyFailure } from '../kit/feedback/notify.ts'
import { ChoiceField } from '../kit/field/ChoiceField.tsx'

interface Props {
  orgId: string
  language: LetterLanguage
}

/** The languages of the organization's tax letters; for people who may decide. */
export function LetterLanguageChoice({ orgId, language }: Props) {
  const choose = useWrite(taxVerification.chooseLetterLanguage, { error: ({ message }) => notifyFailure(message) })
  // Until it is reloaded.
  const chosen = choose.isPending ? choose.variables.body.letterLanguage : language
  return (
    <ChoiceField
      label="Letter language"
      data={letterLanguages.map((value) => ({ value, label: letterLanguageNames[value] }))}
      value={chosen}
      onChange={({ currentTarget: { value } }) => {
        const letterLanguage = letterLanguages.find((one) => one === value)
        if (letterLanguage) choose.mutate({ params: { orgId }, body: { letterLanguage } })
      }}
    />
  )
}
