import { z } from 'zod'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { Found, SearchQuery } from './schemas.ts'

export const search = describeEndpoints('Search', paths, {
  findAnything: {
    summary: 'Find anything',
    description:
      'By name, e-mail, phone in any spelling, address, id and what else names a thing. What is named so comes first, then what has a word that begins so, then any other; organizations before other kinds, and the newest first, within. At most 20, and at most 5 of a kind unless `types` names a single one. What the person may not see is not found, nor is anything by it: an EIN or the code of an invite.',
    example: { query: { q: '(510) 555-0142', types: 'organization,invite' } },
    allow: 'session.own',
    query: SearchQuery,
    response: z.array(Found),
  },
})
