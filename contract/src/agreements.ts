import { z } from 'zod'
import { listOf, listQuery } from './common.ts'
import { describeEndpoints } from './endpoint.ts'
import { AgreementLog } from './organizations/schemas.ts'

export const agreementTypes = ['agreement', 'terms'] as const satisfies AgreementLog['logType'][]
export const agreementSorts = ['createdAt', 'user'] as const

const AGREEMENT_VERSION = '2026-01'

export const acceptanceTexts: Record<AgreementLog['logType'], string> = {
  agreement: `Accepted the service agreement, version ${AGREEMENT_VERSION}`,
  terms: `Accepted the terms of use, version ${AGREEMENT_VERSION}`,
}

/** The status of an entry is what was agreed to. */
export const AgreementsQuery = listQuery(agreementTypes, agreementSorts)

export const agreements = describeEndpoints('Agreements', {
  listAgreements: {
    call: 'GET /organizations/:id/agreements',
    summary: 'List the agreements of an organization',
    description: 'A page of the organization’s agreement log, oldest first. `status` is the type of an entry.',
    allow: 'organizations.read',
    query: AgreementsQuery,
    ...listOf(AgreementLog),
  },
  recordAgreement: {
    call: 'POST /organizations/:id/agreements',
    summary: 'Record an agreement',
    description: 'Append-only. The address and the browser are read by the server.',
    refusals: {
      403: 'FORBIDDEN: another organization, or a member who does not run this one',
      409: 'CONFLICT: the organization is blocked',
      429: 'RATE_LIMITED: too many agreements today',
    },
    example: { body: { logType: 'terms' } },
    allow: 'organization',
    body: z.object({ logType: z.enum(agreementTypes) }),
    response: AgreementLog,
  },
})
