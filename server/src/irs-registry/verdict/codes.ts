import type { DeductibleRow, RegistryRow } from '@hikmah/contract/irs-registry/endpoints'
import { pub78Text, type VerdictOutcome } from '@hikmah/contract/irs-registry/words'

/** What follows from the codes of a row that is the organization's own: why it is more than a match of names, or none. */
export interface CodeFinding {
  outcome: VerdictOutcome
  reason: string
}

const privateFoundations: Record<string, string> = {
  '02': 'a private operating foundation that pays no excise tax',
  '03': 'a private operating foundation',
  '04': 'a private foundation',
}

/** Subsections of section 501(c), and what else is no 501(c)(3), in words. */
const subsections: Record<string, string> = {
  '02': 'a title holding company',
  '04': 'a social welfare organization',
  '05': 'a labor or agricultural organization',
  '06': 'a business league',
  '07': 'a social club',
  '08': 'a fraternal society',
  '09': 'an employees’ benefit association',
  '10': 'a fraternal lodge',
  '12': 'a mutual benefit company',
  '13': 'a cemetery company',
  '14': 'a credit union',
  '15': 'a mutual insurance company',
  '19': 'a veterans’ organization',
  '40': 'a religious apostolic association',
  '82': 'a political organization',
  '90': 'a split-interest trust',
  '91': 'a trust with a charitable part',
  '92': 'a charitable trust that is taxed',
}

/** “Public charity, code PC” */
export const publicationText = ({ codes }: DeductibleRow): string => `“${pub78Text(codes) || 'no code'}”`

export function findingOf(row: RegistryRow): CodeFinding | undefined {
  if (row.subsection !== '03') {
    const kind = subsections[row.subsection] ?? 'another kind of organization'
    return not501c3(
      `The IRS lists it as ${kind} (code ${row.subsection}), not as a 501(c)(3): contributions are not deductible as charity.`,
    )
  }
  if (row.deductibility === '2') return not501c3('The IRS says that contributions to it are not deductible (code 2).')
  const foundation = privateFoundations[row.foundation]
  if (foundation)
    return {
      outcome: 'PRIVATE_FOUNDATION',
      reason: `It is ${foundation} (code ${row.foundation}), not a public charity.`,
    }
  if (row.status === '25') {
    return { outcome: 'PRIVATE_FOUNDATION', reason: 'It is ending its status as a private foundation (code 25).' }
  }
  if (row.status === '12')
    return not501c3('It is a trust under section 4947(a)(2) (status 12), whose exemption is not unconditional.')
  if (row.deductibility === '1') return
  return {
    outcome: 'DEDUCT_UNKNOWN',
    reason:
      row.deductibility === '4'
        ? 'Contributions are deductible by treaty only (code 4): ask for the IRS letter.'
        : `The IRS has not determined whether contributions are deductible (code ${row.deductibility || 'missing'}), as is the case for some well-known mosques: ask for its IRS letter. This is no reason to reject.`,
  }
}

/** The same of Publication 78, where the other file has no row. */
export function deductibleFindingOf(row: DeductibleRow): CodeFinding | undefined {
  const has = (...some: string[]) => some.some((code) => row.codes.includes(code))
  const listed = `Publication 78 has it with ${publicationText(row)}`
  if (has('PF', 'POF')) return { outcome: 'PRIVATE_FOUNDATION', reason: `${listed}: it is not a public charity.` }
  if (has('PC', 'GROUP', 'SO', 'SONFI')) return
  if (has('EO', 'LODGE', 'FED')) return not501c3(`${listed}: it is not a public charity.`)
  return {
    outcome: 'DEDUCT_UNKNOWN',
    reason: `${listed}, which does not settle what is deductible: ask for the IRS letter.`,
  }
}

const not501c3 = (reason: string): CodeFinding => ({ outcome: 'NOT_C3', reason })
