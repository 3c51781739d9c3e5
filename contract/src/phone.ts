import { AsYouType, parsePhoneNumberFromString } from 'libphonenumber-js/min'

export const INVALID_PHONE = 'Enter valid phone number'

/** E.164, at most 15 characters. A number without a country code is read as a US number. */
export function normalPhone(text: string): string | undefined {
  const phone = parsePhoneNumberFromString(text, 'US')
  return phone?.isValid() && !phone.ext && phone.number.length <= 15 ? phone.number : undefined
}

/** What a phone field makes of typing: (510) 555-0142, or +44 20 7946 0958. */
export const phoneAsTyped = (text: string) => new AsYouType('US').input(text)

/** A kept number as it stands in a field. */
export const phoneToEdit = (kept: string) => phoneAsTyped(kept.replace(/^\+1(?=\d{10}$)/, ''))
