import { formatDate } from '../kit/format/dates.ts'
import { Glyph } from '../kit/icons/glyphs.tsx'
import classes from './AskedForPapers.module.css'

/** "Asked for documents Nov 20", until they come. */
export function AskedForPapers({ at }: { at: string | null }) {
  if (!at) return null
  return (
    <span className={classes.askedFor}>
      <Glyph name="envelope" /> Asked for documents {formatDate(at, 'MMM D')}
    </span>
  )
}
