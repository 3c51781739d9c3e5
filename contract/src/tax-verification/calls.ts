import { type Calls, callsOf } from '../endpoint.ts'
import type { taxVerification as endpoints } from './endpoints.ts'

export const paths = {
  listTaxReviews: { method: 'GET', path: '/hikmah/taxReviews' },
  readDecisionTimes: { method: 'GET', path: '/hikmah/taxReviews/times' },
  readTaxStatus: { method: 'GET', path: '/hikmah/organizations/:orgId/taxStatus' },
  decideTaxReview: { method: 'PUT', path: '/hikmah/organizations/:orgId/taxStatus' },
  undoTaxDecision: { method: 'POST', path: '/hikmah/organizations/:orgId/taxStatus/undo' },
  claimTaxReview: { method: 'POST', path: '/hikmah/organizations/:orgId/taxStatus/claim' },
  releaseTaxReview: { method: 'DELETE', path: '/hikmah/organizations/:orgId/taxStatus/claim' },
  openTaxReview: { method: 'POST', path: '/hikmah/organizations/:orgId/taxStatus/open' },
  previewTaxLetter: { method: 'POST', path: '/hikmah/organizations/:orgId/taxStatus/preview' },
  chooseLetterLanguage: { method: 'PUT', path: '/hikmah/organizations/:orgId/letterLanguage' },
  readTaxDocument: { method: 'GET', path: '/hikmah/organizations/:orgId/taxDocuments/:documentId' },
  submitTaxPapers: { method: 'POST', path: '/organizations/taxStatus/:orgId' },
} as const satisfies Calls

export const taxVerification = callsOf<typeof endpoints>(paths)
