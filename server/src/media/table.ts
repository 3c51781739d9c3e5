import type { MediaKind } from '@hikmah/contract/media'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { staff } from '../accounts/table.ts'
import { moment } from '../kit/db/columns.ts'

export const media = pgTable(
  'media',
  {
    id: uuid().primaryKey(),
    kind: text().$type<z.infer<typeof MediaKind>>().notNull(),
    name: text().notNull(),
    contentType: text('content_type').notNull(),
    size: integer().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Of the stored bytes; the same image is stored once. */
    sha256: text().notNull(),
    uploadedBy: uuid('uploaded_by').references(() => staff.id),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [uniqueIndex('media_content').on(t.sha256), index('media_created').on(t.kind, t.createdAt)],
)

export const mediaReference = (column: string) => uuid(column).references(() => media.id)
