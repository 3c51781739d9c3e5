import { organizationName } from '@hikmah/contract/organizations/words'
import {
  type LetterLanguage,
  type LetterPart,
  reasons,
  type TaxDecision,
  type TaxEvent,
  type TaxStatus,
} from '@hikmah/contract/tax-verification/schemas'
import { taxEventTypes } from '@hikmah/contract/tax-verification/words'
import { eq } from 'drizzle-orm'
import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { isolated, isolatedInEnglish, layOut } from '../kit/mail/letter.ts'
import type { Letter } from '../kit/mail/post.ts'
import { type OrganizationTableRow, organizations } from '../organizations/table.ts'
import { letterWords } from './letter-words.ts'
import { lockTaxProfile, readTaxStatus } from './queries.ts'
import { missingIn, type Settlement } from './rules.ts'

type Addressee = Pick<OrganizationTableRow, 'id' | 'name' | 'email' | 'admin' | 'letterLanguage'>
type DecisionText = Pick<TaxDecision, 'reason' | 'reasonCode' | 'missing' | 'message'>

/**
 * The letter to the organization's admin about a decision, in English and below that in the organization's language; the
 * reason and the message as written. Null where there is nothing to say.
 */
export function decisionLetter(
  to: Addressee,
  settlement: Settlement,
  said: DecisionText,
  reviewer: string,
): (Letter & { parts: LetterPart[] }) | null {
  const { events, request } = settlement
  if (to.email === '' || (events.length === 0 && !request && !said.message)) return null
  const languages: LetterLanguage[] = to.letterLanguage === 'en' ? ['en'] : ['en', to.letterLanguage]
  const parts = languages.map((language) => partOf(language, { to, settlement, said, reviewer }))
  const [english, ...translations] = parts as [LetterPart, ...LetterPart[]]
  const told = [...events.map(inShort), ...(request ? ['new documents needed'] : [])]
  return {
    kind: 'tax-decision',
    to: to.email,
    subject: `${isolatedInEnglish(organizationName(to.name))}: ${told.join(', ') || 'a message about your tax review'}`,
    organizationId: to.id,
    parts,
    ...layOut({ ...english, translations }),
  }
}

interface LetterContext {
  to: Addressee
  settlement: Settlement
  said: DecisionText
  reviewer: string
}

function partOf(language: LetterLanguage, { to, settlement, said, reviewer }: LetterContext): LetterPart {
  const { after, events, request } = settlement
  const words = letterWords[language]
  const quoted = language === 'en' ? isolatedInEnglish : isolated
  const givesReason = request !== null || events.some((event) => event.status === 'Rejected')
  const missing = givesReason ? missingIn(said) : []
  const name = quoted(organizationName(to.name))
  const opening = events.length > 0 ? words.reviewed : request ? words.reviewing : words.messageAbout
  return {
    language,
    greeting: words.greeting(to.admin === '' ? '' : quoted(to.admin)),
    paragraphs: [
      opening(name),
      ...events.map(({ eventType, status }) => {
        // A mail may be forwarded, so the number is only hinted at.
        const end = after.ein === '' ? '' : quoted(after.ein.slice(-4))
        const what = eventType === taxEventTypes.ein ? words.ein(end) : words.exemption
        return `${what}: ${words.statuses[status as keyof typeof words.statuses]}`
      }),
      ...(request ? [words.needsPapers] : []),
      ...(givesReason && language !== 'en' && said.reasonCode
        ? [`${words.reasonTitle}: ${words.reason(said.reasonCode)}`]
        : []),
    ],
    lists:
      missing.length > 0 ? [{ title: words.missingTitle, items: missing.map((paper) => words.papers[paper]) }] : [],
    quotes: [
      ...(givesReason && ownReason(language, said) ? [{ title: words.reasonTitle, text: said.reason! }] : []),
      ...(said.message ? [{ title: words.messageTitle(quoted(reviewer)), text: said.message }] : []),
    ],
    closing: words.next[stepOf(settlement)],
  }
}

/** Words that nobody changed are said in the other language already. */
const ownReason = (language: LetterLanguage, { reason, reasonCode }: DecisionText) =>
  reason && (language === 'en' || !reasonCode || reason !== reasons[reasonCode].text)

const inShort = ({ eventType, status }: Pick<TaxEvent, 'eventType' | 'status'>) =>
  `${eventType === taxEventTypes.ein ? 'EIN' : 'tax exemption'} ${status === 'Pending' ? 'under review again' : status.toLowerCase()}`

function stepOf({ events, request }: Settlement) {
  const has = (status: TaxEvent['status']) => events.some((event) => event.status === status)
  if (request) return 'asked'
  if (has('Rejected')) return 'rejected'
  if (has('Pending')) return 'pending'
  return has('Approved') ? 'approved' : 'message'
}

/** In which language, below the English, letters about its taxes come. A review that lies open stays as it is. */
export const chooseLetterLanguage = (
  { change }: Writes,
  actor: StaffActor,
  organizationId: string,
  { letterLanguage }: { letterLanguage: LetterLanguage },
): Promise<TaxStatus> =>
  change(actor, async (tx) => {
    const row = await lockTaxProfile(tx, organizationId)
    if (letterLanguage !== row.letterLanguage) {
      await tx.update(organizations).set({ letterLanguage }).where(eq(organizations.id, organizationId))
      record(tx, {
        action: 'tax-review.letter-language-changed',
        entity: 'organization',
        entityId: row.id,
        entityName: row.name,
        organizationId: row.id,
        before: { letterLanguage: row.letterLanguage },
        after: { letterLanguage },
      })
    }
    return readTaxStatus(tx, organizationId, tx.at)
  })
