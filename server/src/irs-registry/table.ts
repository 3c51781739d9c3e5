import type { ImportStatus, RegistryKind } from '@hikmah/contract/irs-registry/words'
import { bigint, boolean, date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../kit/db/columns.ts'

/** The EO BMF as last imported. A new import takes the place of the table. Nine digits of an EIN. */
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
    /** What it is found by: its state with each word of its names (search-words.ts). */
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

/** The list of automatic revocations; of one EIN there may be several. */
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

/** What an import put in place. */
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
    /** A file with far fewer rows than the last is taken too. */
    force: boolean().notNull().default(false),
    /** The day its files were published, if it was given. */
    snapshotOn: date('snapshot_on'),
    /** What is read at this moment. */
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
    /** When it last said how far it is. */
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

/** What each kind of file is made of at this moment. */
export const irsSources = pgTable('irs_sources', {
  kind: text().$type<RegistryKind>().primaryKey(),
  /** One more than any before, whatever the kind. */
  version: integer().notNull(),
  files: jsonb().$type<SourceFile[]>().notNull(),
  snapshotOn: date('snapshot_on').notNull(),
  /** Of the file; of several, that of their hashes in order. */
  sha256: text().notNull(),
  rows: integer().notNull(),
  importId: uuid('import_id')
    .notNull()
    .references(() => irsImports.id),
  importedBy: text('imported_by').notNull(),
  importedAt: moment('imported_at').notNull(),
})
