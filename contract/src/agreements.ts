import { z } from 'zod'
import { Id } from './common.ts'
import { endpoint } from './endpoint.ts'
import { AgreementLog } from './organizations.ts'

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
