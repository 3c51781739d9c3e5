import { CHOOSE_A_FILE, keysOf } from '../words.ts'

/** eo1.csv, eo2.csv and 3 more. */
export const listFileNames = (names: string[]) =>
  names.length > 2 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ')

export const IRS_REGISTRY = 'IRS registry'
export const PUBLISHED_ON = 'Published on'

export const registryKindNames = {
  'eo-bmf': 'Exempt organizations (EO BMF)',
  pub78: 'Deductible contributions (Publication 78)',
  revocations: 'Automatic revocations',
}
export type RegistryKind = keyof typeof registryKindNames
export const registryKinds = keysOf(registryKindNames)

/** IRS files older than this are stale: what they say may have changed. */
export const STALE_DAYS = 45

/** Whole days since a file was published. `day` is YYYY-MM-DD. */
export const daysSince = (day: string, now: Date) =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(day)) / 86_400_000))

export const isStale = (day: string, now: Date) => daysSince(day, now) > STALE_DAYS

export const newestSnapshot = (sources: readonly { snapshotOn: string }[]) =>
  sources
    .map((source) => source.snapshotOn)
    .toSorted()
    .at(-1)

export function isRegistryStale(sources: readonly { snapshotOn: string }[], now: Date): boolean {
  const newest = newestSnapshot(sources)
  return newest !== undefined && isStale(newest, now)
}

/** The queue is filtered by these. */
export const verdictGroupNames = {
  match: 'Match',
  differs: 'Differs',
  'not-deductible': 'Not deductible',
  revoked: 'Revoked',
  'not-listed': 'Not listed',
  'not-checked': 'Not checked',
}
export type VerdictGroup = keyof typeof verdictGroupNames
export const verdictGroups = keysOf(verdictGroupNames)

/** How an EIN and a name compare with the registry. A verdict only suggests; being absent is no reason to reject. */
const verdicts = {
  VERIFIED: { name: verdictGroupNames.match, group: 'match' },
  VERIFIED_GROUP: { name: 'Match in a group', group: 'match' },
  REINSTATED: { name: 'Reinstated', group: 'match' },
  NAME_REVIEW: { name: 'Name is similar', group: 'differs' },
  MISMATCH: { name: 'Different name', group: 'differs' },
  NOT_C3: { name: verdictGroupNames['not-deductible'], group: 'not-deductible' },
  PRIVATE_FOUNDATION: { name: 'Private foundation', group: 'not-deductible' },
  DEDUCT_UNKNOWN: { name: 'Deductibility unknown', group: 'not-deductible' },
  REVOKED: { name: verdictGroupNames.revoked, group: 'revoked' },
  NOT_LISTED_CHURCH: { name: verdictGroupNames['not-listed'], group: 'not-listed' },
  NOT_LISTED: { name: verdictGroupNames['not-listed'], group: 'not-listed' },
  INVALID: { name: 'No valid EIN', group: 'not-checked' },
} as const satisfies Record<string, { name: string; group: VerdictGroup }>
export type VerdictOutcome = keyof typeof verdicts
export const verdictOutcomes = keysOf(verdicts)

/** Null was never checked: no IRS file is imported yet, or no EIN is known. */
const NOT_CHECKED = { name: verdictGroupNames['not-checked'], group: 'not-checked' } as const
export const describeVerdict = (outcome: VerdictOutcome | null) => (outcome ? verdicts[outcome] : NOT_CHECKED)

/** Every status of an import, and whether the import is over. `unchanged`: these files were imported before. */
const imports = {
  uploading: { label: 'Uploading', tone: 'pending', isOver: false },
  waiting: { label: 'Waiting', tone: 'pending', isOver: false },
  running: { label: 'Running', tone: 'pending', isOver: false },
  imported: { label: 'Imported', tone: 'success', isOver: true },
  unchanged: { label: 'Nothing new', tone: 'discontinued', isOver: true },
  refused: { label: 'Refused', tone: 'danger', isOver: true },
  cancelled: { label: 'Canceled', tone: 'discontinued', isOver: true },
  failed: { label: 'Failed', tone: 'failed', isOver: true },
} as const

export type ImportStatus = keyof typeof imports
export const importStatuses = keysOf(imports)
export const describeImportStatus = (status: ImportStatus) => imports[status]

export const whyNotCancelImport = (status: ImportStatus) => (imports[status].isOver ? 'This import is over' : undefined)
export const isImportOver = (status: ImportStatus) => imports[status].isOver

/** All files of an import together. Those of the IRS are 600 MB at most, unpacked. */
export const MAX_IMPORT_BYTES = 2_147_483_648
/** Each state has a file of its own, and there are regions besides. */
export const MAX_IMPORT_FILES = 80
/** Each file is sent in parts of this size, so that a slow line keeps within the time of a request. */
export const IMPORT_PART_BYTES = 2_097_152

export const TOO_MANY_FILES = `At most ${MAX_IMPORT_FILES} files`

export function findFilesProblem(files: readonly { name: string; size: number }[]): string | undefined {
  if (files.length === 0) return CHOOSE_A_FILE
  if (files.length > MAX_IMPORT_FILES) return TOO_MANY_FILES
  const empty = files.find(({ size }) => size === 0)
  if (empty) return `${empty.name} is empty. Download it again.`
  const total = files.reduce((sum, { size }) => sum + size, 0)
  return total > MAX_IMPORT_BYTES ? 'At most 2 GB in total' : undefined
}

export const NO_FILE_YET =
  'No IRS files have been imported yet. Import the file of exempt organizations (EO BMF) first.'

const pub78Codes: Record<string, string> = {
  PC: 'Public charity',
  POF: 'Private operating foundation',
  PF: 'Private foundation',
  GROUP: 'Central organization of a group',
  LODGE: 'Lodge',
  UNKWN: 'Public charity status not determined',
  EO: 'Other, section 170(c)',
  FED: 'Contributions for governmental use',
  FORGN: 'Foreign address',
  SO: 'Supporting organization',
  SONFI: 'Supporting, not integrated',
  SOUNK: 'Supporting, unspecified',
}

/** "Church, 170(b)(1)(A)(i), code 10"; a code that has no words here stands alone. */
export const inWords = (words: Record<string, string>, code: string) =>
  code === '' ? undefined : words[code] ? `${words[code]}, code ${code}` : `Code ${code}`

/** The codes of Publication 78, as its documentation gives them; '' where there is none. */
export const pub78Text = (codes: string[]) => codes.map((code) => inWords(pub78Codes, code)).join('; ')
