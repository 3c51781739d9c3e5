import type { DraftKind } from '@hikmah/contract/product-drafts'
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { staff } from '../accounts/table.ts'
import { moment } from '../kit/db/columns.ts'

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
