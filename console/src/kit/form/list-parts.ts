import type { FieldLabels } from './conflicts.ts'

/** How the parts of a list are identified and told apart, and what each is called on the screen. */
export interface ListParts<Part> {
  key: (part: Part) => string
  name: (part: Part) => string
  /** Two parts that mean the same are described in the same words. */
  describe: (part: Part) => string
}

type Row = Record<string, unknown>

// The type ties each list to its names.
const entriesOf = (parts: object) => Object.entries(parts) as [string, ListParts<unknown>][]
const listAt = (row: object, field: string) => (row as Record<string, unknown[]>)[field] ?? []

/** A key is a step of a path, so it has no dot; it is never a number, which an object would put first. */
function keysOf(list: readonly unknown[], { key }: ListParts<unknown>): string[] {
  const taken = new Set<string>()
  for (const part of list) {
    let own = `#${key(part).replaceAll('.', '\u2024')}`
    while (taken.has(own)) own += '+'
    taken.add(own)
  }
  return [...taken]
}

/**
 * A row with its lists by the keys of their parts. `values` has the original parts, as the row may have them in
 * comparable form.
 */
export function splitLists(row: object, values: object, parts: object): Row {
  const lists = entriesOf(parts).map(([field, names]) => {
    const keys = keysOf(listAt(values, field), names)
    return [field, Object.fromEntries(listAt(row, field).map((part, i) => [keys[i], part]))]
  })
  return { ...row, ...Object.fromEntries(lists) }
}

/** Turns the keyed parts back into lists. */
export function joinLists(row: object, parts: object): Row {
  const lists = entriesOf(parts).map(([field]) => {
    const list = Object.values((row as Row)[field] as Row)
    return [field, list.filter((part) => part !== undefined)]
  })
  return { ...row, ...Object.fromEntries(lists) }
}

/** The labels, with one for each part of any version in place of its list, such as `Features: Adhan`. */
export function partLabels(labels: FieldLabels, parts: object, versions: object[]): FieldLabels {
  const names = new Map(entriesOf(parts))
  return Object.fromEntries(
    Object.entries(labels).flatMap(([field, label]) => {
      const own = names.get(field)
      if (!own) return [[field, label]]
      const known = new Map<string, unknown>()
      for (const version of versions) {
        const list = listAt(version, field)
        for (const [i, key] of keysOf(list, own).entries()) if (!known.has(key)) known.set(key, list[i])
      }
      return [...known].map(([key, part]) => [`${field}.${key}`, `${label}: ${own.name(part)}`])
    }),
  )
}
