import { local } from '../kit/api/session.ts'
import type { Entry } from './entries.ts'

const GROUP = 'Recent'
const MAX = 5

/** The last entries opened from the box, newest first, kept in this browser until sign-out. */
export function recentEntries(): Entry[] {
  try {
    return JSON.parse(local.get('recentlyFound') ?? '[]') as Entry[]
  } catch {
    return []
  }
}

export function remember(entry: Entry) {
  const others = recentEntries().filter(({ href }) => href !== entry.href)
  local.set('recentlyFound', JSON.stringify([{ ...entry, group: GROUP }, ...others].slice(0, MAX)))
}
