import { z } from 'zod'
import { Timestamp } from '../common.ts'

export const draftKinds = ['application', 'integration'] as const
export const DraftKind = z.enum(draftKinds)
export type DraftKind = z.infer<typeof DraftKind>

export const ProductDraft = z.object({
  /** As the form left it: nothing of it is checked before it is sent to be added. */
  draft: z.record(z.string(), z.unknown()),
  /** The current step, from 0. */
  step: z.int().min(0).max(4),
  savedAt: Timestamp,
  version: z.int(),
})
export type ProductDraft = z.infer<typeof ProductDraft>

/** Of a write that ends a draft: the version that was added; 0 where none was kept. Left out, whichever is there. */
export const EndedDraft = z.object({ draftVersion: z.coerce.number().int().min(0).optional() })
export type EndedDraft = z.output<typeof EndedDraft>
