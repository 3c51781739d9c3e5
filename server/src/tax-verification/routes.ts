import { papersLink } from '@hikmah/contract/papers-link'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { House } from '../house.ts'
import { noteEinsRead, noteRead } from '../kit/audit/audit.ts'
import { setSafeDownloadHeaders } from '../kit/files/files.ts'
import type { Serve } from '../kit/http/serve.ts'
import { serveCsv, serveList } from '../kit/list/read-page.ts'
import { decideTaxReview, previewTaxLetter } from './decide-tax-review.ts'
import { reviewColumns } from './export-tax-reviews.ts'
import { chooseLetterLanguage } from './letters.ts'
import { listTaxReviews, streamTaxReviews } from './list-tax-reviews.ts'
import { claimTaxReview, openTaxReview, readDecisionTimes, releaseTaxReview } from './open-tax-review.ts'
import { readPapersLink, revokePapersLink, sendPapersLink } from './papers-link.ts'
import { readPapersRequest, renewPapersLink, submitPapers } from './papers-request.ts'
import { readTaxDocumentRow, readTaxStatus } from './queries.ts'
import { attachPapers, submitTaxPapers } from './submit-tax-papers.ts'
import { undoTaxDecision } from './undo-tax-decision.ts'
import { removePaper, uploadPaper } from './upload-papers.ts'

const ALL_REVIEWS = 'All tax reviews'

export function taxVerificationRoutes(serve: Serve, house: House) {
  const { db, change, clock } = house
  serveList(serve, change, taxVerification.listTaxReviews, {
    entity: 'tax-review',
    entityName: ALL_REVIEWS,
    page: async ({ query, actor }) => {
      const page = await listTaxReviews(house, query, actor)
      await noteEinsRead(house, actor, page.data)
      return page
    },
    whole: ({ actor }) => streamTaxReviews(house, actor),
  })
  serveCsv(serve, house, taxVerification.exportTaxReviews, {
    file: 'reviews',
    about: { action: 'tax-review.list-exported', entity: 'tax-review', entityName: ALL_REVIEWS },
    columns: reviewColumns,
    rows: (query, actor) => streamTaxReviews(house, actor, query),
  })
  serve(taxVerification.readTaxStatus, async ({ params, actor }) => {
    const status = await readTaxStatus(db, params.orgId, clock.now())
    await noteEinsRead(house, actor, [{ ...status, organizationId: params.orgId }])
    return status
  })
  serve(taxVerification.decideTaxReview, ({ params, body, actor }) => decideTaxReview(house, actor, params.orgId, body))
  serve(taxVerification.undoTaxDecision, ({ params, body, actor }) => undoTaxDecision(house, actor, params.orgId, body))
  serve(taxVerification.claimTaxReview, ({ params, body, actor }) => claimTaxReview(house, actor, params.orgId, body))
  serve(taxVerification.releaseTaxReview, ({ params, actor }) => releaseTaxReview(house, actor, params.orgId))
  serve(taxVerification.openTaxReview, ({ params, actor }) => openTaxReview(house, actor, params.orgId))
  serve(taxVerification.readDecisionTimes, ({ query }) => readDecisionTimes(house, query.weeks))
  serve(taxVerification.previewTaxLetter, ({ params, body, actor }) =>
    previewTaxLetter(house, actor, params.orgId, body),
  )
  serve(taxVerification.chooseLetterLanguage, ({ params, body, actor }) =>
    chooseLetterLanguage(house, actor, params.orgId, body),
  )
  serve(taxVerification.readTaxDocument, async ({ params, actor, reply }) => {
    const document = await readTaxDocumentRow(db, params.orgId, params.documentId)
    const { organizationId, organizationName } = document
    const about = {
      entity: 'tax-review',
      entityId: organizationId,
      entityName: organizationName,
      organizationId,
    } as const
    const after = { document: document.name }
    await noteRead(change, actor, { ...about, action: 'tax-papers.read', after }, document.id)
    setSafeDownloadHeaders(reply, document, 'attachment')
    return house.files.read(document.sha256)
  })
  serve(taxVerification.submitTaxPapers, ({ params, body, actor }) => submitTaxPapers(house, actor, params.orgId, body))
  papersLinkRoutes(serve, house)
}

function papersLinkRoutes(serve: Serve, house: House) {
  serve(papersLink.readPapersRequest, ({ params, actor }) => readPapersRequest(house, actor, params.token))
  serve(papersLink.uploadPaper, ({ params, query, actor, request }) =>
    uploadPaper(house, actor, params.token, query, request),
  )
  serve(papersLink.removePaper, ({ params, actor }) => removePaper(house, actor, params.token, params.id))
  serve(papersLink.submitPapers, ({ params, body, actor }) => submitPapers(house, actor, params.token, body))
  serve(papersLink.renewPapersLink, ({ params, actor }) => renewPapersLink(house, actor, params.token))
  serve(papersLink.readPapersLink, ({ params }) => readPapersLink(house, params.orgId))
  serve(papersLink.sendPapersLink, ({ params, body, actor }) => sendPapersLink(house, actor, params.orgId, body.isSent))
  serve(papersLink.revokePapersLink, ({ params, actor }) => revokePapersLink(house, actor, params.orgId))
  serve(papersLink.attachPapers, ({ params, body, actor }) => attachPapers(house, actor, params.orgId, body))
}
