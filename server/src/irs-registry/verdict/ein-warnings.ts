import { isSocialSecurity } from '@hikmah/contract/words'

/** Prefixes that the IRS does not list as assigned and that no row of its files has. */
const neverSeen = new Set('00 07 08 09 17 18 19 28 29 49 70 79 89'.split(' '))
/** Prefixes that it does not list either, of which a few old numbers exist. */
const rarelySeen = new Set('69 78 96 97'.split(' '))
const madeUp = new Set(['12-3456789', '98-7654321'])

const WELL_FORMED = /^\d{2}-\d{7}$/

/** Why the text is no EIN, if it is none. An EIN has no check digit. */
export function whyNoEin(text: string): string | undefined {
  if (WELL_FORMED.test(text)) return
  if (text === '') return 'There is no EIN to look up yet.'
  if (isSocialSecurity(text)) {
    return 'This looks like a social security number, which belongs to a person: ask for the EIN of the organization and do not keep this number.'
  }
  return 'This is not an EIN: an EIN has nine digits and is written like 12-3456789.'
}

/** What is odd about a well-formed EIN. None of it is proof. */
export function warningsOf(ein: string): string[] {
  const prefix = ein.slice(0, 2)
  return [
    ...(neverSeen.has(prefix)
      ? [`The IRS has never been seen to assign a number that begins with ${prefix}: look for a typing error.`]
      : []),
    ...(rarelySeen.has(prefix)
      ? [`Few numbers begin with ${prefix}, which the IRS does not list as a prefix: compare it with the letter.`]
      : []),
    ...(madeUp.has(ein) || /^(\d)\1-\1{7}$/.test(ein)
      ? [`${ein} looks like a number typed to fill a field: ask for the IRS letter.`]
      : []),
  ]
}
