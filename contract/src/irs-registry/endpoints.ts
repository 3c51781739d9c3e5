import { z } from 'zod'
import { Day, Ein, Id, listOf, PageQuery, RequiredText, ReviewStatus, Text, Timestamp } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { CHOOSE_A_FILE, EMPTY_FILE } from '../words.ts'
import {
  IMPORT_PART_BYTES,
  IRS_REGISTRY,
  importStatuses,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_FILES,
  registryKinds,
  TOO_MANY_FILES,
  verdictOutcomes,
} from './words.ts'

/** A file of the IRS that is imported, as of the day it was published. */
export const RegistrySource = z.object({
  kind: z.enum(registryKinds),
  fileNames: z.array(z.string()),
  snapshotOn: z.iso.date(),
  sha256: z.string(),
  rows: z.int(),
  importedAt: Timestamp,
})
export type RegistrySource = z.infer<typeof RegistrySource>

/** A row of the EO BMF with the IRS's own codes, as text with leading zeros; '' where the file has nothing. No personal name. */
export const RegistryRow = z.object({
  ein: Ein,
  name: z.string(),
  /** A second name; of a subordinate of a group often its own, where `name` is the parent's. */
  sortName: z.string(),
  city: z.string(),
  state: z.string(),
  /** Five digits. */
  zip: z.string(),
  /** The group exemption number, '0000' for none. */
  group: z.string(),
  /** '03' is 501(c)(3). */
  subsection: z.string(),
  /** '9' is a subordinate of a group. */
  affiliation: z.string(),
  /** YYYYMM, '000000' where unknown. */
  ruling: z.string(),
  /** '1' deductible, '2' not, '4' by treaty, '0' undetermined. */
  deductibility: z.string(),
  foundation: z.string(),
  status: z.string(),
  filingRequirement: z.string(),
  ntee: z.string(),
})
export type RegistryRow = z.infer<typeof RegistryRow>

export const DeductibleRow = z.object({
  name: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  /** As PC, PF, GROUP. */
  codes: z.array(z.string()),
})
export type DeductibleRow = z.infer<typeof DeductibleRow>

/** A row of the list of automatic revocations; of one EIN there may be several. */
export const RevocationRow = z.object({
  name: z.string(),
  revokedOn: z.iso.date(),
  postedOn: z.iso.date().nullable(),
  reinstatedOn: z.iso.date().nullable(),
})
export type RevocationRow = z.infer<typeof RevocationRow>

export const RegistryEvidence = z.object({
  row: RegistryRow.nullable(),
  deductible: DeductibleRow.nullable(),
  /** The latest first. */
  revocations: z.array(RevocationRow),
  /** The files that were looked into; empty where none is imported. */
  sources: z.array(RegistrySource),
})
export type RegistryEvidence = z.infer<typeof RegistryEvidence>

export const RegistryQuestion = z.object({
  taxIdEin: Text(20),
  orgName: Text(200),
  orgShortName: Text(200).optional(),
  orgType: Text(100),
  city: Text(100),
  state: Text(100),
})
export type RegistryQuestion = z.infer<typeof RegistryQuestion>

export const Verdict = RegistryEvidence.extend({
  outcome: z.enum(verdictOutcomes),
  /** The newest file is over 45 days old. */
  stale: z.boolean(),
  /** How alike the names are, 0 to 1; null where there is none to compare with. */
  score: z.number().min(0).max(1).nullable(),
  /** Sentences that a reviewer can read out. */
  reasons: z.array(z.string()),
  /** What to choose at first. A person decides. */
  suggestion: z.object({
    einStatus: ReviewStatus,
    exemptStatus: ReviewStatus,
    /** Of a rejection, should it come to one, at most 100 characters; otherwise ''. */
    reason: z.string(),
    reasonCode: z.enum(['exemption-revoked', 'ein-of-another']).optional(),
    /** Under which the IRS lists the only organization of this name in its city, where that is another one. */
    ein: z.string().optional(),
  }),
})
export type Verdict = z.infer<typeof Verdict>

export const KeptSource = RegistrySource.extend({
  importedBy: z.string(),
  age: z.int(),
  isStale: z.boolean(),
})
export type KeptSource = z.infer<typeof KeptSource>

const ImportFile = z.object({
  name: RequiredText(255),
  size: z.int().min(1, EMPTY_FILE).max(MAX_IMPORT_BYTES),
})

