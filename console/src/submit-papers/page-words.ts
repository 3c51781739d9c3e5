import type { LinkEnding, LinkReason } from '@hikmah/contract/papers-link'
import { paperNames } from '@hikmah/contract/tax-verification/papers'
import type { LetterLanguage, Paper } from '@hikmah/contract/tax-verification/schemas'
import type { ApiError } from '../kit/api/api.ts'

/** What the page says in one language. Names, dates and numbers come as they are written in it. */
export interface PageWords {
  language: LetterLanguage
  direction: 'ltr' | 'rtl'
  /** For dates: Western digits, as in an EIN. */
  locale: string
  dateStyle: 'medium' | 'long'
  title: (organization: string) => string
  leads: Record<LinkReason, string>
  /** `days` with their unit, such as `9 days`. */
  noAccount: (until: string, days: string) => string
  why: string
  missing: string
  papers: Record<Paper, string>
  ein: {
    title: string
    label: string
    hint: string
    looksRight: string
    count: (digits: number) => string
    wrong: string
    isPersonal: string
  }
  claim: { title: string; label: string; hint: string }
  documents: {
    title: string
    hint: string
    choose: string
    drop: string
    kinds: string
    photo: string
    uploaded: string
    /** `left` is the time with its unit, '' until it can be told. */
    progress: (percent: number, left: string) => string
    lost: (percent: number) => string
    chooseAgain: string
    retry: string
    remove: (name: string) => string
    tooLarge: string
    otherKind: string
    tooMany: string
    /** Also with those that were removed again. */
    uploadedTooMany: string
    required: string
    incomplete: string
  }
  noLetter: string
  noLetterHint: string
  send: string
  uploading: string
  saved: string
  discreet: string
  next: {
    title: string
    steps: [asked: string, sent: string, reviewed: string, answered: string]
    by: (day: string) => string
  }
  weAsk: { title: string; text: string }
  sent: { title: string; text: (at: string, documents: number) => string; decided: string }
  reviews: { ein: string; exemption: string; statuses: Record<'Pending' | 'Approved' | 'Rejected', string> }
  endings: Record<LinkEnding | 'unknown', { title: string; text: string }>
  renew: string
  renewed: string
  renewedBefore: string
  failed: string
  noAnswer: string
  throttled: string
  nothingToReview: string
  tryAgain: string
  loading: string
}

