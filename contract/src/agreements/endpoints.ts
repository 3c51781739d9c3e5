import { z } from 'zod'
import { Id } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { AgreementLog } from '../organizations/schemas.ts'
import { paths } from './calls.ts'

export const agreements = describeEndpoints(paths, {
  /** B-21, by the organization's own token. Append-only; address and agent are read by the server. */
  recordAgreement: {
    allow: 'organization',
    params: z.object({ id: Id }),
    body: z.object({ logType: z.enum(['agreement', 'terms']) }),
    response: AgreementLog,
  },
})
