import { UnstyledButton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Icon } from '../kit/icons/icons.tsx'
import { useIsNarrow } from '../kit/list/narrow.ts'
import { Menu, MenuItem, MenuLine, MenuLink } from '../kit/popup/Menu.tsx'
import { RowAction, RowActions, RowLink } from '../kit/row/RowActions.tsx'
import type { ProductKind } from './product-kinds.ts'
import { isPastNew, type ProductRow } from './product-row.ts'
import classes from './products.module.css'

const RestoreApplication = lazy(() =>
  import('./RestoreApplication.tsx').then((it) => ({ default: it.RestoreApplication })),
)

/** The actions for the rows of a list. */
export interface RowChoices {
  one: ProductKind
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

/** The end of a row: its own page, and a menu with the rest. */
export function ProductActions({ row, number, ...choices }: { row: ProductRow; number: number } & RowChoices) {
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
      <RowLink to={editTo(_id)} aria-label={`edit ${name}`}>
        edit
      </RowLink>
      <RowMenu row={row} number={number} {...choices} />
    </RowActions>
  )
}

function RowMenu({
  row,
  number,
  one,
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
    <Menu
      name={name}
      button={(props) => (
        <UnstyledButton {...props} className={classes.more} aria-label={`More for ${name}`}>
          <Icon name="more" />
        </UnstyledButton>
      )}
    >
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
        <MenuLink icon="shield" to="/audit" search={{ entity: one, id: _id }}>
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
    </Menu>
  )
}
