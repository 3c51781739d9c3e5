import { AsYouType, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { z } from 'zod'
import { CodeText } from './common.ts'
import { readCode } from './typed.ts'
import { REQUIRED } from './words.ts'

export const INVALID_PHONE = 'Enter valid phone number'

/** E.164, at most 15 characters. 00 is read as +, and a number without a country code as a US number. */
export function normalPhone(text: string): string | undefined {
  const phone = parsePhoneNumberFromString(readCode(text).replace(/^00\s*(?=[1-9])/, '+'), 'US')
  return phone?.isValid() && !phone.ext && phone.number.length <= 15 ? phone.number : undefined
}

/** (510) 555-0142, or +44 20 7946 0958. */
export const phoneAsTyped = (text: string) => new AsYouType('US').input(readCode(text))

export const phoneToEdit = (stored: string) => phoneAsTyped(stored.replace(/^\+1(?=\d{10}$)/, ''))

const toNormal = (text: string, ctx: z.RefinementCtx) => {
  const phone = normalPhone(text)
  if (phone) return phone
  ctx.addIssue({ code: 'custom', message: INVALID_PHONE })
  return z.NEVER
}

export const Phone = CodeText(40, INVALID_PHONE).min(1, REQUIRED).transform(toNormal)
export const OptionalPhone = z.union([z.literal(''), Phone], { error: INVALID_PHONE })
