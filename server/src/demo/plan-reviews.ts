import type { House } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { claimTaxReview } from '../tax-verification/claims.ts'
import { decideTaxReview } from '../tax-verification/decide-tax-review.ts'
import { openTaxReview } from '../tax-verification/decision-times.ts'
import { submitTaxPapers } from '../tax-verification/submit-tax-papers.ts'
import { letterPdf } from './papers.ts'
import { type Act, joining, type Own } from './plan.ts'
import { fictionOfCase, reviewCases } from './review-cases.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const CLAIMED = 4

/** Twenty organizations that joined lately and whose papers wait: the oldest for ten days, the youngest for hours. */
export function planReviews(house: House, crew: StaffActor[], end: number): Act[] {
  return reviewCases.flatMap(({ isAgain, isEinOnly, isBare }, k) => {
    const staff = crew[k % crew.length]!
    const fiction = fictionOfCase(k)
    const own: Own = { id: '', person: undefined }
    const submitted = end - (2 + ((k * 7) % reviewCases.length) * 12) * HOUR
    const submit = (at: number, name: string): Act => ({
      at,
      run: () =>
        submitTaxPapers(house, own.person!, own.id, {
          taxIdEin: fiction.ein,
          taxExempt: !isEinOnly,
          documents: isBare || isEinOnly ? [] : [{ name, data: letterPdf(fiction) }],
        }),
    })
    const before: Act[] = isAgain
      ? [
          submit(submitted - 60 * HOUR, 'letter-page-1.pdf'),
          { at: submitted - 40 * HOUR - 3 * MINUTE, run: () => openTaxReview(house, staff, own.id) },
          {
            at: submitted - 40 * HOUR,
            run: () =>
              decideTaxReview(house, staff, own.id, {
                taxIdEinDetail: { status: 'Rejected' },
                taxExemptDetail: { status: 'Rejected' },
                reason: 'The letter is cut off at the bottom. Send both pages.',
              }),
          },
        ]
      : []
    return [
      ...joining(house, staff, submitted - 90 * HOUR, 76 + k, own, fiction),
      ...before,
      submit(submitted, 'determination-letter.pdf'),
      ...(k === CLAIMED ? [{ at: end - 2 * MINUTE, run: () => claimTaxReview(house, crew.at(-1)!, own.id, {}) }] : []),
    ]
  })
}