export const english: PageWords = {
  language: 'en',
  direction: 'ltr',
  locale: 'en-US',
  dateStyle: 'medium',
  title: (organization) => `We need two things for ${organization}`,
  leads: {
    welcome: 'Your organization has joined. Now we need its EIN and, if it is tax-exempt, the letter that says so.',
    rejected: 'We reviewed what you sent and could not accept it.',
    asked: 'To continue the review, we need something more from you.',
    reopened: 'We are reviewing your documents again. If you have newer ones, send them here.',
    sent: 'We need the EIN of your organization and, if it is tax-exempt, the letter that says so.',
  },
  noAccount: (until, days) => `You need no account. This link works until ${until}, for another ${days}.`,
  why: 'What we wrote',
  missing: 'What we still need',
  papers: paperNames,
  ein: {
    title: 'Your EIN',
    label: 'Employer Identification Number (EIN)',
    hint: 'Nine digits. The hyphen is put in for you.',
    looksRight: 'Looks right. The hyphen is put in for you.',
    count: (digits) => `${digits} of 9 digits`,
    wrong: 'An EIN has nine digits.',
    isPersonal: 'This looks like a social security number. Enter the EIN of the organization.',
  },
  claim: {
    title: 'Tax exemption',
    label: 'Our organization is tax-exempt under section 501(c)\u2060(3)',
    hint: 'Donations to it are tax-deductible.',
  },
  documents: {
    title: 'Documents',
    hint: 'The IRS determination letter, and anything else we asked for.',
    kinds: 'PDF, PNG, JPEG or WebP, up to 10 MB each, at most 5',
    choose: 'Choose files',
    drop: 'or drop them here',
    photo: 'Take a photo',
    uploaded: 'Uploaded',
    progress: (percent, left) => (left === '' ? `${percent}%` : `${percent}%, ${left} left`),
    lost: (percent) => `The connection was lost at ${percent}%. The upload goes on from there.`,
    chooseAgain: 'Not complete. Choose this file again, and the upload goes on where it stopped.',
    retry: 'Retry',
    remove: (name) => `Remove ${name}`,
    tooLarge: 'Larger than 10 MB. Save it smaller, or send fewer pages.',
    otherKind: 'Not a PDF or picture. Save it as PDF, or send a photo as JPEG or PNG.',
    tooMany: 'At most 5 documents. Remove one first.',
    uploadedTooMany: 'Too many files were uploaded with this link. Ask us for a new one.',
    required: 'Add your letter, or say below that you have none.',
    incomplete: 'Not every file is uploaded. Try it again, or remove it.',
  },
  noLetter: 'We have no letter',
  noLetterHint: 'Mosques are not required to have one. Check this, and we will ask for something else.',
  send: 'Send to Hikmah',
  uploading: 'A file is still uploading',
  saved: 'Uploads are saved as you go',
  discreet: 'Only the people who review papers can open what you send.',
  next: {
    title: 'What happens next',
    steps: ['We asked', 'You send them', 'We review them', 'You get an email'],
    by: (day) => `By ${day}`,
  },
  weAsk: { title: 'Why we ask', text: 'We pass donations on only to organizations the IRS lists as exempt.' },
  sent: {
    title: 'We have your papers',
    text: (at, documents) =>
      `Sent ${at} with ${documents === 0 ? 'no documents' : documents === 1 ? '1 document' : `${documents} documents`}. We will email you when they are reviewed.`,
    decided: 'Your papers are reviewed',
  },
  reviews: {
    ein: 'EIN',
    exemption: 'Tax exemption',
    statuses: { Pending: 'In review', Approved: 'Approved', Rejected: 'Rejected' },
  },
  endings: {
    expired: {
      title: 'This link has expired',
      text: 'Ask for a new one. It goes to the email address we have on file.',
    },
    used: { title: 'This link was used', text: 'The papers were already sent with it.' },
    replaced: { title: 'There is a newer link', text: 'Use the link in the latest email from us.' },
    revoked: { title: 'This link was withdrawn', text: 'Ask us for a new one.' },
    blocked: { title: 'This organization is blocked', text: 'It cannot send papers now. Ask us why.' },
    unknown: { title: 'This link is not known', text: 'Check that the address is complete, as in the email.' },
  },
  renew: 'Email me a new link',
  renewed: 'A new link is on its way to the email address we have on file.',
  renewedBefore: 'We already sent a new link. Look in your email, also under spam, or try again tomorrow.',
  failed: 'The page could not be loaded',
  noAnswer: 'The server is not responding. Check your connection and try again.',
  throttled:
    'Too many wrong links were opened on your network. Try again in 15 minutes with the link in our latest email.',
  nothingToReview: 'We have already approved your EIN, so there is nothing left to send.',
  tryAgain: 'Try again',
  loading: 'Loading',
}

/** Why the server refused, in the language of the page. `refusals` are what its statuses mean here. */
export const failureText = (
  { status, message }: ApiError,
  { noAnswer, throttled }: PageWords,
  refusals: Record<number, string> = {},
) => ({ 429: throttled, ...refusals })[status] ?? (status === 0 || status >= 500 ? noAnswer : message)

/** Reads from left to right inside a text that does not. */
export const latin = (text: string) => `\u2068${text}\u2069`

/** 9 days, as it is written in the language. */
export const formatUnit = (locale: string, count: number, unit: 'day' | 'minute' | 'second') =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)

/** Two of three readers need one language only, on a slow line perhaps. */
export const loadWords: Record<LetterLanguage, () => Promise<PageWords>> = {
  en: async () => english,
  ar: async () => (await import('./page-words.ar.ts')).arabic,
  ur: async () => (await import('./page-words.ur.ts')).urdu,
}
