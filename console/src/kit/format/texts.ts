import type { ListMeta } from '@hikmah/contract/common'
import { fullName as joinName, type PersonName } from '@hikmah/contract/words'

/** Why a form cannot be saved. */
export const NO_CHANGES = 'No changes yet'

export const SEARCH_BY_NAME = 'Search by name'
export const SEARCH_PEOPLE = 'Search name, e-mail'
export const SEARCH_ORGANIZATIONS = 'Search name, e-mail, city'
export const ORDER_A_DEVICE = 'Order a device'

/** A US number as (510) 555-0142; any other as stored. */
export function phoneText(phone: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? []
  return area ? `(${area}) ${exchange}-${line}` : phone
}

/** 512 B, 24 KB, 1.2 MB. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1_048_576) return `${Math.round(bytes / 1024)} KB`
  return `${(bytes / 1_048_576).toFixed(1)} MB`
}

/** 512 × 256 px, 24 KB */
export const imageSizeText = ({ width, height, imageSize }: { width: number; height: number; imageSize: number }) =>
  `${width} × ${height} px, ${fileSize(imageSize)}`

/** The user name stands in for a missing name. */
export const fullName = ({ name, userName = '' }: { name: PersonName; userName?: string }) => joinName(name) || userName

/** The first letters of the first and the last word. */
export function initials(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/)
  const letters = [first, others.at(-1) ?? ''].map((word) => [...word][0] ?? '')
  return letters.join('').toUpperCase()
}

/** 12,345. The first call of `toLocaleString` would take milliseconds. */
export const countText = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** 46, or 1,000+ where the count stopped. */
export const totalText = ({ total, isTotalCapped }: Pick<ListMeta, 'total' | 'isTotalCapped'>) =>
  countText(total) + (isTotalCapped ? '+' : '')

/** 1 member, 2 members. */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${countText(count)} ${count === 1 ? one : many}`

/** Empty until the field is 90% full. */
export function charactersLeft(left: number, max: number): string {
  if (left < 0) return `${plural(-left, 'character')} too many`
  return left <= max / 10 ? `${plural(left, 'character')} left` : ''
}

/** "a", "a and b", "a, b and c". */
export const joinByAnd = (parts: readonly string[]) =>
  [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')

/** Why a form cannot be sent yet: "Still needed: a name and a valid e-mail". */
export function stillNeeded(missing: readonly (string | false | undefined)[]): string | undefined {
  const parts = missing.filter((part) => typeof part === 'string')
  return parts.length > 0 ? `Still needed: ${joinByAnd(parts)}` : undefined
}
