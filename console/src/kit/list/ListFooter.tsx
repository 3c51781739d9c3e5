import '@mantine/core/styles/Pagination.layer.css'
import type { ListMeta } from '@hikmah/contract/common'
import { PAGE_SIZES } from '@hikmah/contract/words'
import { NativeSelect, Pagination } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { countText, plural, totalText } from '../format/texts.ts'
import { Icon } from '../icons/icons.tsx'
import classes from './list.module.css'
import { type ListSearch, rememberRowsPerPage } from './list-search.ts'

/** Which rows of how many are shown. */
export type ShownRange = Pick<ListMeta, 'total' | 'isTotalCapped' | 'page' | 'limit'>

/** Which rows these are, how many to show and the pager; nothing where all fit on the smallest page. */
export function ListFooter({
  range,
  onChange,
}: {
  range: ShownRange
  onChange: (change: Partial<ListSearch>) => unknown
}) {
  const { total, isTotalCapped, page, limit } = range
  const id = useId()
  // A link may lead beyond the counted rows.
  const pages = Math.max(Math.ceil(total / limit), isTotalCapped ? page : 1)
  if (pages <= 1 && total <= PAGE_SIZES[0]) return null

  const choose = (rows: number) => {
    rememberRowsPerPage(rows)
    onChange({ limit: rows })
  }

  return (
    <Pager range={rangeText(range)} pages={pages} page={page} onChange={(to) => onChange({ page: to })}>
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
    </Pager>
  )
}

const Dots = () => <span aria-hidden="true">…</span>

const controlLabels = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' }

interface PagerProps {
  range: string
  pages: number
  page: number
  onChange: (page: number) => void
  children?: ReactNode
}

/** The foot of a list: which rows these are, and the way to the others. */
export const Pager = ({ range, pages, page, onChange, children }: PagerProps) => (
  <div className={classes.footer}>
    <span className={classes.range}>{range}</span>
    {children}
    {pages > 1 && (
      <nav aria-label="Pages">
        <Pagination
          total={pages}
          value={page}
          onChange={onChange}
          gap={2}
          dotsIcon={Dots}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
          getControlProps={(control) => ({ 'aria-label': controlLabels[control] })}
        />
      </nav>
    )}
  </div>
)

/** 11 to 20 of 412, or of 1,000+. */
export function rangeText({ total, isTotalCapped, page, limit }: ShownRange): string {
  const end = isTotalCapped ? page * limit : Math.min(page * limit, total)
  return `${countText((page - 1) * limit + 1)} to ${countText(end)} of ${totalText({ total, isTotalCapped })}`
}

interface StatusProps {
  range: ShownRange | undefined
  one: string
  many: string | undefined
}

/** Always on the page, for screen readers: a live region that appears later is not announced. */
export const ListStatus = ({ range, one, many }: StatusProps) => (
  <p role="status" className="spoken">
    {range && rangeStatus(range, one, many)}
  </p>
)

function rangeStatus(range: ShownRange, one: string, many = `${one}s`): string {
  if (range.total === 0) return `No ${many}`
  if (range.total > range.limit || range.isTotalCapped) return `${rangeText(range)} ${many}`
  return plural(range.total, one, many)
}
