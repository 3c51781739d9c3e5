import '@mantine/core/styles/Pagination.layer.css'
import { PAGE_SIZES } from '@hikmah/contract/words'
import { NativeSelect, Pagination } from '@mantine/core'
import { useId } from 'react'
import { countText } from '../format/texts.ts'
import { Icon } from '../icons/icons.tsx'
import classes from './ListFooter.module.css'
import { type ListSearch, rememberRowsPerPage } from './list-search.ts'

interface Props {
  total: number
  /** More rows match than `total` says. */
  isTotalCapped?: boolean | undefined
  page: number
  limit: number
  onChange: (change: Partial<ListSearch>) => unknown
}

const controlLabels = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' }

/** "1 to 10 of 412" or "of 1,000+", rows per page and the pager; nothing where all rows fit on the smallest page. */
export function ListFooter({ total, isTotalCapped = false, page, limit, onChange }: Props) {
  const id = useId()
  if (total <= limit && total <= PAGE_SIZES[0]) return null
  // Whoever follows a link beyond the counted rows is there all the same.
  const pages = Math.max(Math.ceil(total / limit), isTotalCapped ? page : 1)
  const end = isTotalCapped ? page * limit : Math.min(page * limit, total)

  const choose = (rows: number) => {
    rememberRowsPerPage(rows)
    onChange({ limit: rows })
  }

  return (
    <div className={classes.footer}>
      <span className={classes.range} aria-live="polite">
        {countText((page - 1) * limit + 1)} to {countText(end)} of {countText(total)}
        {isTotalCapped && '+'}
      </span>
      <div className={classes.rows}>
        <label htmlFor={id}>Rows</label>
        <NativeSelect
          id={id}
          size="xs"
          data={PAGE_SIZES.map(String)}
          value={String(limit)}
          onChange={(event) => choose(Number(event.currentTarget.value))}
          rightSection={<Icon name="down" size={12} />}
        />
      </div>
      {pages > 1 && (
        <nav aria-label="Pages">
          <Pagination
            total={pages}
            value={page}
            onChange={(to) => onChange({ page: to })}
            siblings={1}
            gap={2}
            getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
            getControlProps={(control) => ({ 'aria-label': controlLabels[control] })}
          />
        </nav>
      )}
    </div>
  )
}
