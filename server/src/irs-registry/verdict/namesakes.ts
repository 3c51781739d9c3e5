import type { RegistryEvidence, RegistryQuestion, RegistryRow } from '@hikmah/contract/irs-registry/schemas'
import { type Comparison, compare } from './compare.ts'
import { ALIKE } from './likeness.ts'
import { placeText } from './reasons.ts'

interface Namesake {
  row: RegistryRow
  fit: number
}

/** Those of these rows that have the organization's name under another EIN, the best fit first. */
export const namesakesOf = (question: RegistryQuestion, rows: RegistryRow[]): Namesake[] =>
  rows
    .filter(({ ein }) => ein !== question.taxIdEin)
    .map((row) => ({ row, fit: fitOf(compare(question, { ...nothing, row })) }))
    .filter(({ fit }) => fit >= 0)
    .sort((a, b) => b.fit - a.fit)

const nothing: RegistryEvidence = { row: null, deductible: null, revocations: [], sources: [] }

/**
 * Whether the EIN may be mistaken for that of a namesake: one has the name letter by letter while this EIN has it nearly,
 * or one is in the city of the organization and this EIN is not, or nothing tells the two apart.
 */
export const isContested = (comparison: Comparison, [best]: Namesake[]): boolean =>
  best !== undefined && (best.fit > fitOf(comparison) || (best.fit === fitOf(comparison) && !comparison.isExact))

/** The name as it is written counts for more than the city; -1 for another name. */
const fitOf = ({ score, isExact, isSameCity }: Comparison): number =>
  score === null || score < ALIKE ? -1 : (isExact ? 2 : 0) + (isSameCity ? 1 : 0)

/** At most this many are shown to the reviewer. */
const NAMED = 5

export const namesakeReasons = (namesakes: Namesake[]): string[] =>
  namesakes.slice(0, NAMED).map(({ row }) => `The IRS lists this name in ${placeText(row)} under ${row.ein}.`)

export const CONTESTED = 'Another EIN fits the name as well: compare the numbers with the letter of the IRS.'
