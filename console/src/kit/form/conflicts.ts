import { getPath, setPath, type ValueAt } from '@hikmah/contract/words'
import type { ReactNode } from 'react'

interface ListParts<Part> {
  key: (part: Part) => string
  name: (part: Part) => string
  /** Parts with the same meaning have the same description. */
  describe: (part: Part) => string
}

/** The keys are steps of a path: they have no dot, and are no numbers, which an object would put first. */
function partsByKey(values: object, path: string, { key }: ListParts<unknown>): Map<string, unknown> {
  const parts = new Map<string, unknown>()
  for (const part of getPath(values, path) as unknown[]) {
    let step = `#${key(part).replaceAll('.', '\u2024')}`
    while (parts.has(step)) step += '+'
    parts.set(step, part)
  }
  return parts
}

type Choice = 'yours' | 'theirs'
export type Choices = Record<string, Choice>

/** By path, such as `orgAddress.city`. */
type FieldLabels = Record<string, string>

type Plain = string | number | boolean | null

/** How versions of a field are compared and shown. Objects must say how, since two are never equal. */
export type ComparedField<Value, Values> = { show?: (compared: string) => ReactNode } & ([Value] extends [Plain]
  ? { compare?: (value: Value, values: Values) => Plain }
  :
      | { compare: (value: Value, values: Values) => Plain; parts?: never }
      | (Value extends readonly (infer Part)[] ? { parts: ListParts<Part>; compare?: never } : never))

export type Compared<Path extends string, Values> = {
  readonly [Field in Path as [ValueAt<Values, Field>] extends [Plain] ? never : Field]: ComparedField<
    ValueAt<Values, Field>,
    Values
  >
} & { readonly [Field in Path]?: ComparedField<ValueAt<Values, Field>, Values> }

/** The types have matched its functions to its value. */
interface AnyField {
  show?: (compared: string) => ReactNode
  compare?: (value: unknown, values: unknown) => unknown
  parts?: ListParts<unknown>
}

export type ComparedFields<Values> = ReturnType<typeof comparedFields<Values & object, string>>

export function comparedFields<Values extends object, Path extends string>(
  labels: { readonly [Field in Path]: string },
  fields: Compared<Path, Values>,
) {
  const anyFields = fields as Record<string, AnyField | undefined>
  const lists = Object.keys(labels).flatMap((path) => {
    const parts = anyFields[path]?.parts
    return parts ? [{ path, parts }] : []
  })

  /** With each part of a list under its own key. */
  const comparable = (values: Values): object =>
    Object.keys(labels).reduce((row, path) => {
      const { compare, parts } = anyFields[path] ?? {}
      if (!parts) {
        const value = getPath(values, path)
        return setPath(row, path, compare ? compare(value, values) : value)
      }
      const described = [...partsByKey(values, path, parts)].map(([key, part]) => [key, parts.describe(part)])
      return setPath(row, path, Object.fromEntries(described))
    }, {})

  /** A list has a label for each part of any version, such as `Features: Adhan`. */
  const labelParts = (...versions: Values[]): FieldLabels =>
    Object.fromEntries(
      Object.entries<string>(labels).flatMap(([path, label]) => {
        const { parts } = anyFields[path] ?? {}
        if (!parts) return [[path, label]]
        // The first version that has a part names it.
        const all = new Map<string, unknown>()
        for (const version of versions)
          for (const [key, part] of partsByKey(version, path, parts)) if (!all.has(key)) all.set(key, part)
        return [...all].map(([key, part]) => [`${path}.${key}`, `${label}: ${parts.name(part)}`])
      }),
    )

  return {
    labels: labels as FieldLabels,
    labelParts,
    comparable,
    /** Turns each list into an object of its parts. */
    split: (values: Values) =>
      lists.reduce(
        (row, { path, parts }) => setPath(row, path, Object.fromEntries(partsByKey(values, path, parts))),
        values as Record<string, unknown>,
      ),
    /** Turns what `split` made back into lists. */
    join: (row: Record<string, unknown>) =>
      lists.reduce((joined, { path }) => {
        const parts = Object.values(getPath(row, path) as object).filter((part) => part !== undefined)
        return setPath(joined, path, parts)
      }, row),
    show(path: string, compared: unknown): ReactNode {
      const show = (anyFields[path] ?? anyFields[listPath(path)])?.show
      return show ? show(String(compared)) : String(compared)
    },
    differing: (first: Values, second: Values) =>
      differing(comparable(first), comparable(second), labelParts(first, second)),
  }
}

export const CHANGED_MEANWHILE = 'Changed while you were editing'

/** `features` for `features.#Adhan`. */
export const listPath = (path: string) => path.split('.')[0] ?? path

export interface Conflict {
  field: string
  label: string
  yours: ReactNode
  theirs: ReactNode
  choice: Choice
}

const valueAt = (values: unknown, field: string) => getPath(values, field) ?? ''

export const differing = (first: unknown, second: unknown, labels: FieldLabels): string[] =>
  Object.keys(labels).filter((field) => valueAt(first, field) !== valueAt(second, field))

/** The fields that would overwrite what somebody saved since `before`. Fields you did not touch start as theirs. */
export function conflictsBetween(
  yours: unknown,
  before: unknown,
  theirs: unknown,
  labels: FieldLabels,
  show: (field: string, value: unknown) => ReactNode = (_, value) => String(value),
): Conflict[] {
  const touched = differing(yours, before, labels)
  return differing(yours, theirs, labels).map((field) => ({
    field,
    label: labels[field] ?? field,
    yours: show(field, valueAt(yours, field)),
    theirs: show(field, valueAt(theirs, field)),
    choice: touched.includes(field) ? 'yours' : 'theirs',
  }))
}

/** Both sides changed the fields in `toChoose`; only they changed those in `theirChanges`. */
export function divideConflicts(conflicts: Conflict[], before: unknown, theirs: unknown, labels: FieldLabels) {
  const changed = differing(before, theirs, labels)
  return {
    toChoose: conflicts.filter(({ field, choice }) => choice === 'yours' && changed.includes(field)),
    theirChanges: conflicts.filter(({ choice }) => choice === 'theirs'),
  }
}

export const applyChoices = <Values extends object>(yours: Values, theirs: Values, choices: Choices): Values =>
  Object.keys(choices)
    .filter((field) => choices[field] === 'theirs')
    // Each value goes back to its own path, so the shape does not change.
    .reduce(
      (values, field) => setPath(values, field, getPath(theirs, field)),
      yours as Record<string, unknown>,
    ) as Values
