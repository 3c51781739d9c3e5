import { NEW_DAYS } from '@hikmah/contract/plans'
import { exactDate, formatDate } from '../kit/format/dates.ts'
import { useIsNarrow } from '../kit/list/narrow.ts'
import { ProductStatusBadge } from '../plans/ProductStatusBadge.tsx'
import { daysSince, isPastNew, newUntil, type ProductRow } from './product-row.ts'
import classes from './products.module.css'

/** The status, how long a product is new, and what follows from that. */
export function ProductStatus({ status, statusSince }: Pick<ProductRow, 'status' | 'statusSince'>) {
  const isNarrow = useIsNarrow()
  const isNew = status === 'New'
  return (
    <span className={classes.status}>
      <ProductStatusBadge status={status} glyph={isNew ? 'spark' : undefined} bare={isNarrow}>
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
      </ProductStatusBadge>
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
