import { type DraftKind, productDrafts } from '@hikmah/contract/product-drafts'
import { read } from '../api/data.ts'

/** The query of my draft of a product; its data is null where there is none. */
export const myDraft = (kind: DraftKind) => read(productDrafts.readProductDraft, { params: { kind } })
