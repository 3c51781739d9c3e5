import { getRouteApi, Link } from '@tanstack/react-router'
import { countText } from '../kit/format/texts.ts'
import classes from './DeskParts.module.css'

const route = getRouteApi('/console/varify-ein/{$orgId}')

interface Props {
  /** How many facts have changed. */
  changed: number
  documents: number
  events: number
}

/** Chooses which part of the review a small screen shows, with the decision below. */
export function DeskParts({ changed, documents, events }: Props) {
  const search = route.useSearch()
  const parts = [
    { part: 'facts', label: 'Facts', count: changed === 0 ? '' : changed === 1 ? '1 differs' : `${changed} differ` },
    { part: 'documents', label: 'Document', count: countText(documents) },
    { part: 'history', label: 'History', count: countText(events) },
  ] as const
  return (
    <nav className={classes.parts} aria-label="Parts of the review">
      {parts.map(({ part, label, count }) => (
        <Link
          key={part}
          to="."
          search={{ ...search, part: part === 'facts' ? undefined : part }}
          resetScroll={false}
          replace
          className={classes.part}
          activeOptions={{ explicitUndefined: true }}
        >
          {label} <span>{count}</span>
        </Link>
      ))}
    </nav>
  )
}
