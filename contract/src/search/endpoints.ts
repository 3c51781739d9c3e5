import { z } from 'zod'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { Found, SearchQuery } from './schemas.ts'

export const search = describeEndpoints('Search', paths, {
  findAnything: {
    summary: 'Find anything',
    description:
      'By name, e-mail, phone in any spelling, address, id and whatever else names a thing. Exact names come first, then words that begin with the query, then the rest; within each, organizations before other kinds, and the newest first. At most 20, and at most 5 of a kind unless `types` names a single one. Nothing the person may not see is found, nor is anything found by such a value: an EIN or the code of an invite.',
    example: { query: { q: '(510) 555-0142', types: 'organization,invite' } },
    allow: 'session.own',
    query: SearchQuery,
    response: z.array(Found),
  },
})
