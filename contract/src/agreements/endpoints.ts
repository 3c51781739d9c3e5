import { z } from 'zod'
import { Id } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { AgreementLog } from '../organizations/schemas.ts'
import { paths } from './calls.ts'

export const agreements = describeEndpoints('Agreements', paths, {
  /** B-21. */
  recordAgreement: {
    summary: 'Record an agreement',
    description: 'Append-only. The address and the browser are read by the server.',
    refusals: { 403: 'FORBIDDEN: another organization', 429: 'RATE_LIMITED: too many agreements today' },
    allow: 'organization',
    params: z.object({ id: Id }),
    body: z.object({ logType: z.enum(['agreement', 'terms']) }),
    response: AgreementLog,
  },
})
