import { z } from 'zod'
import { BoundedText, Id, SearchText, Timestamp } from './common.ts'
import { describeEndpoints } from './endpoint.ts'
import { REQUIRED } from './words.ts'

export const ORGANIZATION_TEAMS = 'Team members of organizations'
export const CONSOLE_TEAM = 'Console team members'
export const FIND_ANYTHING = 'Find anything'

/** Every kind of thing that is found, in the order of their groups. */
export const foundKinds = [
  'organization',
  'member',
  'invite',
  'taxReview',
  'device',
  'invoice',
  'application',
  'integration',
  'order',
  'campaign',
  'staff',
  'demoRequest',
  'contactInquiry',
] as const

export const MAX_FOUND = 20
/** At most this many of a kind when several are searched, so that none hides the others. */
export const MAX_FOUND_OF_KIND = 5

export const FoundKind = z.enum(foundKinds)
export type FoundKind = z.infer<typeof FoundKind>

export const SearchQuery = z.object({
  q: SearchText.refine((text) => text !== '', REQUIRED),
  /** Some of the kinds, parted by commas; all of them where it is left out. */
  types: BoundedText(500)
    .transform((text) => text.split(','))
    .pipe(z.array(FoundKind))
    .optional(),
})

export const Found = z.object({
  type: FoundKind,
  /** Of an invoice as the payment provider has it. */
  _id: z.string(),
  title: z.string(),
  /** What tells it from others of its name. */
  detail: z.string(),
  /** As it is kept; null of kinds that have none, or none that is kept. */
  status: z.string().nullable(),
  /** Whose it is, of a member. */
  organizationId: Id.nullable(),
  createdAt: Timestamp,
})
export type Found = z.infer<typeof Found>

export const search = describeEndpoints('Search', {
  findAnything: {
    call: 'GET /hikmah/search',
    summary: FIND_ANYTHING,
    description:
      'By name, email, phone in any spelling, address, id and whatever else names a thing. Exact names come first, then words that begin with the query, then the rest; within each, organizations before other kinds, and the newest first. At most 20, and at most 5 of a kind unless `types` names a single one. Nothing the person may not see is found, nor is anything found by such a value: an EIN or the code of an invite.',
    example: { query: { q: '(510) 555-0142', types: 'organization,invite' } },
    allow: 'session.own',
    query: SearchQuery,
    response: z.array(Found),
  },
})
