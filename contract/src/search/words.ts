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

export type FoundKind = (typeof foundKinds)[number]

export const MAX_FOUND = 20
/** At most this many of a kind when several are searched, so that none hides the others. */
export const MAX_FOUND_OF_KIND = 5
