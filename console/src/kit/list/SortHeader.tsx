import { UnstyledButton } from '@mantine/core'
import type { CSSProperties } from 'react'
import { Icon } from '../icons/icons.tsx'
import { useListSearch } from './list-search.ts'
import classes from './SortHeader.module.css'

interface Props {
  header: string
  isHeaderSpoken?: boolean
  sort?: string
  align?: 'right'
  width?: number | `${number}%`
  wideOnly?: boolean
  /** The default order, when the address has none. */
  sortedBy?: string
}

/** A column header. With `sort` it sorts by that field, and reverses on the second press. */
export function SortHeader({ header, isHeaderSpoken, sort, align, width, wideOnly, sortedBy }: Props) {
  const { search, change } = useListSearch()
  const current = search.sort ?? sortedBy
  const isUp = sort !== undefined && current === sort
  const isDown = sort !== undefined && current === `-${sort}`
  return (
    <th
      scope="col"
      data-align={align}
      data-wide-only={wideOnly || undefined}
      style={
        width ? ({ '--column-width': typeof width === 'number' ? `${width}px` : width } as CSSProperties) : undefined
      }
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
    >
      {sort ? (
        <UnstyledButton
          className={classes.button}
          data-active={isUp || isDown || undefined}
          onClick={() => change({ sort: isUp ? `-${sort}` : sort })}
        >
          {header}
          <Icon name={isDown ? 'arrowDown' : 'arrowUp'} size={12} />
        </UnstyledButton>
      ) : isHeaderSpoken ? (
        <span className={classes.spoken}>{header}</span>
      ) : (
        header
      )}
    </th>
  )
}
