import { rules as ofCallingCode1 } from 'virtual:phone-rules-of-calling-code-1'
import {
  AsYouType as AsYouTypeBy,
  type CountryCode,
  type MetadataJson,
  parsePhoneNumberFromString as parseBy,
} from 'libphonenumber-js/core'
import { use } from 'react'

// In the browser the contract has this file in place of `libphonenumber-js/min`: see vite.config.ts. It knows the numbers
// that begin with +1, and all others once their rules are loaded.

let rules: MetadataJson = ofCallingCode1
let loading: Promise<void> | undefined

/** @public The contract imports it by the library's name. */
export class AsYouType extends AsYouTypeBy {
  constructor(country: CountryCode) {
    super(country, rules)
  }
}

/** @public The contract imports it by the library's name. */
export const parsePhoneNumberFromString = (text: string, country: CountryCode) => parseBy(text, country, rules)

export function loadEveryCountry(): Promise<void> {
  loading ??= import('libphonenumber-js/metadata.min.json').then(
    ({ default: all }) => {
      rules = all
    },
    (failure) => {
      loading = undefined
      throw failure
    },
  )
  return loading
}

/** Only a form that opens with a foreign number waits for the rules. */
export function usePhoneRulesOf(...kept: string[]): void {
  if (rules === ofCallingCode1 && kept.some((number) => /^\+(?!1)/.test(number))) use(loadEveryCountry())
}
