import { z } from 'zod'
import { Nothing } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { paths } from './calls.ts'
import { DraftKind, ProductDraft } from './schemas.ts'

const oneKind = z.object({ kind: DraftKind })

export const productDrafts = describeEndpoints('Product drafts', paths, {
  readProductDraft: {
    summary: 'Get my draft of a product',
    description:
      'What the caller began to add and has not yet sent; null where there is none. Each person has their own.',
    allow: 'products.manage',
    params: oneKind,
    response: ProductDraft.nullable(),
  },
  saveProductDraft: {
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
    summary: 'Discard my draft of a product',
    allow: 'products.manage',
    params: oneKind,
    response: Nothing,
  },
})
