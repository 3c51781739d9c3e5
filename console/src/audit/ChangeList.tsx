import type { AuditEntry } from '@hikmah/contract/audit'
import { breakable } from '../kit/format/breakable.tsx'
import classes from './audit.module.css'
import { changedFields, isNew, valueText } from './entry-words.ts'

interface Props {
  entry: Pick<AuditEntry, 'entity' | 'changes'>
  /** How many to show; the rest is counted. */
  most?: number
}

/** Each changed field: what it was, and what it is now. */
export function ChangeList({ entry, most = Number.POSITIVE_INFINITY }: Props) {
  const hasBefore = !isNew(entry.changes)
  // Empty fields of something new are not worth showing.
  const all = changedFields(entry).filter(({ after }) => hasBefore || valueText(after) !== null)
  if (all.length === 0) return null
  return (
    <ul className={classes.changes}>
      {all.slice(0, most).map(({ field, label, before, after }) => (
        <li key={field}>
          <b>{label}:</b>{' '}
          {hasBefore && (
            <>
              <Value value={before} field={field} />
              <span aria-hidden="true"> → </span>
              <span className={classes.spoken}>, now </span>
            </>
          )}
          <Value value={after} field={field} />
        </li>
      ))}
      {all.length > most && <li>and {all.length - most} more</li>}
    </ul>
  )
}

function Value({ value, field }: { value: unknown; field: string }) {
  const text = valueText(value, field)
  // Otherwise two Arabic values would read as one text, the later one first.
  return text === null ? <span className={classes.none}>empty</span> : <bdi>{breakable(text)}</bdi>
}
