import type { KeptSource } from '@hikmah/contract/irs-registry/endpoints'
import { type RegistryKind, registryKindNames, registryKinds, STALE_DAYS } from '@hikmah/contract/irs-registry/words'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { formatDate } from '../kit/format/dates.ts'
import { countText, plural } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import classes from './irs-registry.module.css'

/** The file in place of each kind, and its age. On a small screen each is a card. */
export const SourcesTable = ({ sources }: { sources: KeptSource[] }) => (
  <table className={classes.table} aria-label="Files in place">
    <thead>
      <tr>
        <th scope="col">File</th>
        <th scope="col">Published</th>
        <th scope="col">Age</th>
        <th scope="col" data-number>
          Rows
        </th>
        <th scope="col">Imported</th>
        <th scope="col">SHA-256</th>
      </tr>
    </thead>
    <tbody>
      {registryKinds.map((kind) => (
        <SourceRow key={kind} kind={kind} source={sources.find((file) => file.kind === kind)} />
      ))}
    </tbody>
  </table>
)

function SourceRow({ kind, source }: { kind: RegistryKind; source: KeptSource | undefined }) {
  if (!source)
    return (
      <tr>
        <th scope="row">{registryKindNames[kind]}</th>
        <td colSpan={5}>Not imported yet</td>
      </tr>
    )
  return (
    <tr>
      <th scope="row">
        {registryKindNames[kind]}
        <small title={source.fileNames.join(', ')}>{listFileNames(source.fileNames)}</small>
      </th>
      <td data-label="Published">
        {/* A day without a time zone, read as noon so that it is the same day everywhere. */}
        <time dateTime={source.snapshotOn}>{formatDate(`${source.snapshotOn}T12:00:00`, 'll')}</time>
      </td>
      <td data-label="Age">
        {source.isStale ? (
          <StatusBadge tone="warning" bare>{`${plural(source.age, 'day')}, over ${STALE_DAYS}`}</StatusBadge>
        ) : (
          plural(source.age, 'day')
        )}
      </td>
      <td data-label="Rows" data-number>
        {countText(source.rows)}
      </td>
      <td data-label="Imported">
        <When at={source.importedAt} />
        <small>by {source.importedBy}</small>
      </td>
      <td data-label="SHA-256">
        <code title={source.sha256}>{source.sha256.slice(0, 16)}…</code>
      </td>
    </tr>
  )
}

/** eo1.csv, eo2.csv and 3 more. */
export function listFileNames(names: string[]): string {
  const shown = names.slice(0, 2).join(', ')
  return names.length > 2 ? `${shown} and ${names.length - 2} more` : shown
}
