import { z } from 'zod'
import { Timestamp } from './common.ts'
import { describeEndpoints } from './endpoint.ts'

export const SAVES_WHOLE_DRAFT = 'Saves the whole draft. Without `version` it overwrites whatever is stored.'

export const ADDED_LAST =
  'It comes last in the order. The kept draft of the caller is dropped with it, unless it has another version.'

export const IN_STAFF_ORDER = 'In the order set by staff. Without `page` and `limit`, all of them.'

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

const oneKind = z.object({ kind: DraftKind })

export const productDrafts = describeEndpoints('Product drafts', {
  readProductDraft: {
    call: 'GET /hikmah/productDrafts/:kind',
    summary: 'Get my draft of a product',
    description:
      'What the caller began to add and has not yet sent; null where there is none. Each person has their own.',
    allow: 'products.manage',
    params: oneKind,
    response: ProductDraft.nullable(),
  },
  saveProductDraft: {
    call: 'PUT /hikmah/productDrafts/:kind',
    summary: 'Keep my draft of a product',
    description: '`version` is the one that was read, 0 for the first.',
    refusals: {
      409: 'CONFLICT: another tab has saved it since; `current` is what it saved, null when it was dropped',
    },
    example: { body: { draft: { name: 'deenkiosk', displayName: 'DeenKiosk' }, step: 0, version: 0 } },
    allow: 'products.manage',
    params: oneKind,
    body: ProductDraft.omit({ savedAt: true }),
    response: ProductDraft,
    conflict: ProductDraft.nullable(),
  },
  discardProductDraft: {
    call: 'DELETE /hikmah/productDrafts/:kind',
    summary: 'Discard my draft of a product',
    allow: 'products.manage',
    params: oneKind,
  },
})
