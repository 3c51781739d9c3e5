import type { DraftKind, ProductDraft } from '@hikmah/contract/product-drafts/schemas'
import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../kit/db/db.ts'
import { productDrafts } from './table.ts'

export const isDraftOf = (staffId: string, kind: DraftKind) =>
  and(eq(productDrafts.staffId, staffId), eq(productDrafts.kind, kind))

export async function readDraft(db: Db, staffId: string, kind: DraftKind): Promise<ProductDraft | null> {
  const [row] = await db.select().from(productDrafts).where(isDraftOf(staffId, kind))
  return row ? presentDraft(row) : null
}

/** Of this version alone, where one is given: another tab may have kept more since. */
export const dropDraft = (tx: Tx, staffId: string, kind: DraftKind, version?: number) =>
  tx
    .delete(productDrafts)
    .where(and(isDraftOf(staffId, kind), version === undefined ? undefined : eq(productDrafts.version, version)))

const presentDraft = ({ draft, step, savedAt, version }: typeof productDrafts.$inferSelect): ProductDraft => ({
  draft: JSON.parse(draft),
  step,
  savedAt: savedAt.toISOString(),
  version,
})
