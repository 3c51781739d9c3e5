import { z } from 'zod'
import { BoundedText, Id, RequiredText, Timestamp } from '../common.ts'
import { foundKinds } from './words.ts'

const FoundKind = z.enum(foundKinds)

export const SearchQuery = z.object({
  q: RequiredText(100),
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
  /** Whose it is, of a member. */
  organizationId: Id.nullable(),
  createdAt: Timestamp,
})
export type Found = z.infer<typeof Found>
