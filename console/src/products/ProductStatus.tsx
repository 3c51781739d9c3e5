import { NEW_DAYS, type ProductStatus as Status } from '@hikmah/contract/plans/words'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { exactDate, formatDate } from '../kit/format/dates.ts'
import type { Tone } from '../kit/icons/glyphs.tsx'
import { useIsNarrow } from '../kit/list/narrow.ts'
import { daysSince, isPastNew, newUntil, type ProductRow } from './product-row.ts'
import classes from './products.module.css'

const tones: Record<Status, Tone> = {
  Available: 'success',
  New: 'success',
  'Coming Soon': 'discontinued',
  'Not Available': 'failed',
  Hidden: 'failed',
}

/** The status, for how long a product is new, and beside it what follows from that. */
export function ProductStatus({ status, statusSince }: Pick<ProductRow, 'status' | 'statusSince'>) {
  const isNarrow = useIsNarrow()
  const isNew = status === 'New'
  return (
    <span className={classes.status}>
      <StatusBadge tone={tones[status]} glyph={isNew ? 'spark' : undefined} bare={isNarrow}>
        {isNew ? (
          <>
            New
            <time dateTime={statusSince} title={`Since ${exactDate(statusSince)}`}>
              · {daysSince(statusSince)} d
            </time>
          </>
        ) : (
          status
        )}
      </StatusBadge>
      {isNew && (
        <small data-late={isPastNew({ status, statusSince }) || undefined}>
          {isPastNew({ status, statusSince })
            ? `over ${NEW_DAYS} days`
            : `until ${formatDate(newUntil(statusSince), 'll')}`}
        </small>
      )}
      {status === 'Not Available' && <small>hidden</small>}
    </span>
  )
}
