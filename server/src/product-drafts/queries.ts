import type { DraftKind, ProductDraft } from '@hikmah/contract/product-drafts'
import { and, eq, sql } from 'drizzle-orm'
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { staff } from '../accounts/table.ts'
import { byFullName, fullNameOf, moment } from '../kit/db/columns.ts'
import type { Db } from '../kit/db/db.ts'
import type { Tx } from '../kit/write/tx.ts'
import { FILE_URL, type MediaUsers, mediaUrl } from '../media/queries.ts'

/** What a person began to add: one of each kind. The draft is the text of its JSON, as it came. */
export const productDrafts = pgTable(
  'product_drafts',
  {
    staffId: uuid('staff_id')
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    kind: text().$type<DraftKind>().notNull(),
    draft: text().notNull(),
    step: integer().notNull(),
    savedAt: moment('saved_at').notNull(),
    version: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.kind] })],
)

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

/** Not those of people whose access is revoked: nobody could open or discard them, and they would hold the image for ever. */
export const draftsWithImage: MediaUsers = {
  async find(db, mediaId) {
    // A text of its own within the JSON. As jsonb it could not be read: that refuses the \u0000 which a draft may have.
    const address = JSON.stringify(mediaUrl(mediaId))
    const found = await db
      .select({ id: staff.id, kind: productDrafts.kind, draft: productDrafts.draft, owner: fullNameOf(staff) })
      .from(productDrafts)
      .innerJoin(staff, eq(staff.id, productDrafts.staffId))
      .where(and(eq(staff.access, 'active'), sql`strpos(${productDrafts.draft}, ${address}) > 0`))
      .orderBy(...byFullName(staff), staff.id, productDrafts.kind)
    return found.map(({ id, kind, draft, owner }) => ({
      entity: `${kind}-draft`,
      id,
      name: `Draft of an ${kind}: ${draftName(kind, JSON.parse(draft))} (${owner})`,
    }))
  },
  uses: sql`select (regexp_matches(${productDrafts.draft}, ${`"${FILE_URL}"`}, 'g'))[1]::uuid,
    ${productDrafts.kind} || '-draft', ${staff.id}, 'Draft of an ' || ${productDrafts.kind} || ' (' || ${fullNameOf(staff)} || ')'
    from ${productDrafts} join ${staff} on ${staff.id} = ${productDrafts.staffId} where ${staff.access} = 'active'`,
}

function draftName(kind: DraftKind, { displayName, name }: Record<string, unknown>) {
  const typed = kind === 'application' ? displayName : name
  return (typeof typed === 'string' && typed.trim()) || 'unnamed'
}

const presentDraft = ({ draft, step, savedAt, version }: typeof productDrafts.$inferSelect): ProductDraft => ({
  draft: JSON.parse(draft),
  step,
  savedAt: savedAt.toISOString(),
  version,
})
