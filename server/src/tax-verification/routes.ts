import { can } from '@hikmah/contract/permissions'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { House } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { setSafeDownloadHeaders } from '../kit/files/download.ts'
import type { Serve } from '../kit/http/serve.ts'
import { decideTaxReview, previewTaxLetter } from './decide-tax-review.ts'
import { listTaxReviews } from './list-tax-reviews.ts'
import { readTaxDocumentRow, readTaxStatus } from './queries.ts'
import { submitTaxPapers } from './submit-tax-papers.ts'

/** Whoever may not decide sees the EIN masked. */
const mustMask = ({ role }: StaffActor) => !can(role, 'tax-verification.decide')

export function taxVerificationRoutes(serve: Serve, house: House) {
  const { db } = house
  serve(taxVerification.listTaxReviews, ({ query, actor }) => listTaxReviews(db, query, mustMask(actor)))
  serve(taxVerification.readTaxStatus, async ({ params, actor }) => ({
    data: await readTaxStatus(db, params.orgId, { maskEin: mustMask(actor) }),
  }))
  serve(taxVerification.decideTaxReview, async ({ params, body, actor }) => ({
    data: await decideTaxReview(house, actor, params.orgId, body),
  }))
  serve(taxVerification.previewTaxLetter, async ({ params, body, actor }) => ({
    data: await previewTaxLetter(db, actor, params.orgId, body),
  }))
  serve(taxVerification.readTaxDocument, async ({ params, reply }) => {
    const document = await readTaxDocumentRow(db, params.orgId, params.documentId)
    setSafeDownloadHeaders(reply, document, 'attachment')
    return { data: await house.files.read(document.sha256) }
  })
  serve(taxVerification.submitTaxPapers, async ({ params, body, actor }) => ({
    data: await submitTaxPapers(house, actor, params.orgId, body),
  }))
}
