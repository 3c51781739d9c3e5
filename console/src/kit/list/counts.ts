import type { ListMeta } from '@hikmah/contract/common'
import { countText, totalText } from '../format/texts.ts'

type Counted = Pick<ListMeta, 'total' | 'isTotalCapped' | 'counts' | 'cappedCounts' | 'whole'>

/** How many rows a tab would show; undefined if unknown. */
export function tabCount(meta: Counted | undefined, name = 'all'): string | undefined {
  const count = meta?.counts[name]
  if (count === undefined) return undefined
  return countText(count) + (meta?.cappedCounts?.includes(name) ? '+' : '')
}

/** What stands beside the title of a list: 60, and 3 of 60 where not all are shown. */
export const titleCount = (meta: Counted | undefined): string | undefined =>
  meta && (meta.total === meta.whole ? countText(meta.whole) : `${totalText(meta)} of ${countText(meta.whole)}`)
