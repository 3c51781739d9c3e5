/** Why something is rejected or asked for again. A code is kept for ever beside the words that were written. */
export const reasonCodes = [
  'name-differs',
  'address-differs',
  'letter-unreadable',
  'letter-incomplete',
  'ein-of-another',
  'exemption-revoked',
  'not-501c3',
  'document-too-old',
] as const
export type ReasonCode = (typeof reasonCodes)[number]

/** The word for each, and what is written for it at first, at most MAX_REASON characters. */
export const reasons: Record<ReasonCode, { label: string; text: string }> = {
  'name-differs': { label: 'Name differs', text: 'The name differs from the IRS record.' },
  'address-differs': { label: 'Address differs', text: 'The address differs from the IRS record.' },
  'letter-unreadable': { label: 'Letter unreadable', text: 'The letter cannot be read. Send a clear copy.' },
  'letter-incomplete': { label: 'Letter incomplete', text: 'The letter is incomplete. Send all its pages.' },
  'ein-of-another': { label: 'EIN of another', text: 'The EIN does not belong to this organization.' },
  'exemption-revoked': { label: 'Exemption revoked', text: 'The IRS has revoked the exemption.' },
  'not-501c3': { label: 'Not a 501(c)(3)', text: 'The organization is not exempt under section 501(c)(3).' },
  'document-too-old': {
    label: 'Document too old',
    text: 'The document is older than 12 months. Send a newer one.',
  },
}

/** What an organization can show instead of, or beside, an entry in the files of the IRS. */
export const papers = [
  'determination-letter',
  'ein-letter',
  'group-ruling-letter',
  'articles',
  'by-laws',
  'lease-or-deed',
  'worship-schedule',
  'bank-letter',
] as const
export type Paper = (typeof papers)[number]

export const paperNames: Record<Paper, string> = {
  'determination-letter': 'IRS determination letter',
  'ein-letter': 'EIN letter of the IRS (CP 575 or 147C)',
  'group-ruling-letter': 'Group ruling letter of the parent organization',
  articles: 'Articles of incorporation',
  'by-laws': 'By-laws',
  'lease-or-deed': 'Lease or deed of the place of worship',
  'worship-schedule': 'Schedule of worship',
  'bank-letter': 'Letter from the bank',
}

/** A letter is in English first; below that, where the organization reads it, in Arabic or Urdu. */
export const letterLanguages = ['en', 'ar', 'ur'] as const
export type LetterLanguage = (typeof letterLanguages)[number]
export const letterLanguageNames: Record<LetterLanguage, string> = {
  en: 'English',
  ar: 'English and Arabic',
  ur: 'English and Urdu',
}
export const directionOf = (language: LetterLanguage) => (language === 'en' ? 'ltr' : 'rtl')

export const ASK_WITH_REASON = 'Say why, or choose the missing documents'
export const REASON_OF_CODE = 'Write the reason that goes with the code'
export const ASK_WHILE_PENDING = 'Leave a status Pending to ask for a new submission'
export const REJECTION_ASKS = 'A rejection already asks for new documents. Choose one of the two.'
export const NOBODY_TO_ASK = 'The organization has no e-mail address to send the request to'
