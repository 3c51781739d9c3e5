import type { ListMeta } from '@hikmah/contract/common'
import { choiceFilter } from '../kit/filter/filters.ts'
import { tabCount } from '../kit/list/counts.ts'

/** Suspected spam is kept; a list shows it, leaves it out, or shows nothing else. */
export function spamFilter(value: 'true' | 'false' | undefined, meta: ListMeta | undefined) {
  const count = tabCount(meta, 'spam')
  const only = 'Suspected spam only'
  return choiceFilter('spam', 'Suspected spam', value, [
    { value: 'false', label: 'Without suspected spam' },
    { value: 'true', label: count ? `${only} (${count})` : only, chip: only },
  ])
}
