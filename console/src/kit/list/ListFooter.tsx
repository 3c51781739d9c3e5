import '@mantine/core/styles/Pagination.layer.css'
import type { ListMeta } from '@hikmah/contract/common'
import { PAGE_SIZES } from '@hikmah/contract/words'
import { NativeSelect, Pagination } from '@mantine/core'
import { useId } from 'react'
import { countText, plural, totalText } from '../format/texts.ts'
import { Icon } from '../icons/icons.tsx'
import classes from './list.module.css'
import { type ListSearch, rememberRowsPerPage } from './list-search.ts'

interface Props extends Pick<ListMeta, 'total' | 'isTotalCapped' | 'page' | 'limit'> {
  onChange: (change: Partial<ListSearch>) => unknown
}

const controlLabels = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' }

/** Which rows these are, how many to show and the pager; nothing where all fit on the smallest page. */
export function ListFooter({ onChange, ...shown }: Props) {
  const { total, isTotalCapped, page, limit } = shown
  const id = useId()
  // A link may lead beyond the counted rows.
  const pages = Math.max(Math.ceil(total / limit), isTotalCapped ? page : 1)
  if (pages <= 1 && total <= PAGE_SIZES[0]) return null

  const choose = (rows: number) => {
    rememberRowsPerPage(rows)
    onChange({ limit: rows })
  }

  return (
    <div className={classes.footer}>
      <span className={classes.range}>{rangeText(shown)}</span>
      {total > PAGE_SIZES[0] && (
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
      )}
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

type Shown = Pick<ListMeta, 'total' | 'isTotalCapped' | 'page' | 'limit'>

/** 11 to 20 of 412, or of 1,000+. */
export function rangeText({ total, isTotalCapped, page, limit }: Shown): string {
  const end = isTotalCapped ? page * limit : Math.min(page * limit, total)
  return `${countText((page - 1) * limit + 1)} to ${countText(end)} of ${totalText({ total, isTotalCapped })}`
}

/**
 * Tells screen reader users what is shown. It is always on the page: a live region that appears later is not announced.
 */
export function ListStatus({ shown, one, many }: { shown: Shown | undefined; one: string; many: string | undefined }) {
  return (
    <p role="status" className="spoken">
      {shown && said(shown, one, many)}
    </p>
  )
}

function said(shown: Shown, one: string, many = `${one}s`): string {
  if (shown.total === 0) return `No ${many}`
  if (shown.total > shown.limit || shown.isTotalCapped) return `${rangeText(shown)} ${many}`
  return plural(shown.total, one, many)
}
