import { type Application, whyNotChangeApplication } from '@hikmah/contract/applications'
import type { Integration } from '@hikmah/contract/integrations'
import { isCustomPlan, NEW_DAYS, type ProductStatus } from '@hikmah/contract/plans'
import { lazy, Suspense } from 'react'
import { ProductImage } from '../kit/display/Pictures.tsx'
import { useIsNarrow } from '../kit/display/viewport.ts'
import { serverNow } from '../kit/format/server-time.ts'
import { dollarsAndCents, exactDate, formatDate, plural } from '../kit/format/texts.ts'
import { Age } from '../kit/format/When.tsx'
import type { Column } from '../kit/list/ListTable.tsx'
import { MenuItem, MenuLine, MenuLink } from '../kit/popup/Menu.tsx'
import { ReorderHandle } from '../kit/reorder/ReorderArea.tsx'
import type { Reorder } from '../kit/reorder/use-reorder.ts'
import { Lines, RowAction, RowActions, RowLink, RowMenu } from '../kit/row/RowActions.tsx'
import { ProductStatusBadge } from '../plans/ProductStatusBadge.tsx'
import type { ProductKind } from './product-kinds.ts'
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
    ...(choices.kind === 'application'
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
    { header: 'Status', width: 208, narrow: 'end', cell: (row) => <StatusCell {...row} /> },
    {
      header: 'Action',
      width: hasLate ? 204 : 104,
      align: 'right',
      narrow: 'actions',
      cell: (row) => <ProductActions row={row} number={numberOf(row._id)} {...choices} />,
    },
  ]
}

function StatusCell({ status, statusSince }: Pick<ProductRow, 'status' | 'statusSince'>) {
  const isNarrow = useIsNarrow()
  const isNew = status === 'New'
  return (
    <span className={classes.status}>
      <ProductStatusBadge status={status} glyph={isNew ? 'spark' : undefined} bare={isNarrow}>
        {isNew ? (
          <>
            New
            <time dateTime={statusSince} title={`Since ${exactDate(statusSince)}`}>
              · <Age text={`${daysSince(statusSince)} d`} />
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

/** An application or an integration, as far as a row of its list shows it. */
export interface ProductRow {
  _id: string
  name: string
  about: string
  logo: string
  features: number
  /** `Off`, or the number of players; integrations have none. */
  hardware: string
  price: string
  priceNote: string
  status: ProductStatus
  statusSince: string
  isArchived: boolean
}

const dollars = (price: number) => dollarsAndCents(price * 100)
const aMonth = (price: number) => `${dollars(price)} /mo`

export const applicationRow = (application: Application): ProductRow => ({
  ...commonCells(application),
  name: application.displayName,
  logo: application.iconMetaData.iconUrl || application.imageMetaData.imageUrl,
  hardware: application.showHardware ? plural(application.hardware.length, 'player') : 'Off',
  price: priceRange(application.plans),
  priceNote: plural(application.plans.length, 'plan'),
  isArchived: whyNotChangeApplication(application) !== undefined,
})

export const integrationRow = (integration: Integration): ProductRow => ({
  ...commonCells(integration),
  name: integration.name,
  logo: integration.imageMetaData.imageUrl,
  hardware: '',
  price: integration.pricing.pricingType === 'Free' ? 'Free' : aMonth(integration.pricing.monthlyBilling.price),
  priceNote:
    integration.pricing.pricingType === 'Free' ? '' : `${dollars(integration.pricing.annuallyBilling.price)} /yr`,
  isArchived: false,
})

const commonCells = ({ _id, shortDescription, features, status, statusSince }: Application | Integration) => ({
  _id,
  about: shortDescription,
  features: features.length,
  status,
  statusSince,
})

/** From the lowest to the highest of the available plans. The price of a custom plan is by agreement. */
function priceRange(plans: Application['plans']): string {
  const prices = plans
    .filter((plan) => plan.status !== 'Not Available' && !isCustomPlan(plan))
    .map(({ monthlyBilling }) => monthlyBilling.price)
  if (prices.length === 0) return 'On request'
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  return low === high ? aMonth(low) : `${dollars(low)} to ${aMonth(high)}`
}

const DAY = 86_400_000

const daysSince = (since: string, now = serverNow()) => Math.max(0, Math.floor((now - new Date(since).getTime()) / DAY))

/** The last day on which a product counts as new. */
const newUntil = (since: string) => new Date(since).getTime() + NEW_DAYS * DAY

export const isPastNew = ({ status, statusSince }: Pick<ProductRow, 'status' | 'statusSince'>) =>
  status === 'New' && daysSince(statusSince) >= NEW_DAYS

const RestoreApplication = lazy(() =>
  import('./DeleteOrRestore.tsx').then((it) => ({ default: it.RestoreApplication })),
)

interface RowChoices {
  kind: ProductKind
  /** How many rows there are. */
  of: number
  editTo: (id: string) => string
  mayPrice: boolean
  mayReadAudit: boolean
  /** Without it the order cannot be changed now. */
  onMove: ((id: string, step: 1 | -1) => void) | undefined
  onDelete: (row: ProductRow) => void
  onMakeAvailable: (row: ProductRow) => void
  /** Which row is being made Available. */
  busyId: string | undefined
}

/** The end of a row: a menu, and its own page. */
function ProductActions({ row, number, ...choices }: { row: ProductRow; number: number } & RowChoices) {
  const { editTo, mayPrice, onMakeAvailable, busyId } = choices
  const isNarrow = useIsNarrow()
  const { _id, name } = row
  if (row.isArchived)
    return (
      <RowActions>
        <Suspense fallback={null}>{mayPrice && <RestoreApplication application={row} />}</Suspense>
      </RowActions>
    )
  return (
    <RowActions>
      {mayPrice && !isNarrow && isPastNew(row) && (
        <RowAction aria-label={`Make Available: ${name}`} isBusy={busyId === _id} onClick={() => onMakeAvailable(row)}>
          Make Available
        </RowAction>
      )}
      <ProductMenu row={row} number={number} {...choices} />
      <RowLink to={editTo(_id)} aria-label={`edit ${name}`}>
        edit
      </RowLink>
    </RowActions>
  )
}

function ProductMenu({
  row,
  number,
  kind,
  of,
  mayPrice,
  mayReadAudit,
  onMove,
  onDelete,
  onMakeAvailable,
}: Parameters<typeof ProductActions>[0]) {
  const { _id, name } = row
  const isMoved = onMove && of > 1
  if (!mayPrice && !mayReadAudit) return null
  return (
    <RowMenu name={name}>
      {mayPrice && isPastNew(row) && (
        <MenuItem icon="check" onClick={() => onMakeAvailable(row)}>
          Make Available
        </MenuItem>
      )}
      {isMoved && number > 1 && (
        <MenuItem icon="arrowUp" onClick={() => onMove(_id, -1)}>
          Move up
        </MenuItem>
      )}
      {isMoved && number < of && (
        <MenuItem icon="arrowDown" onClick={() => onMove(_id, 1)}>
          Move down
        </MenuItem>
      )}
      {mayReadAudit && (
        <MenuLink icon="shield" to="/audit" search={{ entity: kind, id: _id }}>
          Activity
        </MenuLink>
      )}
      {mayPrice && (
        <>
          <MenuLine />
          <MenuItem icon="trash" onClick={() => onDelete(row)}>
            delete
          </MenuItem>
        </>
      )}
    </RowMenu>
  )
}
