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
