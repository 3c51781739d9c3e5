import { type ImportStatus, type RegistryImport, registryKindNames } from '@hikmah/contract/irs-registry/schemas'
import { countText } from '../kit/format/texts.ts'
import type { Tone } from '../kit/icons/glyphs.tsx'

export const statusWords: Record<ImportStatus, { label: string; tone: Tone }> = {
  uploading: { label: 'Uploading', tone: 'pending' },
  waiting: { label: 'Waiting', tone: 'pending' },
  running: { label: 'Running', tone: 'pending' },
  imported: { label: 'Imported', tone: 'success' },
  unchanged: { label: 'Nothing new', tone: 'discontinued' },
  refused: { label: 'Refused', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'discontinued' },
  failed: { label: 'Failed', tone: 'failed' },
}

/** From 0 to 1; of an import that has not begun 0. */
export const partOf = ({ bytes, totalBytes }: Pick<RegistryImport, 'bytes' | 'totalBytes'>) =>
  totalBytes > 0 ? Math.min(1, bytes / totalBytes) : 0

/** What an import is doing right now. */
export function doingOf(it: RegistryImport): string {
  if (it.status === 'uploading') return 'The files are being sent'
  if (it.status === 'waiting') return 'It starts in a moment'
  const kind = it.kind ? registryKindNames[it.kind] : 'The files'
  if (it.totalBytes === 0) return 'The files are being checked'
  if (it.bytes < it.totalBytes) return `${kind}: ${countText(it.rows)} rows read`
  return `${kind}: all rows read, building the indexes`
}

/** The outcome of an import. */
export function outcomeOf({ problem, made, rows, status }: RegistryImport): string {
  const put = made
    .filter((one) => !one.isUnchanged)
    .map((one) => `${registryKindNames[one.kind]}: ${countText(one.rows)} rows`)
  if (problem || put.length > 0) return [...put, problem].filter(Boolean).join('. ')
  if (status === 'unchanged') return 'These files are already in place'
  return status === 'cancelled' && rows > 0 ? `After ${countText(rows)} rows; the previous data was kept` : ''
}

/** eo1.csv, eo2.csv and 3 more. */
export function fileNamesOf(names: string[]): string {
  const shown = names.slice(0, 2).join(', ')
  return names.length > 2 ? `${shown} and ${names.length - 2} more` : shown
}