export const RegistryImport = z.object({
  _id: Id,
  status: z.enum(importStatuses),
  origin: z.enum(['console', 'command']),
  files: z.array(z.object({ name: z.string(), size: z.int() })),
  /** What is read now, or was at last. */
  kind: z.enum(registryKinds).nullable(),
  /** Of the upload while it is uploaded, afterwards of the reading, unpacked; 0 of 0 before it begins. */
  bytes: z.int(),
  totalBytes: z.int(),
  rows: z.int(),
  /** What it put in place, or found in place. */
  made: z.array(z.object({ kind: z.enum(registryKinds), rows: z.int(), isUnchanged: z.literal(true).optional() })),
  /** Why it was not done, and what to do; '' where it was. */
  problem: z.string(),
  requestedBy: z.string(),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
})
export type RegistryImport = z.infer<typeof RegistryImport>

export const NewRegistryImport = z.object({
  files: z.array(ImportFile).min(1, CHOOSE_A_FILE).max(MAX_IMPORT_FILES, TOO_MANY_FILES),
  /** The day they were published; otherwise the day each file says it was made. */
  snapshotOn: Day.optional(),
  /** Files with fewer than 95% of the rows in place are taken too. */
  force: z.boolean().optional(),
})

export const irsRegistry = describeEndpoints(IRS_REGISTRY, {
  listRegistrySources: {
    call: 'GET /hikmah/registry/sources',
    summary: 'List the IRS files in use',
    allow: 'irs-registry.read',
    response: z.array(KeptSource),
  },
  listRegistryImports: {
    call: 'GET /hikmah/registry/imports',
    summary: 'List the imports of IRS files',
    description: 'Newest first.',
    allow: 'irs-registry.read',
    query: PageQuery,
    ...listOf(RegistryImport),
  },
  startRegistryImport: {
    call: 'POST /hikmah/registry/imports',
    summary: 'Begin an import of IRS files',
    description:
      'Names the files; then each is sent in parts. When all are there, the import starts by itself. All files of the EO BMF in one import are one snapshot.',
    refusals: { 429: 'RATE_LIMITED: too many imports today' },
    example: { body: { files: [{ name: 'eo1.csv', size: 61_000_000 }] } },
    allow: 'irs-registry.import',
    body: NewRegistryImport,
    response: RegistryImport,
  },
  readRegistryImport: {
    call: 'GET /hikmah/registry/imports/:id',
    summary: 'Get the progress of an import',
    allow: 'irs-registry.read',
    response: RegistryImport,
  },
  sendRegistryPart: {
    call: 'POST /hikmah/registry/imports/:id/parts',
    keyless: true,
    summary: 'Send a part of a file to import',
    description: `\`multipart/form-data\` with \`file\`, at most ${IMPORT_PART_BYTES / 1_048_576} MB: what follows the first \`at\` bytes of the file with that place in the import, from 0 on. The same part may be sent again.`,
    refusals: {
      409: 'CONFLICT: earlier parts are missing, or the upload is over; `current` is the import',
      413: 'VALIDATION: the part is too large',
    },
    allow: 'irs-registry.import',
    query: z.object({
      file: z.coerce
        .number()
        .int()
        .min(0)
        .max(MAX_IMPORT_FILES - 1),
      at: z.coerce.number().int().min(0),
    }),
    upload: true,
    bodyLimit: IMPORT_PART_BYTES + 65_536,
    response: RegistryImport,
    conflict: RegistryImport,
  },
  cancelRegistryImport: {
    call: 'DELETE /hikmah/registry/imports/:id',
    summary: 'Cancel an import',
    description: 'The files in use stay as they are.',
    refusals: { 409: 'CONFLICT: the import is over; `current` is the import' },
    allow: 'irs-registry.import',
    response: RegistryImport,
    conflict: RegistryImport,
  },
  checkRegistry: {
    call: 'POST /hikmah/registry/check',
    summary: 'Compare an organization with the IRS registry',
    description:
      'What the imported IRS files say of an EIN and a name. This is only a suggestion, and nothing is stored. Absence is never a reason to reject.',
    refusals: { 409: 'CONFLICT: no file of the IRS that lists exempt organizations is imported yet' },
    example: {
      body: {
        taxIdEin: '84-0917362',
        orgName: 'Islamic Center of Fremont',
        orgType: 'Masjid/Islamic Center',
        city: 'Fremont',
        state: 'CA',
      },
    },
    allow: 'tax-verification.decide',
    body: RegistryQuestion,
    response: Verdict,
  },
})
