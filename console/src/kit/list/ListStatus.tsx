import type { ListMeta } from '@hikmah/contract/common'
import { countText, plural, totalText } from '../format/texts.ts'
import classes from './ListFooter.module.css'

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
    <p role="status" className={classes.spoken}>
      {shown && said(shown, one, many)}
    </p>
  )
}

function said(shown: Shown, one: string, many = `${one}s`): string {
  if (shown.total === 0) return `No ${many}`
  if (shown.total > shown.limit || shown.isTotalCapped) return `${rangeText(shown)} ${many}`
  return plural(shown.total, one, many)
}
