import type { VerdictGroup } from './verdict-groups.ts'

/** What the IRS publishes and the registry is made of. */
export const registryKinds = ['eo-bmf', 'pub78', 'revocations'] as const
export type RegistryKind = (typeof registryKinds)[number]
export const registryKindNames: Record<RegistryKind, string> = {
  'eo-bmf': 'Exempt organizations (EO BMF)',
  pub78: 'Deductible contributions (Publication 78)',
  revocations: 'Automatic revocations',
}

/** The newest file of the IRS is older than this: what it says may have changed. */
export const STALE_DAYS = 45

/** Whole days since a file was published. `day` is YYYY-MM-DD. */
export const daysSince = (day: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(day)) / 86_400_000))

/** What the registry says of an EIN and a name. A verdict suggests and never decides; being absent is no reason to reject. */
export const verdictOutcomes = [
  'VERIFIED',
  'VERIFIED_GROUP',
  'REINSTATED',
  'NAME_REVIEW',
  'MISMATCH',
  'NOT_C3',
  'PRIVATE_FOUNDATION',
  'DEDUCT_UNKNOWN',
  'REVOKED',
  'NOT_LISTED_CHURCH',
  'NOT_LISTED',
  'INVALID',
] as const
export type VerdictOutcome = (typeof verdictOutcomes)[number]

const groupOf: Record<VerdictOutcome, VerdictGroup> = {
  VERIFIED: 'match',
  VERIFIED_GROUP: 'match',
  REINSTATED: 'match',
  NAME_REVIEW: 'differs',
  MISMATCH: 'differs',
  NOT_C3: 'not-deductible',
  PRIVATE_FOUNDATION: 'not-deductible',
  DEDUCT_UNKNOWN: 'not-deductible',
  REVOKED: 'revoked',
  NOT_LISTED_CHURCH: 'not-listed',
  NOT_LISTED: 'not-listed',
  INVALID: 'not-checked',
}

/** Null is what was never checked: no file of the IRS is imported yet, or no EIN is known. */
export const verdictGroupOf = (outcome: VerdictOutcome | null): VerdictGroup =>
  outcome ? groupOf[outcome] : 'not-checked'

/** How an import stands. `unchanged`: the very same files were imported before. */
export const importStatuses = [
  'uploading',
  'waiting',
  'running',
  'imported',
  'unchanged',
  'refused',
  'cancelled',
  'failed',
] as const
export type ImportStatus = (typeof importStatuses)[number]

export const isImportOver = (status: ImportStatus) => !['uploading', 'waiting', 'running'].includes(status)

/** All files of an import together. Those of the IRS are 600 MB at most, unpacked. */
export const MAX_IMPORT_BYTES = 2_147_483_648
/** A state has its own file, and there are regions beside. */
export const MAX_IMPORT_FILES = 80
/** Each file is sent in parts of so many bytes, so that a slow line keeps within the time of a request. */
export const IMPORT_PART_BYTES = 2_097_152

export const NO_FILE_YET =
  'No IRS files have been imported yet. Import the file of exempt organizations (EO BMF) first.'
