import { NEW_DAYS } from '@hikmah/contract/plans'
import { ProductImage } from '../kit/display/ProductImage.tsx'
import { exactDate, formatDate } from '../kit/format/dates.ts'
import type { Column } from '../kit/list/ListTable.tsx'
import { useIsNarrow } from '../kit/list/narrow.ts'
import { ReorderHandle } from '../kit/reorder/ReorderHandle.tsx'
import type { Reorder } from '../kit/reorder/use-reorder.ts'
import { Lines } from '../kit/row/Lines.tsx'
import { ProductStatusBadge } from '../plans/ProductStatusBadge.tsx'
import { ProductActions, type RowChoices } from './ProductActions.tsx'
import { daysSince, isPastNew, newUntil, type ProductRow } from './product-row.ts'
import classes from './products.module.css'

interface Options extends RowChoices {
  numberOf: (id: string) => number
  /** A row offers Make Available, which takes more room. */
  hasLate: boolean
  /** Archived products have no order. */
  handle: { reorder: Reorder; reason: string | undefined; describedBy: string } | undefined
}

export function productColumns({ numberOf, hasLate, handle, ...choices }: Options): Column<ProductRow>[] {
  const lifted = handle?.reorder.lifted
  return [
    ...(handle
      ? [
          {
            header: 'Move',
            isHeaderSpoken: true,
            width: 40,
            narrow: 'lead' as const,
            cell: ({ _id, name }: ProductRow) => <ReorderHandle id={_id} name={name} {...handle} />,
          },
        ]
      : []),
    {
      header: 'No.',
      width: 52,
      align: 'right',
      cell: ({ _id }) => (
        <span className={classes.number}>
          {numberOf(_id)}
          {lifted?.id === _id && lifted.to !== lifted.from && <small>was {lifted.from + 1}</small>}
        </span>
      ),
    },
    { header: 'Logo', width: 48, narrow: 'picture', cell: ({ logo }) => <ProductImage image={logo} /> },
    {
      header: 'Name',
      narrow: 'title',
      cell: ({ name, about }) => (
        <Lines>
          <b title={name}>{name}</b>
          <small title={about}>{about}</small>
        </Lines>
      ),
      narrowCell: ({ name }) => <b>{name}</b>,
    },
    { header: 'Features', width: 88, align: 'right', wideOnly: true, cell: ({ features }) => features },
    ...(choices.one === 'application'
      ? [{ header: 'Hardware', width: 108, wideOnly: true, cell: ({ hardware }: ProductRow) => hardware }]
      : []),
    {
      header: 'Price/Plan',
      width: 164,
      narrow: 'sub',
      cell: ({ price, priceNote }) => (
        <Lines>
          <b>{price}</b>
          <small>{priceNote}</small>
        </Lines>
      ),
      narrowCell: ({ price }) => price,
    },
    { header: 'Status', width: 208, narrow: 'end', cell: (row) => <ProductStatus {...row} /> },
    {
      header: 'Action',
      width: hasLate ? 220 : 104,
      align: 'right',
      narrow: 'actions',
      cell: (row) => <ProductActions row={row} number={numberOf(row._id)} {...choices} />,
    },
  ]
}

/** The status, how long a product is new, and what follows from that. */
function ProductStatus({ status, statusSince }: Pick<ProductRow, 'status' | 'statusSince'>) {
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
