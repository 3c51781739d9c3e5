import { inWords } from '@hikmah/contract/irs-registry/schemas'

/* The codes of the IRS in words, as its documentation of the EO BMF extract gives them. */

const subsections: Record<string, string> = {
  '02': '501(c)(2) title holding',
  '03': '501(c)(3)',
  '04': '501(c)(4) social welfare',
  '05': '501(c)(5) labor, agriculture',
  '06': '501(c)(6) business league',
  '07': '501(c)(7) social club',
  '08': '501(c)(8) fraternal beneficiary',
  '10': '501(c)(10) fraternal lodge',
  '12': '501(c)(12) mutual company',
  '13': '501(c)(13) cemetery',
  '19': '501(c)(19) veterans',
  '40': '501(d) religious association',
  '50': '501(e) hospital service',
  '60': '501(f) school service',
  '70': '501(k) child care',
  '71': '501(n) risk pool',
  '82': '527 political',
  '90': '4947(a)(2) split-interest trust',
  '91': '4947(a)(2) split-interest trust',
  '92': '4947(a)(1) trust',
}

const deductibilities: Record<string, string> = {
  '0': 'Undetermined',
  '1': 'Deductible',
  '2': 'Not deductible',
  '4': 'Deductible by treaty',
}

const foundations: Record<string, string> = {
  '00': 'Not a 501(c)(3)',
  '02': 'Private operating foundation, exempt from excise',
  '03': 'Private operating foundation',
  '04': 'Private non-operating foundation',
  '09': 'Suspense',
  '10': 'Church, 170(b)(1)(A)(i)',
  '11': 'School',
  '12': 'Hospital or medical research',
  '13': 'Support of a college',
  '14': 'Governmental unit',
  '15': 'Publicly supported',
  '16': 'Publicly supported, 509(a)(2)',
  '17': 'Supporting, 509(a)(3)',
  '18': 'Testing for public safety',
  '21': 'Supporting, type I',
  '22': 'Supporting, type II',
  '23': 'Supporting, type III, functionally integrated',
  '24': 'Supporting, type III, not integrated',
}

const statuses: Record<string, string> = {
  '01': 'Unconditional exemption',
  '02': 'Conditional exemption',
  '12': 'Trust, 4947(a)(2)',
  '25': 'Terminating its private foundation status',
}

const affiliations: Record<string, string> = {
  '6': 'central organization',
  '7': 'intermediate organization',
  '8': 'central church organization',
  '9': 'subordinate',
}

export const subsectionText = inWords(subsections)
export const deductibilityText = inWords(deductibilities)
export const foundationText = inWords(foundations)
export const irsStatusText = inWords(statuses)

/** "5213, subordinate", or "In no group". */
export function groupText(group: string, affiliation: string): string {
  if (group === '' || group === '0000') return 'In no group'
  return [group, affiliations[affiliation]].filter(Boolean).join(', ')
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "Sep 2011" of 201109; undefined where it is not known. */
export function rulingText(ruling: string): string | undefined {
  const month = months[Number(ruling.slice(4)) - 1]
  return month && `${month} ${ruling.slice(0, 4)}`
}
