import { readCode } from '../typed.ts'
import { keysOf } from '../words.ts'

// Apart from the schemas, so that the public pages load no others.

export const paperNames = {
  'determination-letter': 'IRS determination letter',
  'ein-letter': 'EIN letter of the IRS (CP 575 or 147C)',
  'group-ruling-letter': 'Group ruling letter of the parent organization',
  articles: 'Articles of incorporation',
  'by-laws': 'By-laws',
  'lease-or-deed': 'Lease or deed of the place of worship',
  'worship-schedule': 'Schedule of worship',
  'bank-letter': 'Letter from the bank',
}
export const papers = keysOf(paperNames)

/** A letter is in English first; below that, where the organization reads it, in Arabic or Urdu. */
export const letterLanguageNames = { en: 'English', ar: 'English and Arabic', ur: 'English and Urdu' }
export const letterLanguages = keysOf(letterLanguageNames)
export const directionOf = (language: keyof typeof letterLanguageNames) => (language === 'en' ? 'ltr' : 'rtl')

/** On the link to them, in letters and where an invite was accepted. */
export const SEND_PAPERS = 'Send your documents'
export const TAX_PAPERS_SUBMITTED = 'Tax documents submitted'

export const MAX_DOCUMENTS = 5
export const TOO_MANY_DOCUMENTS = `At most ${MAX_DOCUMENTS} documents`
export const MAX_DOCUMENT_BYTES = 10 * 1_048_576
export const DOCUMENT_TOO_LARGE = 'At most 10 MB'
/** Of a document in the JSON of an application, all of which is read at once. */
export const MAX_SUBMITTED_BYTES = 1_048_576
export const SUBMITTED_TOO_LARGE = 'At most 1 MB'
export const documentTypes = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp']
export const NOT_A_DOCUMENT = 'Only PDF, PNG, JPEG and WebP documents are accepted'

export const isSocialSecurity = (text: string) => /^\d{3}-\d{2}-\d{4}$/.test(readCode(text))

/**
 * Digits and one hyphen, put in after two digits, ten characters at most: what the EIN field makes of typing. The hyphen
 * at the end can be deleted again, which is known by what stood there `before`. A social security number that is pasted
 * stays one, so that it is refused.
 */
export function einAsTyped(text: string, before: string): string {
  const code = readCode(text)
  if (isSocialSecurity(code)) return code
  const digits = code.replace(/\D/g, '').slice(0, 9)
  const isDeletion = text.length < before.length
  return digits.length > 2 || (digits.length === 2 && (code.includes('-') || !isDeletion))
    ? `${digits.slice(0, 2)}-${digits.slice(2)}`
    : digits
}
