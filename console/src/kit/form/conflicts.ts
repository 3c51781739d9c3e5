import { getPath, setPath, type ValueAt } from '@hikmah/contract/words'
import type { ReactNode } from 'react'

/** How the parts of a list are identified and told apart, and what each is called on the screen. */
interface ListParts<Part> {
  key: (part: Part) => string
  name: (part: Part) => string
  /** Two parts that mean the same are described in the same words. */
  describe: (part: Part) => string
}

/** The parts of a list by a step of a path: it has no dot, and is no number, which an object would put first. */
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

/** Paths of the fields, such as `orgAddress.city`, with their labels on the screen. */
export type FieldLabels = Record<string, string>

type Plain = string | number | boolean | null

/** How versions of a field are compared and shown. Two objects are never equal, so they must say how. */
export type ComparedField<Value, Values> = { show?: (compared: string) => ReactNode } & ([Value] extends [Plain]
  ? { compare?: (value: Value, values: Values) => Plain }
  :
      | { compare: (value: Value, values: Values) => Plain; parts?: never }
      | (Value extends readonly (infer Part)[] ? { parts: ListParts<Part>; compare?: never } : never))

/** Each field that must say how it is compared, and what others like to say. */
export type Compared<Path extends string, Values> = {
  readonly [Field in Path as [ValueAt<Values, Field>] extends [Plain] ? never : Field]: ComparedField<
    ValueAt<Values, Field>,
    Values
  >
} & { readonly [Field in Path]?: ComparedField<ValueAt<Values, Field>, Values> }

/** A field whose functions the types have matched to its value. */
interface AnyField {
  show?: (compared: string) => ReactNode
  compare?: (value: unknown, values: unknown) => unknown
  parts?: ListParts<unknown>
}

/** What a form edits, as two versions of it are compared; made by `comparedFields`. */
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

  /** The fields in comparable form, each part of a list under its own key. */
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

  /** The labels, with one for each part of any version in place of its list, such as `Features: Adhan`. */
  const labelParts = (...versions: Values[]): FieldLabels =>
    Object.fromEntries(
      Object.entries<string>(labels).flatMap(([path, label]) => {
        const { parts } = anyFields[path] ?? {}
        if (!parts) return [[path, label]]
        // A part is named as in the first version that has it.
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
    /** With each list as an object of its parts. */
    split: (values: Values) =>
      lists.reduce(
        (row, { path, parts }) => setPath(row, path, Object.fromEntries(partsByKey(values, path, parts))),
        values as Record<string, unknown>,
      ),
    /** Turns what `split` made back into lists. */
    join: (row: Record<string, unknown>) =>
      lists.reduce((joined, { path }) => {
        const parts = Object.values(getPath(row, path) as object)
        return setPath(
          joined,
          path,
          parts.filter((part) => part !== undefined),
        )
      }, row),
    show(path: string, compared: unknown): ReactNode {
      const show = (anyFields[path] ?? anyFields[rootOf(path)])?.show
      return show ? show(String(compared)) : String(compared)
    },
    differing: (first: Values, second: Values) =>
      differing(comparable(first), comparable(second), labelParts(first, second)),
  }
}

export const CHANGED_MEANWHILE = 'Changed while you were editing'

/** The list of a part: `features` of `features.#Adhan`. */
export const rootOf = (path: string) => path.split('.')[0] ?? path

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

/** The fields that would overwrite what somebody saved since `before`; what you did not touch is theirs at first. */
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

/** `asked`: both sides changed it, so you must choose. `kept`: only they changed it, and it stays theirs. */
export function dividedConflicts(conflicts: Conflict[], before: unknown, theirs: unknown, labels: FieldLabels) {
  const changed = differing(before, theirs, labels)
  return {
    asked: conflicts.filter(({ field, choice }) => choice === 'yours' && changed.includes(field)),
    kept: conflicts.filter(({ choice }) => choice === 'theirs'),
  }
}

export const settled = <Values extends object>(yours: Values, theirs: Values, choices: Choices): Values =>
  Object.keys(choices)
    .filter((field) => choices[field] === 'theirs')
    // Each value goes back to its own path, so the shape is unchanged.
    .reduce(
      (values, field) => setPath(values, field, getPath(theirs, field)),
      yours as Record<string, unknown>,
    ) as Values
