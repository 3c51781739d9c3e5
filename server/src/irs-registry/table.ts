import type { ImportStatus, RegistryKind } from '@hikmah/contract/irs-registry/words'
import { bigint, boolean, date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../kit/db/columns.ts'

/** The EO BMF as last imported; a new import replaces the table. An EIN is nine digits. */
export const irsOrganizations = pgTable(
  'irs_organizations',
  {
    ein: text().primaryKey(),
    name: text().notNull(),
    sortName: text('sort_name').notNull(),
    city: text().notNull(),
    state: text().notNull(),
    zip: text().notNull(),
    group: text('group_number').notNull(),
    subsection: text().notNull(),
    affiliation: text().notNull(),
    ruling: text().notNull(),
    deductibility: text().notNull(),
    foundation: text().notNull(),
    status: text().notNull(),
    filingRequirement: text('filing_requirement').notNull(),
    ntee: text().notNull(),
    /** The state with each word of the names, for searching (search-words.ts). */
    words: text().array().notNull(),
  },
  (t) => [index('irs_organizations_words').using('gin', t.words)],
)

/** Publication 78. */
export const irsDeductibles = pgTable('irs_deductibles', {
  ein: text().primaryKey(),
  name: text().notNull(),
  city: text().notNull(),
  state: text().notNull(),
  country: text().notNull(),
  codes: text().array().notNull(),
})

export const irsRevocations = pgTable(
  'irs_revocations',
  {
    ein: text().notNull(),
    name: text().notNull(),
    revokedOn: date('revoked_on').notNull(),
    postedOn: date('posted_on'),
    reinstatedOn: date('reinstated_on'),
  },
  (t) => [index('irs_revocations_ein').on(t.ein)],
)

export interface ImportedFile {
  name: string
  size: number
}

export interface MadeSource {
  kind: RegistryKind
  rows: number
  isUnchanged?: true
}

export const irsImports = pgTable(
  'irs_imports',
  {
    id: uuid().primaryKey(),
    origin: text().$type<'console' | 'command'>().notNull(),
    status: text().$type<ImportStatus>().notNull(),
    files: jsonb().$type<ImportedFile[]>().notNull(),
    /** Accepts a file with far fewer rows than the last. */
    force: boolean().notNull().default(false),
    snapshotOn: date('snapshot_on'),
    kind: text().$type<RegistryKind>(),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    totalBytes: bigint('total_bytes', { mode: 'number' }).notNull().default(0),
    rows: integer().notNull().default(0),
    made: jsonb().$type<MadeSource[]>().notNull().default([]),
    problem: text().notNull().default(''),
    isCancelled: boolean('is_cancelled').notNull().default(false),
    requestedBy: text('requested_by').notNull(),
    requestedById: text('requested_by_id').notNull(),
    createdAt: moment('created_at').notNull(),
    heardAt: moment('heard_at').notNull(),
    finishedAt: moment('finished_at'),
  },
  (t) => [index('irs_imports_created').on(t.createdAt, t.id)],
)

export interface SourceFile {
  name: string
  sha256: string
  rows: number
}

/** The current files of each kind. */
export const irsSources = pgTable('irs_sources', {
  kind: text().$type<RegistryKind>().primaryKey(),
  /** Grows across all kinds. */
  version: integer().notNull(),
  files: jsonb().$type<SourceFile[]>().notNull(),
  snapshotOn: date('snapshot_on').notNull(),
  /** Of the file, or of the ordered hashes of several. */
  sha256: text().notNull(),
  rows: integer().notNull(),
  importId: uuid('import_id')
    .notNull()
    .references(() => irsImports.id),
  importedBy: text('imported_by').notNull(),
  importedAt: moment('imported_at').notNull(),
})
