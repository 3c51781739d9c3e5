import { codesOf } from '@hikmah/contract/tax-verification/against-record'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { recheckOrganizations } from '../src/tax-verification/recheck-organizations.ts'
import { putRegistry, type Registry } from './registry.ts'
import { startServer } from './start.ts'

export const EIN = '12-3456789'
export const submittedAt = new Date('2026-03-01T10:00:00Z')
export const approved = { status: 'Approved' }
export const rejected = { status: 'Rejected' }
export const pending = { status: 'Pending' }

export const AGAINST_REASON = 'Its parent organization confirmed it by phone.'

/** A letter as it is previewed, before it has a link to send papers with. */
export const withoutToken = (text: string) => text.replace(/(\/submit-papers\/)[\w-]{43}/g, '$1…')

/** A server with an admin who decides what waits for a review. */
export async function startReviews(env: Record<string, string> = {}) {
  const server = await startServer(env)
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
    /** A mosque whose EIN and exemption wait, to be found in a registry that lists 123450001. */
    waitingMosque: () =>
      server.given.organization({
        name: 'Masjid Al-Noor',
        type: 'Masjid/Islamic Center',
        ein: '12-3450001',
        taxExempt: true,
        ...{
          einStatus: 'Pending',
          einSubmittedAt: submittedAt,
          exemptStatus: 'Pending',
          exemptSubmittedAt: submittedAt,
        },
      }),
    statusOf: async (orgId: string) => (await admin(taxVerification.readTaxStatus, { params: { orgId } })).data,
    /** What an import and the minute after it do. */
    imported: async (registry: Registry) => {
      await putRegistry(server.house, registry)
      await recheckOrganizations(server.house)
    },
    /** The organizations of a file share an EIN, and where the decision is against the record, a reason is given. */
    decide: async (orgId: string, body: object, by = admin) => {
      const decideOnce = (again = {}) =>
        by(taxVerification.decideTaxReview, { params: { orgId }, body: { ...body, ...again } })
      const reply = await decideOnce()
      if (reply.error?.code !== 'AGAINST_RECORD') return reply
      const codes = codesOf(reply.error.contradictions ?? [])
      return decideOnce({ againstRecord: { codes, reason: AGAINST_REASON } })
    },
  }
}
