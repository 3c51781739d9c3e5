import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { startServer } from './start.ts'

export const EIN = '12-3456789'
export const submittedAt = new Date('2026-03-01T10:00:00Z')
export const approved = { status: 'Approved' }
export const rejected = { status: 'Rejected' }
export const pending = { status: 'Pending' }

/** A server with an admin who decides what waits for a review. */
export async function startReviews() {
  const server = await startServer()
  const admin = await server.as('admin')
  return {
    ...server,
    admin,
    waiting: () =>
      server.given.organization({
        ein: EIN,
        einStatus: 'Pending',
        einSubmittedAt: submittedAt,
        taxExempt: true,
        exemptStatus: 'Pending',
        exemptSubmittedAt: submittedAt,
      }),
    decide: (orgId: string, body: object, by = admin) =>
      by(taxVerification.decideTaxReview, { params: { orgId }, body }),
  }
}
