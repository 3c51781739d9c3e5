import type { AgreementLog } from '../organizations/schemas.ts'

export const agreementTypes = ['agreement', 'terms'] as const satisfies AgreementLog['logType'][]
export const agreementSorts = ['createdAt', 'user'] as const

const AGREEMENT_VERSION = '2026-01'

/** What the log says of an acceptance. */
export const acceptanceTexts: Record<AgreementLog['logType'], string> = {
  agreement: `Accepted the service agreement, version ${AGREEMENT_VERSION}`,
  terms: `Accepted the terms of use, version ${AGREEMENT_VERSION}`,
}
