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
/** So many of a kind where several are asked for, so that none hides the others. */
export const MAX_FOUND_OF_KIND = 5
