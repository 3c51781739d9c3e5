import { z } from 'zod'
import { Id, ListMeta, listQuery } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { AgreementLog } from '../organizations/schemas.ts'
import { paths } from './calls.ts'
import { agreementSorts, agreementTypes } from './words.ts'

export const agreements = describeEndpoints('Agreements', paths, {
  listAgreements: {
    summary: 'List the agreements of an organization',
    description: 'A page of the organization’s agreement log, oldest first. `status` is the type of an entry.',
    allow: 'organizations.read',
    params: z.object({ id: Id }),
    query: listQuery(agreementTypes, agreementSorts),
    response: z.array(AgreementLog),
    meta: ListMeta,
  },
  /** B-21. */
  recordAgreement: {
    summary: 'Record an agreement',
    description: 'Append-only. The address and the browser are read by the server.',
    refusals: {
      403: 'FORBIDDEN: another organization, or a member who does not run this one',
      409: 'CONFLICT: the organization is blocked',
      429: 'RATE_LIMITED: too many agreements today',
    },
    example: { body: { logType: 'terms' } },
    allow: 'organization',
    params: z.object({ id: Id }),
    body: z.object({ logType: z.enum(agreementTypes) }),
    response: AgreementLog,
  },
})
