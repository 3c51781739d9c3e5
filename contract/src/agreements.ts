import { z } from 'zod'
import { Id } from './common.ts'
import { endpoint } from './endpoint.ts'
import { AgreementLog } from './organizations.ts'

const AGREEMENT_VERSION = '2026-01'

/** What the log says of an acceptance. */
export const acceptanceTexts: Record<AgreementLog['logType'], string> = {
  agreement: `Accepted the service agreement, version ${AGREEMENT_VERSION}`,
  terms: `Accepted the terms of use, version ${AGREEMENT_VERSION}`,
}

export const agreements = {
  /** B-21, by the organization's own token. Append-only; address and agent are read by the server. */
  recordAgreement: endpoint({
    method: 'POST',
    path: '/organizations/:id/agreements',
    allow: 'organization',
    params: z.object({ id: Id }),
    body: z.object({ logType: z.enum(['agreement', 'terms']) }),
    response: AgreementLog,
  }),
}
