import type { TaxDecision, TaxEvent } from '@hikmah/contract/tax-verification/schemas'
import { layOut } from '../kit/mail/letter.ts'
import type { Letter } from '../kit/mail/post.ts'
import type { OrganizationTableRow } from '../organizations/table.ts'
import type { Settlement } from './rules.ts'

type Addressee = Pick<OrganizationTableRow, 'id' | 'name' | 'email' | 'admin'>

/** What the organization's admin is told about a decision, the reason and the message as written; null for nothing to tell. */
export function decisionLetter(
  to: Addressee,
  { after, events }: Settlement,
  { reason = '', message = '' }: Pick<TaxDecision, 'reason' | 'message'>,
  reviewer: string,
): Letter | null {
  if (to.email === '' || (events.length === 0 && message === '')) return null
  const isRejected = events.some((event) => event.status === 'Rejected')
  const quotes = [
    ...(isRejected && reason !== '' ? [{ title: 'Reason', text: reason }] : []),
    ...(message === '' ? [] : [{ title: `Message from ${reviewer}`, text: message }]),
  ]
  return {
    kind: 'tax-decision',
    to: to.email,
    subject: `${to.name}: ${events.length > 0 ? events.map(inShort).join(', ') : 'a message about your tax review'}`,
    organizationId: to.id,
    ...layOut({
      greeting: to.admin === '' ? 'Salam,' : `Salam ${to.admin},`,
      paragraphs: [
        events.length > 0
          ? `We have reviewed the tax documents of ${to.name}.`
          : `There is a message for you about the tax review of ${to.name}.`,
        ...events.map((event) => inFull(event, after.ein)),
      ],
      quotes,
      closing: nextStep(events),
    }),
  }
}

type Told = Pick<TaxEvent, 'eventType' | 'status'>

const inShort = ({ eventType, status }: Told) =>
  `${eventType === 'EIN/Tax ID' ? 'EIN' : 'tax exemption'} ${status === 'Pending' ? 'under review again' : status.toLowerCase()}`

function inFull({ eventType, status }: Told, ein: string): string {
  const what = eventType === 'Tax exemptions' ? 'Tax exemption' : ein === '' ? 'EIN/Tax ID' : `EIN/Tax ID ${endOf(ein)}`
  return status === 'Pending' ? `${what}: the review is open again.` : `${what}: ${status.toLowerCase()}.`
}

/** A mail may be forwarded, so the number is only hinted at. */
const endOf = (ein: string) => `ending in ${ein.slice(-4)}`

function nextStep(events: Told[]): string {
  const has = (status: Told['status']) => events.some((event) => event.status === status)
  if (has('Rejected')) return 'What to do next: correct the papers and submit them again from your application.'
  if (has('Pending')) return 'No action is needed; we will email you our decision.'
  if (has('Approved')) return 'No further action is needed.'
  return 'What to do next: if the message asks for papers, submit them from your application.'
}
