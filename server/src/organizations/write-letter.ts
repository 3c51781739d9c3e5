import { isolated, isolatedInEnglish } from '@hikmah/contract/isolates'
import { WAITS_FOR_UNBLOCK } from '@hikmah/contract/mails'
import { isBlocked, organizationName } from '@hikmah/contract/organizations/words'
import type { LetterLanguage, LetterPart, TaxLetter } from '@hikmah/contract/tax-verification/schemas'
import type { Settings } from '../house.ts'
import { layOut } from '../kit/mail/letter.ts'
import type { Letter } from '../kit/mail/post.ts'
import type { OrganizationTableRow } from './table.ts'

export type Addressee = Pick<OrganizationTableRow, 'id' | 'name' | 'email' | 'admin' | 'letterLanguage' | 'status'>
export type OrganizationLetter = Letter & { parts: LetterPart[] }

const greetings: Record<LetterLanguage, { toNobody: string; to: (admin: string) => string }> = {
  en: { toNobody: 'Salam,', to: (admin) => `Salam ${admin},` },
  ar: { toNobody: 'السلام عليكم،', to: (admin) => `السلام عليكم ${admin}،` },
  ur: { toNobody: 'السلام علیکم،', to: (admin) => `السلام علیکم ${admin}،` },
}

/** Letters to a blocked organization wait until it is unblocked, but for those that tell of that, or of its address. */
export const SENT_WHILE_BLOCKED: string[] = ['organization-status', 'organization-email']

interface Head {
  kind: string
  /** What it is about; the subject begins with the name. */
  about: string
  /** The organization's own address unless set. */
  to?: string
  /** Of letters about one thing. */
  thread?: string
}

/** What one language says below the greeting. */
type Said = Partial<LetterPart> & Pick<LetterPart, 'paragraphs'>

/** In English, and below that in the language that the organization reads. Names of others go through `quoted`. */
export function organizationLetter(
  to: Addressee,
  head: Head,
  say: (language: LetterLanguage, name: string, quoted: (text: string) => string) => Said,
): OrganizationLetter {
  const { id, email, admin, letterLanguage, status } = to
  const name = organizationName(to.name)
  const languages: LetterLanguage[] = letterLanguage === 'en' ? ['en'] : ['en', letterLanguage]
  const parts = languages.map((language): LetterPart => {
    const quoted = language === 'en' ? isolatedInEnglish : isolated
    const { toNobody, to: greet } = greetings[language]
    return {
      language,
      greeting: admin === '' ? toNobody : greet(quoted(admin)),
      lists: [],
      quotes: [],
      closing: '',
      ...say(language, quoted(name), quoted),
    }
  })
  const [english, ...translations] = parts
  return {
    kind: head.kind,
    to: head.to ?? email,
    ...(head.thread && { thread: head.thread }),
    isToOutside: true,
    subject: `${isolatedInEnglish(name)}: ${head.about}`,
    organizationId: id,
    isHeld: isBlocked(status) && !SENT_WHILE_BLOCKED.includes(head.kind),
    parts,
    body: { ...english!, translations, why: `${isolatedInEnglish(name)} has an account on our platform` },
  }
}

export function previewOf(letter: OrganizationLetter, { config }: Settings): TaxLetter {
  const { to, subject, body, parts, isHeld } = letter
  const { text } = layOut(body, letter, config.letterhead)
  return { to, subject, text, parts, waitReason: isHeld ? WAITS_FOR_UNBLOCK : '' }
}
